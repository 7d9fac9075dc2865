import Link from 'next/link';
import type { SandboxHealth } from '@/server/contracts/sandbox-health';
import { paths } from '../paths';

/** On the overview when this machine runs no code: no book trades a day, and no patch can be verified. */
export function MachineNotice({ health }: { health: SandboxHealth | null }) {
  if (health === null || health.ok) return null;
  return (
    <div role="alert" className="mb-8 rounded-md border border-signal/40 bg-signal-soft px-3 py-2 text-[0.8125rem]">
      <p>
        <strong className="font-semibold">This machine runs no strategy, test or patch:</strong> its sandbox did not pass the test at the start. A book trades no day, and no patch is verified.{' '}
        <Link href={paths.settings({ tab: 'machine' })} className="font-medium text-accent underline underline-offset-4">
          See what is missing
        </Link>
      </p>
    </div>
  );
}
