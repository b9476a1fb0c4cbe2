import {
  createP2PKsecret,
  type Proof as CashuProof,
  Amount,
  isP2PKSpendAuthorised,
} from '@cashu/cashu-ts';
import { schnorr } from '@noble/curves/secp256k1.js';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesOf, hexOf } from '../../src/events/core/hex.ts';
import { messageForAll } from '../../src/events/money/ecash/p2pk.ts';
import { inSeconds, seconds } from '../../src/events/core/time.ts';
import { runs } from '../../tests/support/runs.ts';
import { readPoint } from './curve.ts';
import { unlock } from './spending-conditions.ts';

const NOW = seconds(Math.floor(Date.now() / 1_000));
const keys = Array.from({ length: 4 }, (_, nth) => `${nth + 1}`.repeat(64));
const points = keys.map((key) => `02${hexOf(schnorr.getPublicKey(bytesOf(key)))}`);
const C = points[0] ?? '';
const c = readPoint(C);
if (!c) throw new Error('no point');

const sign = (nth: number, message: string): string =>
  hexOf(schnorr.sign(createHash('sha256').update(message).digest(), bytesOf(keys[nth] ?? '')));
const input = (secret: string, signatures: readonly string[]) => ({
  sats: 1,
  secret,
  c,
  witness: JSON.stringify({ signatures }),
});
const isOpen = (...inputs: readonly ReturnType<typeof input>[]) =>
  unlock({ inputs, outputs: [], quote: undefined, now: NOW }).then(
    () => true,
    (error: unknown) =>
      error instanceof Error && /locked/.test(error.message) ? false : Promise.reject(error),
  );

test('ECASH-02 property: a lock accepts exactly the signatures that cashu-ts accepts', async () => {
  const some = fc.subarray([0, 1, 2, 3]);
  const condition = fc.record({
    main: fc.subarray([0, 1, 2, 3], { minLength: 1 }),
    needed: fc.integer({ min: 1, max: 3 }),
    refund: some,
    refundNeeded: fc.integer({ min: 1, max: 2 }),
    locktime: fc.constantFrom(undefined, -100_000, 100_000),
    signers: some,
    isTwice: fc.boolean(),
    isForeign: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      condition,
      async ({ main, needed, refund, refundNeeded, locktime, signers, isTwice, isForeign }) => {
        // cashu-ts allows no refund without a locktime.
        fc.pre(refund.length === 0 || locktime !== undefined);
        fc.pre(needed <= main.length && (refund.length === 0 || refundNeeded <= refund.length));
        const [data = 0, ...more] = main;
        const tags = [
          ...(more.length > 0 ? [['pubkeys', ...more.map((nth) => points[nth] ?? '')]] : []),
          ...(needed > 1 ? [['n_sigs', String(needed)]] : []),
          ...(locktime === undefined ? [] : [['locktime', String(inSeconds(NOW) + locktime)]]),
          ...(refund.length > 0 ? [['refund', ...refund.map((nth) => points[nth] ?? '')]] : []),
          ...(refund.length > 0 && refundNeeded > 1
            ? [['n_sigs_refund', String(refundNeeded)]]
            : []),
        ];
        const secret = createP2PKsecret(points[data] ?? '', tags);
        const message = isForeign ? `${secret} ` : secret;
        const once = signers.map((nth) => sign(nth, message));
        const signatures = isTwice ? [...once, ...signers.map((nth) => sign(nth, message))] : once;
        const proof: CashuProof = {
          id: '009a1f293253e41e',
          amount: Amount.from(1),
          secret,
          C,
          witness: { signatures },
        };
        const isAuthorised = isP2PKSpendAuthorised(proof);
        expect(await isOpen(input(secret, signatures))).toBe(isAuthorised);
        // NUT-11: keys as their x-coordinates lock alike.
        const short = points.reduce(
          (text, point) => text.replaceAll(point, point.slice(2)),
          secret,
        );
        const shortMessage = isForeign ? `${short} ` : short;
        const again = signatures.map((_, at) =>
          sign(signers[at % signers.length] ?? 0, shortMessage),
        );
        expect(await isOpen(input(short, again))).toBe(isAuthorised);
      },
    ),
    { numRuns: runs(60) },
  );
});

test('ECASH-02 with SIG_ALL, inputs with different locks or a message of other outputs are refused', async () => {
  const all = createP2PKsecret(points[0] ?? '', [['sigflag', 'SIG_ALL']]);
  const next = createP2PKsecret(points[0] ?? '', [['sigflag', 'SIG_ALL']]);
  const other = createP2PKsecret(points[1] ?? '', [['sigflag', 'SIG_ALL']]);
  const message = messageForAll(
    [all, next].map((secret) => ({ secret, C })),
    [],
  );
  expect(await isOpen(input(all, [sign(0, message)]), input(next, []))).toBe(true);
  expect(await isOpen(input(all, []), input(next, [sign(0, message)]))).toBe(false);
  expect(await isOpen(input(next, [sign(0, message)]), input(all, []))).toBe(false);
  expect(await isOpen(input(all, [sign(0, all)]))).toBe(false);
  const mixed = messageForAll(
    [all, other].map((secret) => ({ secret, C })),
    [],
  );
  expect(await isOpen(input(all, [sign(0, mixed)]), input(other, []))).toBe(false);
  expect(await isOpen(input(all, [sign(0, mixed)]), input('ab', []))).toBe(false);
});

test('ECASH-02 impossible locks and too many signatures are refused, and unknown conditions are ignored', async () => {
  expect(await isOpen(input('["P2PK",{"nonce":"a","data":"b"}]', []))).toBe(false);
  expect(await isOpen({ ...input('plain', []), witness: 'not JSON' })).toBe(true);
  expect(await isOpen(input('["HTLC",{"nonce":"a","data":"b"}]', []))).toBe(true);
  const locked = createP2PKsecret(points[0] ?? '', [['pubkeys', ...points.slice(1)]]);
  await expect(
    unlock({
      inputs: [
        input(
          locked,
          // none is a point, so that each costs little
          Array.from({ length: 400 }, () => 'ff'.repeat(64)),
        ),
      ],
      outputs: [],
      quote: undefined,
      now: NOW,
    }),
  ).rejects.toThrow(/too many signatures/);
});
