import { initNostrWasm } from 'nostr-wasm/gzipped';
import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { inSeconds } from '../../../src/events/core/time.ts';
import { verifyWith } from '../../../src/events/nostr/verify.ts';

const wasm = await initNostrWasm();

/**
 * Verify ids and signatures as the app does. In JavaScript alone it takes many times as long.
 * Events of more than 1 MB are refused.
 */
export const verifySigned = verifyWith((event: SignedEvent) => {
  wasm.verifyEvent({
    ...event,
    created_at: inSeconds(event.created_at),
    tags: event.tags.map((tag) => [...tag]),
  });
  return true;
});
