import Link from 'next/link';

/** Ways to the neighbouring pages of a table; nothing when there is one page. */
export function PageLinks({ page, pages, hrefOf }: { page: number; pages: number; hrefOf: (page: number) => string }) {
  if (pages === 1) return null;
  const to = (target: number, text: string) =>
    target < 1 || target > pages ? <span className="text-ink-3">{text}</span> : (
      <Link href={hrefOf(target)} scroll={false} className="rounded text-accent hover:underline hover:underline-offset-4">
        {text}
      </Link>
    );
  return (
    <nav aria-label="Pages of the table" className="mt-3 flex items-center gap-4 text-xs">
      {to(page - 1, 'Newer')}
      <span className="num text-ink-2">
        page {page} of {pages}
      </span>
      {to(page + 1, 'Older')}
    </nav>
  );
}
