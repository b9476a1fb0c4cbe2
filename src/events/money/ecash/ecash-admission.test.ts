import { expect, test } from 'vitest';
import { secretOf } from '../../account/keys/secret.ts';
import { seconds } from '../../core/time.ts';
import type { Proof } from './cashu.ts';
import { admitsEcash, isEcashFull, mayBeForgotten } from './ecash-admission.ts';
import type { EcashLogEntry, EcashWant, Prepared, Settled } from './ecash-log-entry.ts';
import { EMPTY_PURSE, type Purse } from './ecash-log.ts';
import { foldEcash } from './fold-ecash.ts';

const MINT = 'https://mint.example';
const KEYSET = '009a1f293253e41e';
const at = seconds(5);
const proof = (nth: number, amount: number): Proof => ({
  id: KEYSET,
  amount,
  secret: secretOf(`secret ${nth}`),
  C: `02${nth.toString(16).padStart(64, '0')}`,
});
const [EIGHT, FOUR, NEW] = [proof(1, 8), proof(2, 4), proof(3, 4)] as const;
const seeded: EcashLogEntry = { type: 'seeded', words: secretOf('words') };
const allowed: EcashLogEntry = { type: 'allowed', mint: MINT };
const wanted = (want: EcashWant, job = 'a'): EcashLogEntry => ({ type: 'wanted', job, want, at });
const send = (amount: number, lock?: string): EcashWant => ({
  type: 'send',
  mint: MINT,
  amount,
  memo: '',
  lock,
});
const receive = (proofs: readonly Proof[], of?: string): EcashWant => ({
  type: 'receive',
  mint: MINT,
  proofs,
  of,
});
const melt: EcashWant = { type: 'melt', mint: MINT, invoice: 'lnbc1', amount: 6 };
const mint: EcashWant = { type: 'mint', mint: MINT, amount: 3 };
const ends = (type: 'released' | 'spent' | 'dismissed', job = 'a'): EcashLogEntry => ({
  type,
  job,
});
const refused: EcashLogEntry = { type: 'refused', job: 'a', reason: { code: 'silent' } };

/** A wallet with the proofs EIGHT and FOUR, and one job `a` for this request. */
function purseWith(want: EcashWant, ...more: readonly EcashLogEntry[]): Purse {
  return foldEcash(EMPTY_PURSE, [
    seeded,
    allowed,
    wanted({ type: 'restore', mint: MINT }, 'r'),
    { type: 'settled', job: 'r', settled: { kept: [EIGHT, FOUR], given: [] } },
    wanted(want),
    ...more,
  ]);
}

function prepared(
  inputs: readonly Proof[],
  amounts: readonly number[],
  more: Partial<Prepared> & { readonly counter?: number } = {},
): EcashLogEntry {
  const { counter = 0, ...rest } = more;
  const outputs = { keyset: KEYSET, counter, amounts };
  return {
    type: 'prepared',
    job: 'a',
    prepared: { api: 'v1', inputs, outputs, given: 0, fee: 0, ...rest },
  };
}
const settled = (settled: Settled): EcashLogEntry => ({ type: 'settled', job: 'a', settled });

test('E-48 words are replaced only by given ones, and only while nothing is derived from them', () => {
  const given: EcashLogEntry = { type: 'seeded', words: secretOf('others'), given: true };
  expect(admitsEcash(EMPTY_PURSE, seeded)).toBe(true);
  const purse = foldEcash(EMPTY_PURSE, [seeded]);
  expect([admitsEcash(purse, seeded), admitsEcash(purse, given)]).toEqual([false, true]);
  expect(admitsEcash({ ...purse, counters: new Map([['k', 0]]) }, given)).toBe(false);
  const own = { mint: MINT, proof: EIGHT, by: undefined };
  expect(admitsEcash({ ...purse, proofs: new Map([['c', own]]) }, given)).toBe(false);
});

