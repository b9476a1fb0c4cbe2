/** Return the name of a mint: its address, without the scheme if no other mint is named alike. */
export function mintName(mint: string, mints: Iterable<string>): string {
  const host = hostOf(mint);
  return [...mints].some((one) => one !== mint && hostOf(one) === host) ? mint : host;
}

/** Return a mint's address without its scheme. */
export function hostOf(mint: string): string {
  return mint.slice(mint.indexOf('//') + 2);
}
