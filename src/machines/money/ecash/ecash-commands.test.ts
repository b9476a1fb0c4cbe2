import { expect, test } from 'vitest';
import { from } from '../../../../tests/support/machines/walk-samples.ts';
import { secretOf } from '../../../events/account/keys/secret.ts';
import { seconds } from '../../../events/core/time.ts';
import type { Proof } from '../../../events/money/ecash/cashu.ts';
import type { EcashLogEntry, EcashWant } from '../../../events/money/ecash/ecash-log-entry.ts';
import { EMPTY_PURSE, type Purse } from '../../../events/money/ecash/ecash-log.ts';
import { foldEcash } from '../../../events/money/ecash/fold-ecash.ts';
import { linesFor, purseFor, waitingFor, workable } from './ecash-commands.ts';

const [MINT, OTHER] = ['https://mint.example', 'https://other.example'] as const;
const KEYSET = '009a1f293253e41e';
const now = seconds(5);
const proof = (nth: number, amount: number): Proof => ({
  id: KEYSET,
  amount,
  secret: secretOf(`secret ${nth}`),
  C: `02${nth.toString(16).padStart(64, '0')}`,
});
const [EIGHT, FOUR, NEW] = [proof(1, 8), proof(2, 4), proof(3, 4)] as const;
const words = secretOf('words');
const wanted = (job: string, want: EcashWant): EcashLogEntry => ({
  type: 'wanted',
  job,
  want,
  at: now,
});
const send = (mint: string = MINT): EcashWant => ({ type: 'send', mint, amount: 4, memo: '' });
const prepared = (job: string, inputs: readonly Proof[]): EcashLogEntry => ({
  type: 'prepared',
  job,
  prepared: {
    api: 'v1',
    inputs,
    outputs: { keyset: KEYSET, counter: 3, amounts: [] },
    given: 0,
    fee: 0,
  },
});
const settled = (job: string, kept: readonly Proof[], given: readonly Proof[]): EcashLogEntry => ({
  type: 'settled',
  job,
  settled: { kept, given },
});
const held = (...lines: readonly EcashLogEntry[]): Purse =>
  foldEcash(EMPTY_PURSE, [
    { type: 'seeded', words },
    { type: 'allowed', mint: MINT },
    wanted('r', { type: 'restore', mint: MINT }),
    settled('r', [EIGHT, FOUR], []),
    ...lines,
  ]);

test('ECASH-01 each order becomes the lines of the log with all of its fields', () => {
  const purse = held();
  const lines = (order: Parameters<typeof linesFor>[1]) => linesFor(purse, order);
  const job = { job: 'a', now } as const;
  const melt = { type: 'melt', mint: MINT, invoice: 'lnbc1', amount: 2 } as const;
  expect(lines({ type: 'ecash.allow', mint: OTHER })).toEqual([{ type: 'allowed', mint: OTHER }]);
  expect(lines({ type: 'ecash.removeMint', mint: OTHER })).toEqual([
    { type: 'removed', mint: OTHER },
  ]);
  expect(lines({ type: 'ecash.keep', pubkey: 'p', key: words, from })).toEqual([
    { type: 'keyed', pubkey: 'p', key: words },
  ]);
  expect(lines({ type: 'ecash.dismiss', job: 'a' })).toEqual([{ type: 'dismissed', job: 'a' }]);
  expect(lines({ ...job, type: 'ecash.mint', mint: MINT, amount: 3 })).toEqual([
    wanted('a', { type: 'mint', mint: MINT, amount: 3 }),
  ]);
  expect(lines({ ...job, ...melt, type: 'ecash.melt' })).toEqual([wanted('a', melt)]);
  const sent = { type: 'send', mint: MINT, amount: 4, memo: 'Tea' } as const;
  expect(lines({ ...job, ...sent, type: 'ecash.send' })).toEqual([wanted('a', sent)]);
  expect(lines({ ...job, ...sent, type: 'ecash.send', lock: 'k' })).toEqual([
    wanted('a', { ...sent, lock: 'k' }),
  ]);
  expect(lines({ type: 'ecash.open' })).toEqual([]);
});

test('ECASH-01 an unrequested token is received only at an allowed mint', () => {
  const purse = held();
  const receive = (mint: string, more: object = {}) =>
    linesFor(purse, { type: 'ecash.receive', job: 'a', mint, proofs: [NEW], now, ...more });
  const line = (mint: string, more: object = {}) => [
    wanted('a', { type: 'receive', mint, proofs: [NEW], ...more }),
  ];
  expect([receive(MINT, { unasked: true }), receive(OTHER, { unasked: true })]).toEqual([
    line(MINT),
    [],
  ]);
  expect([receive(OTHER), receive(MINT, { proven: true })]).toEqual([
    line(OTHER),
    line(MINT, { proven: true }),
  ]);
});