test('NIP-61 a wallet keeps each key once, and at most twenty; it allows each mint once', () => {
  const keyed = (nth: number): EcashLogEntry => ({
    type: 'keyed',
    pubkey: nth.toString(16).padStart(64, '0'),
    key: secretOf('k'),
  });
  const keys = Array.from({ length: 20 }, (_, nth) => keyed(nth));
  const purse = foldEcash(EMPTY_PURSE, keys);
  expect([purse.keys.size, admitsEcash(purse, keyed(20))]).toEqual([20, false]);
  const fewer = foldEcash(EMPTY_PURSE, keys.slice(1));
  expect([admitsEcash(fewer, keyed(20)), admitsEcash(fewer, keyed(1))]).toEqual([true, false]);
  expect(admitsEcash(foldEcash(EMPTY_PURSE, [allowed]), allowed)).toBe(false);
});

test('ECASH-01 a mint is removed only if it is listed, empty and without an open job', () => {
  const removed: EcashLogEntry = { type: 'removed', mint: MINT };
  const fold = (...lines: readonly EcashLogEntry[]) =>
    foldEcash(EMPTY_PURSE, [seeded, allowed, ...lines]);
  expect(admitsEcash(foldEcash(EMPTY_PURSE, [seeded]), removed)).toBe(false);
  expect(admitsEcash(fold(), removed)).toBe(true);
  expect(admitsEcash(fold(wanted(mint)), removed)).toBe(false);
  expect(admitsEcash(fold(wanted(mint), ends('dismissed')), removed)).toBe(true);
  expect(admitsEcash(purseWith(send(3), ends('dismissed')), removed)).toBe(false);
  expect([...fold(removed).mints]).toEqual([]);
  expect([...fold(removed, allowed).mints]).toEqual([MINT]);
});

test('E-42 a job is admitted once, with an amount or with proofs that are not its own', () => {
  const purse = purseWith(send(3));
  const admits = (want: EcashWant, job = 'b') => admitsEcash(purse, wanted(want, job));
  expect([admits(send(3)), admits(send(3), 'a'), admits(send(0))]).toEqual([true, false, false]);
  expect([admits(receive([NEW])), admits(receive([]))]).toEqual([true, false]);
  expect([admits(receive([NEW, EIGHT])), admits(receive([NEW], 'nobody'))]).toEqual([false, false]);
  expect(admits({ type: 'restore', mint: MINT })).toBe(true);
});

test('E-42 exactly the proofs that a job gave away can be taken back', () => {
  const gift = [proof(10, 1), proof(11, 2)] as const;
  const purse = purseWith(
    send(3),
    prepared([EIGHT], [1, 2, 1, 4], { given: 2 }),
    settled({ given: gift, kept: [proof(12, 1), proof(13, 4)] }),
  );
  const admits = (proofs: readonly Proof[]) =>
    admitsEcash(purse, wanted(receive(proofs, 'a'), 'b'));
  expect(admits(gift)).toBe(true);
  expect([admits(gift.slice(1)), admits([...gift, NEW]), admits([gift[0], NEW])]).toEqual([
    false,
    false,
    false,
  ]);
});

test('E-42 the outputs of a request are new secrets for powers of two, at most five hundred', () => {
  const proofs = [proof(10, 512)];
  const purse = purseWith(receive(proofs));
  const ones = (count: number) => Array.from({ length: count }, () => 1);
  const admits = (...line: Parameters<typeof prepared>) => admitsEcash(purse, prepared(...line));
  expect([admits(proofs, ones(500)), admits(proofs, ones(501))]).toEqual([true, false]);
  expect([admits(proofs, [3]), admits(proofs, [0])]).toEqual([false, false]);
  expect([admits(proofs, [1], { given: 1 }), admits(proofs, [1], { given: 2 })]).toEqual([
    true,
    false,
  ]);
  const after = { ...purse, counters: new Map([[`${MINT} ${KEYSET}`, 7]]) };
  const next = [6, 7, 8].map((counter) => admitsEcash(after, prepared(proofs, [1], { counter })));
  expect(next).toEqual([false, true, true]);
  expect(admitsEcash(after, prepared(proofs, []))).toBe(true);
});

