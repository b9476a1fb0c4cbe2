import { verifyEvent } from 'nostr-tools/pure';
import type { SignedEvent } from './event.ts';
import { inSeconds } from '../core/time.ts';

/**
 * Whether id and signature hold, in plain JavaScript: a `check` for `verifyWith` where WebAssembly is not to be had. Loads elliptic
 * curves, so import it lazily. The library remembers its answer on the object it is given, and a spread copy would carry that along:
 * it gets an object of its own.
 */
export function checkPure(event: SignedEvent): boolean {
  const { id, pubkey, kind, created_at, content, sig } = event;
  return verifyEvent({ id, pubkey, kind, created_at: inSeconds(created_at), content, sig, tags: event.tags.map((tag) => [...tag]) });
}