test('ECASH-03 other words are stored before the restore that needs them', () => {
  const restore = (others: typeof words | undefined) =>
    linesFor(EMPTY_PURSE, { type: 'ecash.restore', job: 'a', mint: MINT, words: others, now });
  expect(restore(undefined)).toEqual([wanted('a', { type: 'restore', mint: MINT })]);
  expect(restore(words)).toEqual([
    { type: 'seeded', words, given: true },
    wanted('a', { type: 'restore', mint: MINT, words }),
  ]);
});

test('ECASH-01 exactly the proofs of a sent token are taken back, and nothing before it is sent', () => {
  const purse = held(wanted('s', send()), prepared('s', [FOUR]));
  const takeBack = (from: Purse, of: string) =>
    linesFor(from, { type: 'ecash.takeBack', job: 'a', of, now });
  expect([takeBack(purse, 's'), takeBack(purse, 'nobody'), takeBack(purse, 'r')]).toEqual([
    [],
    [],
    [],
  ]);
  const sent = foldEcash(purse, [settled('s', [], [FOUR])]);
  expect(takeBack(sent, 's')).toEqual([
    wanted('a', { type: 'receive', mint: MINT, proofs: [FOUR], of: 's' }),
  ]);
});

test('E-39 a payment that is called off is logged as called off in one batch', () => {
  const order = { type: 'ecash.send', job: 'a', mint: MINT, amount: 4, memo: '', now } as const;
  expect(linesFor(held(), { type: 'ecash.callOff', job: 'a', order, from })).toEqual([
    { type: 'wanted', job: 'a', at: now, want: send(), off: true },
    { type: 'dismissed', job: 'a' },
  ]);
});

test('E-42 a job gets the free proofs of its mint, and a restore all known signatures', () => {
  const purse = held(
    wanted('s', send()),
    prepared('s', [FOUR]),
    settled('s', [], [FOUR]),
    wanted('b', send()),
  );
  const of = (job: string) => {
    const found = purse.jobs.get(job);
    if (!found) throw new Error('no job');
    return purseFor(purse, found);
  };
  expect(of('b')).toEqual({
    words,
    keys: new Map(),
    free: [EIGHT],
    counters: new Map(),
    known: [],
    isBusy: false,
  });
  expect(of('r').known).toEqual([EIGHT.C, FOUR.C]);
});

test('E-42 a mint is busy while another job has handed in proofs there', () => {
  const isBusy = (job: string, ...lines: readonly EcashLogEntry[]) => {
    const purse = held(...lines);
    const found = purse.jobs.get(job);
    return found && purseFor(purse, found).isBusy;
  };
  const both = [wanted('a', send()), wanted('b', send()), wanted('o', send(OTHER))];
  const minting: readonly EcashLogEntry[] = [
    wanted('m', { type: 'mint', mint: MINT, amount: 1 }),
    {
      type: 'prepared',
      job: 'm',
      prepared: {
        api: 'v1',
        inputs: [],
        outputs: { keyset: KEYSET, counter: 0, amounts: [1] },
        given: 0,
        fee: 0,
      },
    },
  ];
  const busy = prepared('a', [FOUR]);
  expect([isBusy('b', ...both), isBusy('b', ...both, busy), isBusy('a', ...both, busy)]).toEqual([
    false,
    true,
    false,
  ]);
  expect([isBusy('o', ...both, busy), isBusy('b', ...both, ...minting)]).toEqual([false, false]);
  expect(isBusy('b', ...both, busy, settled('a', [], [FOUR]))).toBe(false);
});

test('E-42 jobs that waited for proofs start once a job of their mint has ended', () => {
  const before = held(
    { type: 'allowed', mint: OTHER },
    wanted('a', send()),
    wanted('b', send()),
    wanted('o', send(OTHER)),
    wanted('over', send()),
    { type: 'refused', job: 'over', reason: { code: 'silent' } },
    prepared('a', [FOUR]),
  );
  const names = (purse: Purse) => waitingFor(before, purse).map(({ job }) => job);
  expect(names(before)).toEqual([]);
  expect(names(foldEcash(before, [settled('a', [], [FOUR])]))).toEqual(['b']);
  expect(names(foldEcash(before, [{ type: 'released', job: 'a' }]))).toEqual(['a', 'b']);
  const without = new Map(before.jobs);
  without.delete('a');
  expect(names({ ...before, jobs: without })).toEqual(['b']);
});

test('E-42 only open jobs at allowed mints are worked on', () => {
  const purse = held(wanted('a', send()), wanted('o', send(OTHER)), wanted('over', send()), {
    type: 'dismissed',
    job: 'over',
  });
  expect(workable(purse).map(({ job }) => job)).toEqual(['a']);
});