test('E-42 a receiving job hands in only its own proofs, each once, for at most their worth', () => {
  const proofs = [proof(10, 4), proof(11, 8)] as const;
  const purse = purseWith(receive(proofs));
  const admits = (inputs: readonly Proof[], amounts: readonly number[]) =>
    admitsEcash(purse, prepared(inputs, amounts));
  expect([admits(proofs, [4, 8]), admits(proofs.slice(1), [8]), admits(proofs, [8])]).toEqual([
    true,
    true,
    true,
  ]);
  expect([
    admits([], []),
    admits(proofs, [1, 4, 8]),
    admits([...proofs, proofs[0]], [8]),
    admits([proofs[0], EIGHT], [8]),
    admits([EIGHT], [8]),
  ]).toEqual([false, false, false, false, false]);
});

test('E-42 a sending job gives exactly its amount, and without its mint only if nothing is locked', () => {
  const purse = purseWith(send(12));
  expect(admitsEcash(purse, prepared([EIGHT, FOUR], []))).toBe(true);
  expect(admitsEcash(purse, prepared([EIGHT], []))).toBe(false);
  expect(admitsEcash(purseWith(send(12, 'b'.repeat(64))), prepared([EIGHT, FOUR], []))).toBe(false);
  const three = purseWith(send(3));
  const gives = (inputs: readonly Proof[], amounts: readonly number[], given: number) =>
    admitsEcash(three, prepared(inputs, amounts, { given }));
  expect([gives([FOUR], [1, 2, 1], 2), gives([FOUR], [1, 2], 2)]).toEqual([true, true]);
  expect([
    gives([FOUR], [1, 2, 1], 1),
    gives([FOUR], [1, 2, 8], 2),
    gives([NEW], [1, 2], 2),
    gives([], [1, 2], 2),
  ]).toEqual([false, false, false, false]);
});

test('E-42 proofs of another mint, or of another job, are not handed in', () => {
  const purse = purseWith(send(4));
  const line = prepared([FOUR], []);
  const withFour = (own: { readonly mint: string; readonly by: string | undefined }): Purse => ({
    ...purse,
    proofs: new Map(purse.proofs).set(FOUR.C, { ...own, proof: FOUR }),
  });
  expect([
    admitsEcash(purse, line),
    admitsEcash(withFour({ mint: 'https://other.example', by: undefined }), line),
    admitsEcash(withFour({ mint: MINT, by: 'x' }), line),
  ]).toEqual([true, false, false]);
  expect(admitsEcash(withFour({ mint: MINT, by: 'x' }), prepared([EIGHT, FOUR], []))).toBe(false);
});

test('E-42 a melting job covers its amount with blank outputs; a minting job has no inputs', () => {
  const purse = purseWith(melt);
  const melts = (inputs: readonly Proof[], amounts: readonly number[]) =>
    admitsEcash(purse, prepared(inputs, amounts));
  expect([melts([EIGHT], [0, 0]), melts([EIGHT], []), melts([FOUR], [])]).toEqual([
    true,
    true,
    false,
  ]);
  expect(melts([EIGHT], [1])).toBe(false);
  const exact = purseWith({ ...melt, amount: 8 });
  expect(admitsEcash(exact, prepared([EIGHT], []))).toBe(true);
  const minting = purseWith(mint);
  const mints = (inputs: readonly Proof[], amounts: readonly number[]) =>
    admitsEcash(minting, prepared(inputs, amounts));
  expect([mints([], [1, 2]), mints([], [2]), mints([FOUR], [1, 2])]).toEqual([true, false, false]);
  expect(admitsEcash(purseWith({ type: 'restore', mint: MINT }), prepared([], []))).toBe(false);
});

test('E-42 a job is prepared once, and settles once, with a backed and complete result', () => {
  const line = prepared([EIGHT], [], {});
  const purse = purseWith(melt);
  const open = foldEcash(purse, [line]);
  expect([admitsEcash(open, line), admitsEcash(purse, settled({ kept: [], given: [] }))]).toEqual([
    false,
    false,
  ]);
  const settles = (kept: readonly Proof[], given: readonly Proof[] = []) =>
    admitsEcash(open, settled({ kept, given }));
  expect([settles([]), settles([proof(20, 2)]), settles([proof(20, 4)])]).toEqual([
    true,
    true,
    false,
  ]);
  expect(settles([], [proof(20, 2)])).toBe(false);
  const over = foldEcash(open, [settled({ kept: [], given: [] })]);
  expect(admitsEcash(over, settled({ kept: [], given: [] }))).toBe(false);
  expect(admitsEcash(foldEcash(open, [refused]), settled({ kept: [], given: [] }))).toBe(false);
});

