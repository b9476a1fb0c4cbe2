import { useState } from 'react';
import { fallbackUrls } from '../../../events/media/blob.ts';

/** A picture's address, and after a failure the same file by its hash at our own media server (NOTE-05); then none. */
export function useStillHad(src: string | undefined): { readonly src: string | undefined; readonly onError: () => void } {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const home = window.location.origin;
  const sources = src === undefined || src === '' ? [] : [src, ...fallbackUrls(src, [home], { home })];
  const next = sources.find((url) => !failed.includes(url));
  return { src: next, onError: () => next !== undefined && setFailed((urls) => [...urls, next]) };
}
