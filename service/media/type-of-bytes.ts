import { sniffType } from './proxy/sniff-type.ts';

/** Types that have the same first bytes. A declared one of them is as good as the sniffed one. */
const ALIKE: ReadonlyMap<string, readonly string[]> = new Map([
  ['image/png', ['image/apng']],
  ['video/webm', ['audio/webm', 'video/x-matroska']],
  ['audio/ogg', ['video/ogg', 'audio/opus']],
  ['audio/mp4', ['audio/x-m4a']],
  ['audio/mpeg', ['audio/aac']],
  ['video/mp4', ['video/quicktime', 'video/x-m4v', 'video/3gpp', 'audio/mp4', 'audio/x-m4a']],
]);

/**
 * Return the type of a file by its first bytes (BUD-02), so that it does not depend on the uploader
 * who came first. The `declared` type counts for bytes that fit it, or that are not known.
 */
export function typeOfBytes(head: Uint8Array, declared: string): string {
  const sniffed = sniffType(head)?.mime;
  return sniffed === undefined || ALIKE.get(sniffed)?.includes(declared) ? declared : sniffed;
}