test('E-42 a result never replaces another proof of the wallet, but may return an input', () => {
  const sending = purseWith(send(4), prepared([EIGHT], [4, 4], { given: 1 }));
  const settles = (given: readonly Proof[], kept: readonly Proof[]) =>
    admitsEcash(sending, settled({ given, kept }));
  expect(settles([proof(20, 4)], [proof(21, 4)])).toBe(true);
  expect(settles([proof(20, 4)], [EIGHT])).toBe(true);
  expect(settles([proof(20, 4)], [FOUR])).toBe(false);
  expect(settles([proof(20, 2)], [])).toBe(false);
  const restoring = purseWith({ type: 'restore', mint: MINT });
  const restores = (kept: readonly Proof[], given: readonly Proof[]) =>
    admitsEcash(restoring, settled({ kept, given }));
  expect([restores([NEW], []), restores([], [NEW])]).toEqual([true, false]);
});

test('E-42 only an open job is refused or released, and it is released at most twenty times', () => {
  const line = prepared([FOUR], []);
  const purse = purseWith(send(4));
  expect([admitsEcash(purse, refused), admitsEcash(purse, ends('released'))]).toEqual([
    true,
    false,
  ]);
  let open = foldEcash(purse, [line]);
  expect([admitsEcash(open, refused), admitsEcash(open, ends('released'))]).toEqual([true, true]);
  for (let times = 0; times < 20; times++) open = foldEcash(open, [ends('released'), line]);
  expect([open.jobs.get('a')?.tries, admitsEcash(open, ends('released'))]).toEqual([20, false]);
  const over = foldEcash(open, [refused]);
  expect([admitsEcash(over, refused), admitsEcash(over, ends('released'))]).toEqual([false, false]);
  const minting = purseWith(mint, prepared([], [1, 2]));
  expect(admitsEcash(minting, ends('released'))).toBe(false);
});

test('E-48 only a sent token is marked as redeemed, once', () => {
  const sent = purseWith(send(4), prepared([FOUR], []), settled({ given: [FOUR], kept: [] }));
  expect(admitsEcash(sent, ends('spent'))).toBe(true);
  expect(admitsEcash(foldEcash(sent, [ends('spent')]), ends('spent'))).toBe(false);
  expect(admitsEcash(purseWith(send(4), prepared([FOUR], [])), ends('spent'))).toBe(false);
  const melted = purseWith(melt, prepared([EIGHT], []), settled({ given: [], kept: [] }));
  expect(admitsEcash(melted, ends('spent'))).toBe(false);
  expect(admitsEcash(melted, ends('spent', 'nobody'))).toBe(false);
});

test('E-39 a job is hidden once, and not while its mint may still move money', () => {
  const dismissed = ends('dismissed');
  const waiting = purseWith(send(4));
  expect(admitsEcash(waiting, dismissed)).toBe(true);
  expect(admitsEcash(foldEcash(waiting, [dismissed]), dismissed)).toBe(false);
  expect(admitsEcash(purseWith(send(4), prepared([FOUR], [])), dismissed)).toBe(false);
  expect(admitsEcash(purseWith(mint, prepared([], [1, 2])), dismissed)).toBe(true);
  expect(admitsEcash(purseWith(send(4), refused), dismissed)).toBe(true);
});

test('E-39 only payments up to the forgotten date may be forgotten ones', () => {
  const purse = { ...EMPTY_PURSE, forgottenUntil: at };
  expect(
    [send(1), melt, mint, receive([NEW])].map((want) => mayBeForgotten(purse, want, at)),
  ).toEqual([true, true, false, false]);
  expect(mayBeForgotten(purse, melt, seconds(6))).toBe(false);
  expect(mayBeForgotten(EMPTY_PURSE, melt, at)).toBe(false);
});

test('E-42 a wallet is full with fifty open jobs', () => {
  const jobs = (count: number) =>
    foldEcash(
      EMPTY_PURSE,
      Array.from({ length: count }, (_, nth) => wanted(send(1), `job ${nth}`)),
    );
  expect([isEcashFull(jobs(49)), isEcashFull(jobs(50))]).toEqual([false, true]);
});
