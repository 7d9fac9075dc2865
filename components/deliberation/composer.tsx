'use client';
import { useState } from 'react';
import { evidenceLabel } from '@/components/incident/link-evidence';
import { Button } from '@/components/ui/button';
import { Field, Select, TextArea } from '@/components/ui/field';
import type { EvidenceRef } from '@/server/contracts/autopsy';

export interface NewMessage {
  text: string;
  evidence: EvidenceRef[];
  range: { from: string; to: string } | null;
}

interface ComposerProps {
  rows: readonly { label: string; ref: EvidenceRef }[];
  days: readonly string[];
  whyNot: string | null;
  busy: boolean;
  post: (message: NewMessage) => Promise<boolean>;
}

const key = (ref: EvidenceRef): string => `${ref.kind} ${ref.id}`;

/** A message with the rows and the stretch of the chart it speaks of. */
export function Composer({ rows, days, whyNot, busy, post }: ComposerProps) {
  const [text, setText] = useState('');
  const [evidence, setEvidence] = useState<EvidenceRef[]>([]);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const range = from && to ? { from, to } : null;
  const wrong = range && range.from > range.to ? 'The stretch ends before it begins.' : Boolean(from) !== Boolean(to) ? 'Choose both ends of the stretch.' : null;
  const send = async () => {
    if (!(await post({ text, evidence, range }))) return;
    setText('');
    setEvidence([]);
    setFrom('');
    setTo('');
  };
  return (
    <div className="space-y-3 rounded-md border border-line bg-raise p-4">
      <Field label="Message" hint="Plain text. It stays as it is and becomes part of the record.">
        <TextArea rows={3} maxLength={4000} value={text} onChange={(e) => setText(e.currentTarget.value)} />
      </Field>
      <div className="grid gap-3 sm:grid-cols-3">
        <Field label="Attach a row">
          <Select value="" onChange={(e) => setEvidence([...evidence, ...rows.filter((r) => key(r.ref) === e.currentTarget.value).map((r) => r.ref)].slice(0, 20))}>
            <option value="">Choose…</option>
            {rows
              .filter((r) => !evidence.some((ref) => key(ref) === key(r.ref)))
              .map((r) => (
                <option key={key(r.ref)} value={key(r.ref)}>
                  {r.label}
                </option>
              ))}
          </Select>
        </Field>
        <Field label="Chart from">
          <DaySelect days={days} value={from} choose={setFrom} />
        </Field>
        <Field label="Chart to" error={wrong}>
          <DaySelect days={days} value={to} choose={setTo} />
        </Field>
      </div>
      {evidence.length > 0 ? (
        <p className="flex flex-wrap gap-2 text-xs">
          {evidence.map((ref) => (
            <Button key={key(ref)} size="sm" variant="quiet" onClick={() => setEvidence(evidence.filter((e) => e !== ref))} title="Take it off">
              {evidenceLabel(ref)} ✕
            </Button>
          ))}
        </p>
      ) : null}
      <Button busy={busy} disabledReason={whyNot ?? wrong ?? (text.trim() === '' ? 'Write something first.' : null)} onClick={send}>
        Say it
      </Button>
    </div>
  );
}

function DaySelect({ days, value, choose }: { days: readonly string[]; value: string; choose: (day: string) => void }) {
  return (
    <Select value={value} onChange={(e) => choose(e.currentTarget.value)}>
      <option value="">–</option>
      {days.map((day) => (
        <option key={day}>{day}</option>
      ))}
    </Select>
  );
}
