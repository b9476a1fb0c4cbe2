import { initNostrWasm } from 'nostr-wasm';
import type { SignedEvent, VerifiedEvent } from '../src/events/nostr/event.ts';
import { readEvent } from '../src/events/nostr/event-shape.ts';
import { inSeconds } from '../src/events/core/time.ts';
import { verifyWith } from '../src/events/nostr/verify.ts';
import { checkPure } from '../src/events/nostr/verify-pure.ts';

/** Verification of all signed data: shape first, then id and signature (INV-VERIFIED). */
export interface EventVerifier {
  /** Verify an event that already has the right shape. */
  readonly verify: (event: SignedEvent) => VerifiedEvent | undefined;
  /** Verify any value, such as a parsed frame or line. */
  readonly admit: (value: unknown) => VerifiedEvent | undefined;
}

// The module has 1 MB of memory and copies the event into it.
const LARGEST_FOR_WASM = 500_000;

/** Load libsecp256k1 (about 4,000 events per second and core). Rejects without WebAssembly. */
export async function openEventVerifier(): Promise<EventVerifier> {
  const wasm = await initNostrWasm();
  const verify = verifyWith((event) => {
    if (sizeOf(event) > LARGEST_FOR_WASM) return checkPure(event);
    wasm.verifyEvent({
      ...event,
      created_at: inSeconds(event.created_at),
      tags: event.tags.map((tag) => [...tag]),
    });
    return true;
  });
  return {
    verify,
    admit: (value) => {
      const event = readEvent(value);
      return event && verify(event);
    },
  };
}

/** Characters, times the maximum bytes of one in JSON. */
function sizeOf(event: SignedEvent): number {
  let characters = event.content.length;
  for (const tag of event.tags) for (const value of tag) characters += value.length + 3;
  return characters * 6;
}
