import { expect, test } from 'vitest';
import { vectors } from '../support/events/real-events.ts';
import { wasmCheck } from '../support/events/wasm-check.ts';

interface Schnorr {
  cases: ReadonlyArray<{
    public_key: string;
    message: string;
    signature: string;
    valid: boolean;
    comment: string;
  }>;
}

test('vectors: the worker accepts and rejects BIP-340 signatures as the standard says', async () => {
  const check = await wasmCheck();
  const { cases } = vectors<Schnorr>('bip340-schnorr.json');
  // Messages of other sizes are skipped: Nostr only signs ids of 32 bytes.
  const fitting = cases.filter((each) => each.message.length === 64);
  const wrong = fitting.filter(
    (each) =>
      check({ id: each.message, pubkey: each.public_key, sig: each.signature }) !== each.valid,
  );
  expect(fitting).toHaveLength(5);
  expect(wrong.map((each) => each.comment)).toEqual([]);
});
