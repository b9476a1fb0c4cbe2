import type { StorePage } from '../../../src/adapters/account/session/account-store.ts';

/**
 * Local storage of a browser in memory, shared by several tabs: a write in one tab notifies the
 * others.
 */
export function fakeBrowser() {
  const texts = new Map<string, string>();
  const tabs = new Set<(event: Pick<StorageEvent, 'key'>) => void>();
  let isFull = false;
  /** The view of one tab. */
  const tab = () => {
    let own: ((event: Pick<StorageEvent, 'key'>) => void) | undefined;
    const tell = (key: string) => {
      for (const hear of tabs) if (hear !== own) hear({ key });
    };
    const localStorage = {
      get length() {
        return texts.size;
      },
      key: (at: number) => [...texts.keys()][at] ?? null,
      getItem: (key: string) => texts.get(key) ?? null,
      setItem: (key: string, text: string) => {
        if (isFull) throw new DOMException('full', 'QuotaExceededError');
        texts.set(key, text);
        tell(key);
      },
      removeItem: (key: string) => {
        if (texts.delete(key)) tell(key);
      },
    };
    const page: StorePage = {
      localStorage,
      addEventListener: (_, listener, { signal }) => {
        own = listener;
        tabs.add(listener);
        signal.addEventListener('abort', () => tabs.delete(listener));
      },
    };
    return { page, device: localStorage };
  };
  return {
    texts,
    tab,
    listeners: () => tabs.size,
    setFull: (full: boolean) => {
      isFull = full;
    },
    /** Clear the storage, as code of another site or the browser's settings would. */
    clear: () => {
      texts.clear();
      for (const hear of tabs) hear({ key: null });
    },
  };
}
