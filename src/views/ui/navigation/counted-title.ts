import { useEffect } from 'react';

const COUNT = /^\(\d+\+?\) /;

/** Prefixes the document's title with the number of new items, for every screen. */
export function useCountedTitle(count: number): void {
  useEffect(() => {
    const apply = () => {
      const title = document.title.replace(COUNT, '');
      const counted = count > 0 ? `(${count > 99 ? '99+' : count}) ${title}` : title;
      if (document.title !== counted) document.title = counted;
    };
    apply();
    const element = document.querySelector('title');
    if (!element) return undefined;
    const watch = new MutationObserver(apply);
    watch.observe(element, { childList: true });
    return () => watch.disconnect();
  }, [count]);
}
