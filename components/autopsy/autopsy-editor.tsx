'use client';
import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useMemo, useState } from 'react';
import type { ActionResult } from '@/components/action-result';
import { useHotkey } from '@/components/shell/hotkeys';
import { Button } from '@/components/ui/button';
import { AutopsyFields } from './autopsy-fields';
import { ConflictNotice, type StoredDraft } from './conflict-notice';
import { type AutopsyForm, documentFromForm, formFromDocument, issuesOf } from './form-model';
import { IssueList } from './issue-list';
import { JsonPreview } from './json-preview';
import { SaveStatus } from './save-status';
import { SignPanel } from './sign-panel';
import { useAutosave } from './use-autosave';
import './zod-without-eval';

const JsonEditor = dynamic(() => import('./json-editor').then((m) => m.JsonEditor), { ssr: false, loading: () => <div className="h-96 rounded-md border border-line bg-sink" /> });

export interface AutopsyActions {
  save: (input: { autopsyId: string; document: unknown; revision: number }) => Promise<ActionResult<{ revision: number; savedAt: number }>>;
  readDraft: (input: { autopsyId: string }) => Promise<ActionResult<StoredDraft>>;
  sign: (input: { autopsyId: string; revision: number }) => Promise<ActionResult>;
}

interface AutopsyEditorProps {
  autopsy: { id: string; version: number; document: unknown; revision: number; updatedAt: number };
  metricSources: Readonly<Record<string, readonly { label: string; href: string }[]>>;
  metricMeanings: Readonly<Record<string, string>>;
  tab: 'form' | 'json';
  whyNotEdit: string | null;
  actions: AutopsyActions;
}

/** One draft, two views of it: a form with the live JSON beside it, or the JSON itself. Whatever is typed is saved. */
export function AutopsyEditor({ autopsy, metricSources, metricMeanings, tab, whyNotEdit, actions }: AutopsyEditorProps) {
  const router = useRouter();
  const [view, setView] = useState(tab);
  const [form, setForm] = useState<AutopsyForm>(() => formFromDocument(autopsy.document));
  // The raw editor owns its text; a text that comes from elsewhere needs a new editor.
  const [editorRound, setEditorRound] = useState(0);
  const [rawError, setRawError] = useState<string | null>(null);
  const [document, setDocument] = useState<unknown>(autopsy.document);
  const issues = useMemo(() => issuesOf(document), [document]);
  const saving = useAutosave<unknown>({
    draftId: autopsy.id,
    revision: autopsy.revision,
    savedAt: autopsy.updatedAt,
    isSame: (value) => JSON.stringify(value) === JSON.stringify(autopsy.document),
    save: (value, revision) => actions.save({ autopsyId: autopsy.id, document: value, revision }),
  });
  const readOnly = whyNotEdit !== null;

  const store = (next: unknown) => {
    setDocument(next);
    if (!readOnly) saving.change(next);
  };
  const setText = (next: unknown) => {
    setForm(formFromDocument(next));
    store(next);
  };
  const replace = (next: unknown) => {
    setText(next);
    setEditorRound((round) => round + 1);
  };
  const onForm = (part: Partial<AutopsyForm>) => {
    const next = { ...form, ...part };
    setForm(next);
    store(documentFromForm(next));
  };
  const onRaw = (text: string) => {
    try {
      setText(JSON.parse(text));
      setRawError(null);
    } catch (error) {
      setRawError(error instanceof Error ? error.message : String(error));
    }
  };
  const choose = (next: 'form' | 'json') => {
    setView(next);
    setRawError(null);
    const url = new URL(window.location.href);
    if (next === 'json') url.searchParams.set('tab', next);
    else url.searchParams.delete('tab');
    window.history.replaceState(null, '', url);
  };
  const sign = async () => {
    if (!(await saving.flush())) return { ok: false as const, error: { code: 'STALE' as const, message: 'The newest text is not saved yet, so it cannot be signed. Settle the message above first.' } };
    const result = await actions.sign({ autopsyId: autopsy.id, revision: saving.currentRevision() });
    if (result.ok) router.refresh();
    return result;
  };
  useHotkey({ keys: 'Mod+s', label: 'Save the draft now', group: 'Autopsy', whileTyping: true, run: () => void saving.flush() });

  return (
    <div className="space-y-5">
      <div className="sticky top-0 z-10 -mx-4 flex flex-wrap items-center gap-x-5 gap-y-2 border-b border-line bg-paper px-4 py-2 sm:mx-0 sm:px-0">
        <div role="tablist" aria-label="View of the autopsy" className="flex gap-4">
          {(['form', 'json'] as const).map((id) => (
            <button key={id} type="button" role="tab" aria-selected={view === id} aria-controls="autopsy-view" onClick={() => choose(id)} className={view === id ? 'border-b-2 border-ink py-1 text-[0.8125rem]' : 'border-b-2 border-transparent py-1 text-[0.8125rem] text-ink-2 hover:text-ink'}>
              {id === 'form' ? 'Form' : 'Raw JSON'}
            </button>
          ))}
        </div>
        <span className="ml-auto">{readOnly ? <span className="text-xs text-ink-2">{whyNotEdit}</span> : <SaveStatus state={saving.state} problems={issues.length} />}</span>
      </div>

      {saving.restored === null ? null : (
        <div className="flex flex-wrap items-center gap-3 rounded-md border border-line bg-sink px-3 py-2 text-[0.8125rem]">
          <p className="min-w-0 flex-1">This browser kept text that never reached the console.</p>
          <Button
            size="sm"
            onClick={() => {
              replace(saving.restored);
              saving.dropRestored();
            }}
          >
            Put it back
          </Button>
          <Button size="sm" variant="quiet" onClick={saving.forget}>
            Forget it
          </Button>
        </div>
      )}
      {saving.state.kind === 'conflict' ? (
        <ConflictNotice
          mine={document}
          message={saving.state.message}
          read={() => actions.readDraft({ autopsyId: autopsy.id })}
          onKeepMine={async (theirs) => void (await saving.overwrite(theirs.revision))}
          onTakeTheirs={async (theirs) => {
            replace(theirs.document);
            await saving.overwrite(theirs.revision);
          }}
        />
      ) : null}

      <div id="autopsy-view" role="tabpanel" className="grid gap-8 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)]">
        <div className="min-w-0">
          {view === 'form' ? (
            <AutopsyFields form={form} issues={issues} readOnly={readOnly} metricSources={metricSources} metricMeanings={metricMeanings} onChange={onForm} />
          ) : (
            <>
              <JsonEditor key={`${autopsy.id} ${editorRound}`} text={JSON.stringify(document, null, 2)} readOnly={readOnly} onChange={onRaw} label="Autopsy as JSON" />
              {rawError ? <p className="mt-2 text-xs text-signal">Not JSON yet, so not saved: {rawError}</p> : null}
            </>
          )}
        </div>
        <div className="min-w-0 space-y-6 lg:sticky lg:top-16 lg:self-start">
          {view === 'form' ? <JsonPreview document={document} /> : null}
          <IssueList issues={issues} />
          <SignPanel version={autopsy.version} whyNot={whyNotEdit ?? (saving.state.kind === 'conflict' ? 'Two people wrote at once; choose a text first.' : rawError ? 'The text is not JSON.' : issues.length > 0 ? `${issues.length} ${issues.length === 1 ? 'field keeps' : 'fields keep'} it from being signed.` : null)} onSign={sign} />
        </div>
      </div>
    </div>
  );
}
