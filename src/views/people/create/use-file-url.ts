import { useCallback, useSyncExternalStore } from 'react';

const urls = new WeakMap<File, string>();

/** Return an address of the file in this browser, for as long as it is shown in one place. */
export function useFileUrl(file: File | undefined): string | undefined {
  const open = useCallback(
    (notify: () => void) => {
      if (!file) return () => undefined;
      const url = URL.createObjectURL(file);
      urls.set(file, url);
      notify();
      return () => {
        urls.delete(file);
        URL.revokeObjectURL(url);
      };
    },
    [file],
  );
  return useSyncExternalStore(open, () => file && urls.get(file));
}
