/** True if an address is at this origin. */
export function isAt(url: string, origin: string): boolean {
  return URL.parse(url)?.origin === origin;
}
