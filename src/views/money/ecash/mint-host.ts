/** A mint as it is shown: its address without the scheme. */
export function hostOf(mint: string): string {
  return mint.slice(mint.indexOf('//') + 2);
}
