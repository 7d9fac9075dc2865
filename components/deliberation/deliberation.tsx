'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { ActionError, ActionResult } from '@/components/action-result';
import { Button } from '@/components/ui/button';
import { EmptyState, ErrorState } from '@/components/ui/empty-state';
import { useToast } from '@/components/ui/toast';
import type { EvidenceRef } from '@/server/contracts/autopsy';
import type { HostedProvider } from '@/server/agents/model/api-key';
import type { OpenQuestion } from '@/server/agents/consult/questions';
import { AskModel } from './ask-model';
import type { ListModels } from './model-input';
import { Composer, type NewMessage } from './composer';
import { type ThreadEntry, ThreadList } from './thread-list';

export interface DeliberationProps {
  incidentId: string;
  bookId: string;
  messages: readonly ThreadEntry[];
  /** Rows that can be attached, as they are called. */
  rows: readonly { label: string; ref: EvidenceRef }[];
  days: readonly string[];
  /** The draft that can be quoted into; null when there is none. */
  draft: { revision: number } | null;
  models: readonly { name: HostedProvider; label: string; whyDisabled: string | null }[];
  openQuestion: OpenQuestion | null;
  whyNot: string | null;
  actions: {
    post: (input: { incidentId: string; message: NewMessage }) => Promise<ActionResult>;
    quote: (input: { messageId: string; into: 'root_cause' | 'mandate'; revision: number }) => Promise<ActionResult>;
    ask: (input: { incidentId: string; provider: HostedProvider; model: string }) => Promise<ActionResult>;
    list: ListModels;
  };
}

/** Expert and model discuss the evidence before the mandate; any message can be quoted into the draft, with its author. */
export function Deliberation({ incidentId, bookId, messages, rows, days, draft, models, openQuestion, whyNot, actions }: DeliberationProps) {
  const router = useRouter();
  const toast = useToast();
  const [error, setError] = useState<ActionError | null>(null);
  const [busy, setBusy] = useState<string | null>(null);

  const act = async (name: string, work: () => Promise<ActionResult>, done: string): Promise<boolean> => {
    setBusy(name);
    const result = await work();
    setBusy(null);
    setError(result.ok ? null : result.error);
    if (result.ok) toast({ text: done });
    router.refresh();
    return result.ok;
  };
  const quote = (message: ThreadEntry, into: 'root_cause' | 'mandate') => act(`${message.id}${into}`, () => actions.quote({ messageId: message.id, into, revision: draft?.revision ?? 0 }), `Quoted into the ${into === 'mandate' ? 'mandate' : 'root cause'}.`);
  return (
    <div className="space-y-4">
      {messages.length === 0 ? (
        <EmptyState kind="none" title="Nothing has been said yet." />
      ) : (
        <ThreadList
          messages={messages}
          bookId={bookId}
          actions={
            draft && whyNot === null
              ? (m) => (
                  <p className="flex flex-wrap gap-2">
                    <Button size="sm" variant="quiet" busy={busy === `${m.id}root_cause`} onClick={() => quote(m, 'root_cause')}>
                      Quote into the root cause
                    </Button>
                    <Button size="sm" variant="quiet" busy={busy === `${m.id}mandate`} onClick={() => quote(m, 'mandate')}>
                      Quote into the mandate
                    </Button>
                  </p>
                )
              : () => null
          }
        />
      )}
      {error ? <ErrorState error={error} /> : null}
      <Composer rows={rows} days={days} whyNot={whyNot} busy={busy === 'post'} post={(message) => act('post', () => actions.post({ incidentId, message }), 'Said.')} />
      <AskModel open={openQuestion} list={actions.list} models={models} whyNot={whyNot ?? (messages.length === 0 ? 'Say something first; the model answers the thread.' : null)} busy={busy === 'ask'} verb="Ask the model" without="only people speak." ask={(provider, model) => act('ask', () => actions.ask({ incidentId, provider, model }), 'Asked; the answer appears here.')} />
    </div>
  );
}
