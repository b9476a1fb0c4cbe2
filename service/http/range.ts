/** Bytes of a file, both ends inclusive. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Parse a single range of bytes (RFC 9110). Returns `undefined` for no, several or invalid ranges.
 * Then the whole file is sent.
 */
export function readRange(
  header: string | undefined,
  size: number,
): Range | 'unsatisfiable' | undefined {
  const match =
    header === undefined || header.length > 100
      ? undefined
      : /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim());
  if (!match) return undefined;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return undefined;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  return start >= size || start > end ? 'unsatisfiable' : { start, end };
}
