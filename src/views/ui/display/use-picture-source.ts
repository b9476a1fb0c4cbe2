import { useState } from 'react';
import type { fallbackUrls } from '../../../events/media/blob.ts';

/**
 * The first address of a picture that has not failed. After the last one the same file by its hash
 * at our own media server (NOTE-05), whose code is loaded after the first failure. Then none.
 */
export function usePictureSource(src: readonly string[]): {
  readonly src: string | undefined;
  readonly onError: () => void;
} {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const [fallback, setFallback] = useState<typeof fallbackUrls>();
  const home = window.location.origin;
  const sources = fallback ? [...src, ...fallback(src.at(-1) ?? '', [home], { home })] : src;
  const next = sources.find((url) => !failed.includes(url));
  const onError = () => {
    if (next === undefined) return;
    setFailed((urls) => [...urls, next]);
    import('../../../events/media/blob.ts').then(
      (code) => setFallback(() => code.fallbackUrls),
      () => undefined,
    );
  };
  return { src: next, onError };
}
