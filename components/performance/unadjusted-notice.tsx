import Link from 'next/link';
import { Glyph } from '../ui/chip';

/** Says above the figures that days of the book hold splits or dividends nobody confirmed, and where their list stands. */
export function UnadjustedNotice({ words, href }: { words: string; href: string }) {
  return (
    <aside aria-label="Unadjusted prices" className="mb-4 flex gap-2.5 rounded-md border border-line-strong bg-raise px-3 py-2 text-[0.8125rem]">
      <Glyph shape="triangle" className="mt-0.5 text-signal" />
      <p className="max-w-prose">
        <strong className="font-medium">Prices may be unadjusted.</strong> {words}{' '}
        <Link href={href} className="rounded text-accent underline underline-offset-4">
          See the import ledger.
        </Link>
      </p>
    </aside>
  );
}
