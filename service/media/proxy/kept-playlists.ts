/** Playlists of the last second. All viewers of a live stream ask for the same one. */
interface KeptPlaylists<T> {
  find(url: string): T | undefined;
  keep(url: string, file: T): void;
}

/** Milliseconds. Players ask for a live playlist every few seconds. */
const KEPT = 1_000;
/** Bytes of all kept playlists. */
const MOST = 8 * 2 ** 20;

export function openKeptPlaylists<T extends { readonly bytes: Uint8Array }>(
  now: () => number = () => performance.now(),
): KeptPlaylists<T> {
  const kept = new Map<string, { readonly until: number; readonly file: T }>();
  let size = 0;
  const forget = (url: string) => {
    size -= kept.get(url)?.file.bytes.byteLength ?? 0;
    kept.delete(url);
  };
  const forgetOld = () => {
    for (const [url, { until }] of kept) if (until <= now()) forget(url);
  };
  return {
    find(url) {
      forgetOld();
      return kept.get(url)?.file;
    },
    keep(url, file) {
      forgetOld();
      forget(url);
      if (size + file.bytes.byteLength > MOST) return;
      kept.set(url, { until: now() + KEPT, file });
      size += file.bytes.byteLength;
    },
  };
}
