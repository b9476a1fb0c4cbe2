import { useState } from 'react';
/**
 * The first address of a picture that has not failed. After the last one the same file by its hash
 * at our own media server (NOTE-05), whose code is loaded after the first failure. Then none, and a
 * copy of our own service is tried again later.
 */
export function usePictureSource(src: readonly string[]): {
  readonly src: string | undefined;
  readonly onError: () => void;
} {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const [fallback, setFallback] = useState<(src: readonly string[]) => readonly string[]>();
  const sources = fallback ? [...src, ...fallback(src)] : src;
  const next = sources.find((url) => !failed.includes(url));
  const onError = () => {
    if (next === undefined) return;
    setFailed((urls) => [...urls, next]);
    import('./failed-picture.ts').then(
      (code) => code.onFailure(src, next, setFallback, setFailed),
      () => undefined,
    );
  };
  return { src: next, onError };
}
