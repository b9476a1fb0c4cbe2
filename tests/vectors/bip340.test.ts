import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { wasmSchnorr } from '../../src/adapters/connection/schnorr.ts';
import { vectors } from '../support/data.ts';

interface Schnorr {
  cases: ReadonlyArray<{ public_key: string; message: string; signature: string; valid: boolean; comment: string }>;
}

test('vectors: the worker takes and refuses BIP-340 signatures as the standard says', async () => {
  const wasm = join(dirname(createRequire(import.meta.url).resolve('nostr-wasm')), '../public/out/secp256k1.wasm');
  const check = await wasmSchnorr(readFileSync(wasm));
  const { cases } = vectors<Schnorr>('bip340-schnorr.json');
  // Messages of other sizes are left out: what Nostr signs is always the 32 bytes of an id.
  const fitting = cases.filter((each) => each.message.length === 64);
  const wrong = fitting.filter((each) => check({ id: each.message, pubkey: each.public_key, sig: each.signature }) !== each.valid);
  expect(fitting).toHaveLength(5);
  expect(wrong.map((each) => each.comment)).toEqual([]);
});
