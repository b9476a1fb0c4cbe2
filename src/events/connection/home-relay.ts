import { builtIn, type Ours } from '../nostr/ours.ts';

/**
 * Return the relay at the page's own origin (`location.origin`), the only preconfigured relay
 * (RELAY-10).
 */
export function homeRelayOf(origin: string): Ours<string> {
  return builtIn(origin.replace(/^http/, 'ws'));
}
