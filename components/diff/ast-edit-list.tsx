import type { AstEdit } from '@/server/contracts/ast-edit';
import type { LinkedEdit } from './link-edits';

const KIND_WORDS: Record<AstEdit['kind'], string> = {
  set_constant: 'sets a constant',
  change_operator: 'changes an operator',
  insert_guard: 'inserts a guard',
  call_helper: 'calls a helper',
  replace_function_body: 'replaces a function body',
  insert_statement: 'inserts a statement',
  delete_statement: 'deletes a statement',
  add_helper: 'adds a helper',
  change_declaration: 'changes a declaration',
};

/** The AST edits of a proposal, each linked to the hunk that carries it. */
export function AstEditList({ edits, idPrefix = 'edit' }: { edits: readonly LinkedEdit[]; idPrefix?: string }) {
  return (
    <ol aria-label="AST edits" className="divide-y divide-line border-y border-line text-xs">
      {edits.map(({ edit, anchor }, i) => (
        <li key={`${edit.path}:${edit.line}:${edit.symbol}:${edit.after}`} id={`${idPrefix}-${i + 1}`} className="grid scroll-mt-24 gap-1 py-2 target:bg-accent-soft">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="num text-ink-3">{i + 1}</span>
            <code className="font-medium">{edit.symbol}</code>
            <span className="text-ink-2">{KIND_WORDS[edit.kind]}</span>
            {anchor ? (
              <a className="ml-auto font-mono text-2xs text-accent hover:underline" href={`#${anchor}`}>
                {edit.path}:{edit.line}
              </a>
            ) : (
              <span className="ml-auto font-mono text-2xs text-ink-3">
                {edit.path}:{edit.line}
              </span>
            )}
          </p>
          <p className="min-w-0 break-words font-mono text-2xs">
            {edit.before ? <del className="text-ink-3">{shorten(edit.before)}</del> : null} {edit.after ? <ins className="no-underline">{shorten(edit.after)}</ins> : null}
          </p>
          {edit.why ? <p className="text-ink-2">{edit.why}</p> : null}
        </li>
      ))}
    </ol>
  );
}

const shorten = (text: string): string => {
  const flat = text.replace(/\s+/g, ' ').trim();
  return flat.length > 160 ? `${flat.slice(0, 159)}…` : flat;
};
