import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { finalizeEvent } from 'nostr-tools/pure';
import { wasmSchnorr } from '../../src/adapters/connection/schnorr.ts';
import type { SignedEvent } from '../../src/events/event.ts';
import { readEvent } from '../../src/events/shape.ts';

const WASM = join(import.meta.dirname, '../../node_modules/nostr-wasm/public/out/secp256k1.wasm');

/** A secret key of nobody: 32 bytes with that number in the last one. */
export function secretKey(n: number): Uint8Array {
  const key = new Uint8Array(32);
  key[31] = n;
  return key;
}

/** An event that is really signed, by key 1 unless told otherwise. */
export function signed(fields: { kind?: number; content?: string; tags?: string[][]; created_at?: number } = {}, key = 1): SignedEvent {
  const event = readEvent(finalizeEvent({ kind: 1, content: '', tags: [], created_at: 1_700_000_000, ...fields }, secretKey(key)));
  if (!event) throw new Error('a signed event without the shape of one');
  return event;
}

/** The signature check of the browser's worker. */
export const wasmCheck = () => wasmSchnorr(readFileSync(WASM));
