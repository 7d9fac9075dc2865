'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { ActionResult } from '@/components/action-result';
import { Button } from '@/components/ui/button';
import { useToast } from '@/components/ui/toast';

interface OpenAutopsyProps {
  incidentId: string;
  label: string;
  effect: string;
  whyNot: string | null;
  primary?: boolean;
  open: (input: { incidentId: string }) => Promise<ActionResult<{ href: string }>>;
}

/** Opens (or makes) the draft and goes there. */
export function OpenAutopsy({ incidentId, label, effect, whyNot, primary = false, open }: OpenAutopsyProps) {
  const router = useRouter();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const go = async () => {
    setBusy(true);
    const result = await open({ incidentId });
    setBusy(false);
    if (!result.ok) return toast({ text: result.error.message, tone: 'error' });
    router.push(result.data.href);
    router.refresh();
  };
  return (
    <Button variant={primary ? 'primary' : 'secondary'} busy={busy} disabledReason={whyNot} title={effect} onClick={go}>
      {label}
    </Button>
  );
}
