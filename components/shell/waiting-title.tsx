'use client';
import { useEffect } from 'react';

/** Number of waiting things in the tab's title, kept while pages change their own title. */
export function WaitingTitle({ waiting }: { waiting: number }) {
  // External system: document.title, which Next rewrites on every navigation.
  useEffect(() => {
    const mark = () => {
      const bare = document.title.replace(/^\(\d+\) /, '');
      const wanted = waiting > 0 ? `(${waiting}) ${bare}` : bare;
      if (document.title !== wanted) document.title = wanted;
    };
    mark();
    const observer = new MutationObserver(mark);
    observer.observe(document.head, { subtree: true, childList: true, characterData: true });
    return () => observer.disconnect();
  }, [waiting]);
  return null;
}
