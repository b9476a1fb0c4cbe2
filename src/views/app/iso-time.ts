/** For the datetime attribute. `at` in seconds; undefined where no calendar reaches. */
export function isoTime(at: number): string | undefined {
  const date = new Date(at * 1_000);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
