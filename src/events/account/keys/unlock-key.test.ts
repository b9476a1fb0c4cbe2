import fc from 'fast-check';
import { encrypt } from 'nostr-tools/nip49';
import { expect, test } from 'vitest';
import { vectors } from '../../../../tests/support/events/real-events.ts';
import { isLong, runs } from '../../../../tests/support/runs.ts';
import { encodeBech32 } from '../../nostr/bech32.ts';
import { bytesOf, hexOf } from '../../core/hex.ts';
import { LOG_N, readLockedKey } from './locked-key.ts';
import { unlockKey } from './unlock-key.ts';

interface Case {
  group: string;
  password: string;
  private_key?: string;
  log_n?: number;
  key_security_byte?: number;
  ncryptsec: string;
  reason?: string;
}

/** Build an ncryptsec with a valid header (version 2, log n 1) and the given content. */
const ncryptsecOf = (over: (bytes: Uint8Array) => Uint8Array) =>
  encodeBech32('ncryptsec', over(new Uint8Array(91).fill(1).fill(2, 0, 1)));
const KEY = bytesOf('11b25a101667dd9208db93c0827c6bdad66729a5b521156a7e9d3b22b3ae8944');

test('NIP-49 vectors open with their passwords and show their parameters; broken ones do not open', () => {
  const { cases } = vectors<{ cases: Case[] }>('nip49.json');
  expect(cases.length).toBe(6);
  for (const {
    group,
    password,
    private_key,
    log_n,
    key_security_byte,
    ncryptsec,
    reason,
  } of cases) {
    const opened = unlockKey(ncryptsec, password);
    if (group === 'decrypt') {
      expect(readLockedKey(ncryptsec)).toEqual({ logN: log_n, security: key_security_byte });
      expect(opened.ok && hexOf(opened.key)).toBe(private_key);
    } else
      expect(opened, reason).toEqual({
        ok: false,
        why: reason === 'wrong password' ? 'wrong' : 'unreadable',
      });
  }
});

test.runIf(isLong)(
  'E-30 one guess costs at least 100 ms, and the same PIN gives different texts each time',
  () => {
    // a made-up text: a guess costs as much as its header says
    const locked = ncryptsecOf((bytes) => bytes.fill(LOG_N, 1, 2));
    expect(readLockedKey(locked)).toEqual({ logN: LOG_N, security: 1 });
    const started = performance.now();
    expect(unlockKey(locked, '1235')).toEqual({ ok: false, why: 'wrong' });
    expect(performance.now() - started).toBeGreaterThan(100);
    expect(encrypt(KEY, '1234', 1, 1)).not.toBe(encrypt(KEY, '1234', 1, 1));
  },
);

test('E-31 none of 10,000 wrong PINs opens the key, nor does the empty one (the short run tries a fourth)', () => {
  const locked = encrypt(KEY, 'abcd', 1, 2);
  const step = 10_000 / runs(10_000);
  const pins = Array.from({ length: 10_000 / step }, (_, i) => String(i * step).padStart(4, '0'));
  const open = pins.filter((pin) => unlockKey(locked, pin).ok);
  expect(open).toEqual([]);
  expect(unlockKey(locked, '')).toEqual({ ok: false, why: 'wrong' });
  expect(unlockKey(locked, 'abcd').ok).toBe(true);
});

test('passwords that look alike are equal (NFKC)', () => {
  const locked = encrypt(KEY, 'ÅΩẛ̣', 1, 2);
  expect(unlockKey(locked, '\u212B\u2126\u1E9B\u0323').ok).toBe(true);
});

test('a malformed text, or one that needs too much memory, is unreadable and no password is tried', () => {
  expect(readLockedKey(ncryptsecOf((bytes) => bytes))).toEqual({ logN: 1, security: 1 });
  const bad = [
    ncryptsecOf((bytes) => bytes.fill(21, 1, 2)),
    ncryptsecOf((bytes) => bytes.fill(255, 1, 2)),
    ncryptsecOf((bytes) => bytes.fill(0, 1, 2)),
    ncryptsecOf((bytes) => bytes.fill(1, 0, 1)),
    ncryptsecOf((bytes) => bytes.fill(3, 42, 43)),
    ncryptsecOf((bytes) => bytes.subarray(1)),
    'ncryptsec1',
  ];
  for (const text of bad)
    expect(unlockKey(text, 'x'), text).toEqual({ ok: false, why: 'unreadable' });
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(unlockKey(text, 'x')).toEqual({ ok: false, why: 'unreadable' });
    }),
  );
});
