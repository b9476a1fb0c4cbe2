/**
 * Return the index in a row that an arrow, Home or End leads to, with wrap-around. `undefined` for
 * other keys.
 */
export function neighbour(
  key: string,
  at: number,
  count: number,
  isRtl: boolean,
): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  return step === 0 ? undefined : (at + (isRtl ? -step : step) + count) % count;
}
