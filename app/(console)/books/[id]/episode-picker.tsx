import type { BookPage } from '@/server/books/get-book-page';
import { Tabs } from '@/components/ui/tabs';

/** One tab per episode once there is more than one; older ones are read-only. */
export function EpisodePicker({ episodes, current, running, hrefOf }: { episodes: BookPage['episodes']; current: string; running: string; hrefOf: (episodeId: string) => string }) {
  if (episodes.length < 2) return null;
  return (
    <div className="mt-5">
      <Tabs label="Episodes" current={current} items={episodes.map((e) => ({ id: e.id, href: hrefOf(e.id), label: `Episode ${e.number}${e.friction ? '' : ', no friction'}${e.id === running ? '' : ' (ended)'}` }))} />
    </div>
  );
}
