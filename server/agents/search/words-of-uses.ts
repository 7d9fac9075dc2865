import { Node, SyntaxKind } from 'ts-morph';
import { enclosingSymbol, topLevelStatement } from './parse-package';
import { splitWords } from './words';

/** What the places that use a value say about it. */
export interface UseWords {
  /** Roles that show in the structure: a modulus is a period, a minimum a cap, a slice a count. */
  readonly structure: readonly string[];
  /** Identifiers around the uses, parameters it is handed to included. */
  readonly names: readonly string[];
}

/** How far a value is followed through parameters. */
const DEPTH = 3;
const MAX_REFERENCES = 12;

/**
 * Follows a named value (or a literal where it stands) through the package: around each use, and on into the parameters it
 * is passed to. The names of the strategy contract (dayIndex, volume, amount, weights…) cannot be renamed, so they tell a
 * constant's role in any package.
 */
export function wordsOfUses(node: Node): UseWords {
  const structure: string[] = [];
  const names: string[] = [];
  const seen = new Set<Node>();
  const follow = (at: Node, depth: number): void => {
    if (seen.has(at)) return;
    seen.add(at);
    const uses = Node.isIdentifier(at) ? at.findReferencesAsNodes().filter((ref) => ref !== at && !ref.getFirstAncestorByKind(SyntaxKind.ImportDeclaration)) : [at];
    for (const use of uses.slice(0, MAX_REFERENCES)) {
      // `POLICY.cadence`: the access as a whole is what is used.
      const access = use.getParent();
      const value = access && Node.isPropertyAccessExpression(access) && access.getNameNode() === use ? access : use;
      structure.push(...structureWords(value));
      if (Node.isIdentifier(at)) names.push(...around(value));
      const parameter = passedTo(value);
      if (parameter && depth > 0) {
        names.push(...splitWords(parameter.getText()));
        follow(parameter, depth - 1);
      }
    }
  };
  follow(node, DEPTH);
  return { structure, names };
}

function structureWords(value: Node): string[] {
  const words: string[] = [];
  for (let at: Node | undefined = value.getParent(), child = value; at && !Node.isStatement(at); child = at, at = at.getParent()) {
    if (Node.isBinaryExpression(at) && at.getOperatorToken().getText() === '%' && at.getRight() === child) words.push('period', 'every');
    if (Node.isCallExpression(at) && at !== child && at.getExpression() !== child) {
      const callee = at.getExpression().getText();
      if (callee === 'Math.min') words.push('cap');
      else if (callee.endsWith('.slice') && child === at.getArguments().at(-1)) words.push('count');
      else if (!callee.startsWith('Math.')) break;
    }
  }
  return words;
}

/** Words of the statement a value is used in, of the function around it, and of the arguments that function gets from its callers. */
function around(value: Node): string[] {
  const top = topLevelStatement(value);
  const statement = value.getFirstAncestor((a) => Node.isStatement(a)) ?? top;
  const words = [...splitWords(enclosingSymbol(value)), ...identifiers(statement)];
  if (!Node.isFunctionDeclaration(top)) return words;
  for (const call of top.findReferencesAsNodes().slice(0, 6)) {
    const parent = call.getParent();
    if (parent && Node.isCallExpression(parent)) words.push(...parent.getArguments().flatMap(identifiers));
  }
  return words;
}

const identifiers = (node: Node): string[] => [...(Node.isIdentifier(node) ? [node] : []), ...node.getDescendantsOfKind(SyntaxKind.Identifier).slice(0, 40)].flatMap((id) => splitWords(id.getText()));

/** The parameter a value becomes when it is an argument of a call to a function of the package. */
function passedTo(value: Node): Node | null {
  const call = value.getParentIfKind(SyntaxKind.CallExpression);
  const index = call?.getArguments().indexOf(value) ?? -1;
  const callee = call?.getExpression();
  if (index < 0 || !callee || !Node.isIdentifier(callee)) return null;
  for (const definition of callee.getDefinitionNodes()) {
    const fn = Node.isFunctionDeclaration(definition) ? definition : Node.isVariableDeclaration(definition) ? definition.getInitializer() : undefined;
    if (fn && (Node.isFunctionDeclaration(fn) || Node.isArrowFunction(fn) || Node.isFunctionExpression(fn))) {
      const name = fn.getParameters()[index]?.getNameNode();
      if (name && Node.isIdentifier(name)) return name;
    }
  }
  return null;
}
