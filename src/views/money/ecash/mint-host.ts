/** Return a mint's address without its scheme. */
export function hostOf(mint: string): string {
  return mint.slice(mint.indexOf('//') + 2);
}
