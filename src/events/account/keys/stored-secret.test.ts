import fc from 'fast-check';
import { expect, test } from 'vitest';
import { vectors } from '../../../../tests/support/events/real-events.ts';
import { type StoredSecret, readStoredSecret, sealedPartOf } from './stored-secret.ts';
import { pressed } from '../../nostr/ours.ts';

const KEY = 'a'.repeat(64);
const pairing: StoredSecret = {
  kept: 'remote',
  signer: KEY,
  client: KEY,
  relays: [pressed('wss://r.example')],
  sealed: '1:x',
};

test('ACCOUNT-03 a key locked with a PIN is stored as a readable ncryptsec, or ignored', () => {
  const { cases } = vectors<{ cases: { ncryptsec: string; reason?: string }[] }>('nip49.json');
  for (const { ncryptsec, reason } of cases) {
    const isKept = reason !== 'bech32 checksum';
    expect(readStoredSecret({ kept: 'pin', ncryptsec })).toEqual(
      isKept ? { kept: 'pin', ncryptsec } : undefined,
    );
  }
});

test('ACCOUNT-15 sealed keys and pairings read back; everything else is ignored', () => {
  expect(readStoredSecret(JSON.parse(JSON.stringify(pairing)))).toEqual(pairing);
  expect(readStoredSecret({ kept: 'device', sealed: '1:x', more: 7 })).toEqual({
    kept: 'device',
    sealed: '1:x',
  });
  const bad = [
    { kept: 'pin', ncryptsec: 'x' },
    { kept: 'pin', nsec: 'nsec1' },
    { kept: 'device', sealed: '' },
    { kept: 'device', sealed: 'x'.repeat(2_000) },
    { kept: 'plain', sealed: 'x' },
    { ...pairing, signer: 'x' },
    { ...pairing, client: KEY.toUpperCase() },
    { ...pairing, relays: [] },
    { ...pairing, relays: ['https://x.example', 7] },
    { ...pairing, relays: 'wss://r.example' },
  ];
  for (const value of bad) expect(readStoredSecret(value), JSON.stringify(value)).toBeUndefined();
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(readStoredSecret(value)).toBeUndefined();
    }),
  );
});

test('the device seals the account key, or the client key of a remote signer, but no plain PIN key', () => {
  const client = 'c'.repeat(64);
  expect(sealedPartOf({ kept: 'device', sealed: '1:x' }, KEY)).toEqual({
    owner: KEY,
    sealed: '1:x',
  });
  expect(sealedPartOf({ ...pairing, client }, KEY)).toEqual({ owner: client, sealed: '1:x' });
  expect([
    sealedPartOf({ kept: 'pin', ncryptsec: 'x' }, KEY),
    sealedPartOf(undefined, KEY),
  ]).toEqual([undefined, undefined]);
});
