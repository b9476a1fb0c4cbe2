import { useState } from 'react';
import { fallbackUrls } from '../../../events/media/blob.ts';

/**
 * The first address of a picture that has not failed. After the last one the same file by its hash
 * at our own media server (NOTE-05). Then none.
 */
export function usePictureSource(src: readonly string[]): {
  readonly src: string | undefined;
  readonly onError: () => void;
} {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const home = window.location.origin;
  // alternatives are computed only after a failure: a list has many pictures
  const sources =
    failed.length > 0 ? [...src, ...fallbackUrls(src.at(-1) ?? '', [home], { home })] : src;
  const next = sources.find((url) => !failed.includes(url));
  return { src: next, onError: () => next !== undefined && setFailed((urls) => [...urls, next]) };
}
