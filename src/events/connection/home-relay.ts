import { builtIn, type Ours } from '../nostr/ours.ts';

/** The relay of the page's own origin, as `location.origin` names that: the one relay that is preconfigured (RELAY-10). */
export function homeRelayOf(origin: string): Ours<string> {
  return builtIn(origin.replace(/^http/, 'ws'));
}
