/** The relay of the page's own origin, as `location.origin` names that: the one relay that is preconfigured (RELAY-10). */
export function homeRelayOf(origin: string): string {
  return origin.replace(/^http/, 'ws');
}
