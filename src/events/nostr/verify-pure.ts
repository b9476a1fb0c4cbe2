import { verifyEvent } from 'nostr-tools/pure';
import type { SignedEvent } from './event.ts';
import { inSeconds } from '../core/time.ts';

/**
 * True if id and signature are valid, checked in plain JavaScript: a `check` for `verifyWith` if
 * WebAssembly is not available. Loads elliptic curves, so import it lazily. The library caches its
 * result on the given object, and a spread copy would keep it. It therefore gets a new object.
 */
export function checkPure(event: SignedEvent): boolean {
  const { id, pubkey, kind, created_at, content, sig } = event;
  return verifyEvent({
    id,
    pubkey,
    kind,
    created_at: inSeconds(created_at),
    content,
    sig,
    tags: event.tags.map((tag) => [...tag]),
  });
}
