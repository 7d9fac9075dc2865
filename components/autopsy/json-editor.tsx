'use client';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { HighlightStyle, bracketMatching, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, linter } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import { issuesOf } from './form-model';
import { locateJsonPath } from './json-location';

/**
 * The autopsy as raw JSON. A syntax error is marked where the parser stopped; a schema issue at its path.
 * `text` is read once: the editor owns its text while it is open and reports each edit.
 */
export function JsonEditor({ text, readOnly, onChange, label }: { text: string; readOnly: boolean; onChange: (text: string) => void; label: string }) {
  const host = useRef<HTMLDivElement>(null);
  const report = useRef(onChange);
  report.current = onChange;
  const first = useRef(text);

  // External system: CodeMirror owns this part of the document.
  useEffect(() => {
    if (!host.current) return;
    const view = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          lineNumbers(), history(), bracketMatching(), json(), lintGutter(), linter((v) => diagnose(v.state.doc.toString()), { delay: 250 }),
          keymap.of([...defaultKeymap, ...historyKeymap]), EditorView.lineWrapping, EditorState.readOnly.of(readOnly), EditorView.contentAttributes.of({ 'aria-label': label }),
          EditorView.updateListener.of((u) => u.docChanged && report.current(u.state.doc.toString())), theme, syntaxHighlighting(colours),
        ],
      }),
    });
    return () => view.destroy();
  }, [readOnly, label]);

  return <div ref={host} className="overflow-hidden rounded-md border border-line" />;
}

/** Diagnostics of a text: the JSON error, else each schema issue at the place its path leads to. */
export function diagnose(text: string): Diagnostic[] {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const at = Math.min(Number(/position (\d+)/.exec(message)?.[1] ?? text.length), text.length);
    return [{ from: Math.max(0, at - 1), to: at, severity: 'error', message }];
  }
  return issuesOf(document).map((issue) => {
    const range = locateJsonPath(text, issue.path) ?? { from: 0, to: 0 };
    return { from: range.from, to: range.to, severity: 'error', message: `${issue.path.join('.') || '(root)'}: ${issue.message}` };
  });
}

const theme = EditorView.theme({
  '&': { fontSize: '0.75rem', color: 'var(--ink)', backgroundColor: 'var(--raise)' },
  '.cm-content': { fontFamily: 'var(--font-mono)', caretColor: 'var(--ink)', padding: '8px 0' },
  '.cm-gutters': { backgroundColor: 'var(--raise)', color: 'var(--ink-3)', border: 'none' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-1px' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground, ::selection': { backgroundColor: 'var(--accent-soft) !important' },
  '.cm-tooltip': { backgroundColor: 'var(--raise)', color: 'var(--ink)', border: '1px solid var(--line-strong)' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--signal)', textUnderlineOffset: '3px' },
  '.cm-lint-marker-error': { content: 'none', width: '0.5rem', height: '0.5rem', marginTop: '0.35rem', borderRadius: '1px', backgroundColor: 'var(--signal)' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--signal)' },
  '.cm-matchingBracket': { outline: '1px solid var(--line-strong)', backgroundColor: 'transparent' },
});
const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'light-dark(#7a4a00, #d9b77e)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'light-dark(#7a2d8a, #d7a0e6)' },
  { tag: tags.punctuation, color: 'var(--ink-2)' },
]);
