'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { ActionError, ActionResult } from '@/components/action-result';
import { AskModel } from '@/components/deliberation/ask-model';
import type { ListModels } from '@/components/deliberation/model-input';
import { ErrorState } from '@/components/ui/empty-state';
import { useToast } from '@/components/ui/toast';
import type { OpenQuestion } from '@/server/agents/consult/questions';
import type { HostedProvider } from '@/server/agents/model/api-key';

interface ImproveDraftProps {
  autopsyId: string;
  models: readonly { name: HostedProvider; label: string; whyDisabled: string | null }[];
  whyNot: string | null;
  open: OpenQuestion | null;
  list: ListModels;
  start: (input: { autopsyId: string; provider: HostedProvider; model: string }) => Promise<ActionResult>;
}

/** Has a model improve the critic's draft: claims that cite stored rows replace the root cause, the others are dropped and counted. */
export function ImproveDraft({ autopsyId, models, whyNot, open, list, start }: ImproveDraftProps) {
  const router = useRouter();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ActionError | null>(null);
  const go = async (provider: HostedProvider, model: string) => {
    setBusy(true);
    const result = await start({ autopsyId, provider, model });
    setBusy(false);
    setError(result.ok ? null : result.error);
    if (result.ok) toast({ text: 'The critic reads the rows; its claims appear in the deliberation, and in the draft if nobody edits it meanwhile.' });
    router.refresh();
  };
  return (
    <>
      <AskModel open={open} list={list} models={models} whyNot={whyNot} busy={busy} verb="Improve the draft" without="the draft is by the rules of the critic alone." ask={go} />
      {error ? <ErrorState error={error} /> : null}
    </>
  );
}
