import { expect, test } from 'vitest';
import { secretOf } from '../../account/keys/secret.ts';
import { seconds } from '../../core/time.ts';
import type { Proof } from './cashu.ts';
import type { EcashLogEntry, EcashWant } from './ecash-log-entry.ts';
import {
  balancesOf,
  EMPTY_PURSE,
  freeProofs,
  isTakenBack,
  nextCounters,
  type Purse,
  receiverOf,
  shownJobs,
} from './ecash-log.ts';
import { compactLog } from './ecash-snapshot.ts';
import { foldEcash } from './fold-ecash.ts';

const [MINT, OTHER] = ['https://mint.example', 'https://other.example'] as const;
const KEYSET = '009a1f293253e41e';
const at = seconds(5);
const proof = (nth: number, amount: number): Proof => ({
  id: KEYSET,
  amount,
  secret: secretOf(`secret ${nth}`),
  C: `02${nth.toString(16).padStart(64, '0')}`,
});
const [EIGHT, FOUR] = [proof(1, 8), proof(2, 4)] as const;
const seeded: EcashLogEntry = { type: 'seeded', words: secretOf('words') };
const allowed: EcashLogEntry = { type: 'allowed', mint: MINT };
const wanted = (job: string, want: EcashWant, when = at): EcashLogEntry => ({
  type: 'wanted',
  job,
  want,
  at: when,
});
const send = (amount: number, lock?: string): EcashWant => ({
  type: 'send',
  mint: MINT,
  amount,
  memo: '',
  lock,
});
const prepared = (
  job: string,
  inputs: readonly Proof[],
  amounts: readonly number[],
  given = 0,
): EcashLogEntry => ({
  type: 'prepared',
  job,
  prepared: { api: 'v1', inputs, outputs: { keyset: KEYSET, counter: 3, amounts }, given, fee: 0 },
});
const settled = (
  job: string,
  kept: readonly Proof[],
  given: readonly Proof[] = [],
  more: object = {},
): EcashLogEntry => ({ type: 'settled', job, settled: { kept, given, ...more } });
const held = (...lines: readonly EcashLogEntry[]): Purse =>
  foldEcash(EMPTY_PURSE, [
    seeded,
    allowed,
    wanted('r', { type: 'restore', mint: MINT }),
    settled('r', [EIGHT, FOUR], [], { counters: { [KEYSET]: 3 } }),
    ...lines,
  ]);

test('E-48 each line changes its own part of the wallet, and nothing else', () => {
  const key = 'b'.repeat(64);
  const purse = held({ type: 'keyed', pubkey: key, key: secretOf('k') }, wanted('a', send(4)));
  expect([purse.words?.reveal(), [...purse.keys.keys()], [...purse.mints]]).toEqual([
    'words',
    [key],
    [MINT],
  ]);
  expect([[...purse.jobs.keys()], [...purse.proofs.keys()], [...purse.counters]]).toEqual([
    ['r', 'a'],
    [EIGHT.C, FOUR.C],
    [[`${MINT} ${KEYSET}`, 3]],
  ]);
  expect(purse.jobs.get('a')).toEqual({
    job: 'a',
    at,
    want: send(4),
    tries: 0,
    isSpent: false,
    isDismissed: false,
  });
});

test('E-42 a prepared job takes its inputs and its secrets, and a released one gives the inputs back', () => {
  const purse = held(wanted('a', send(3)), prepared('a', [FOUR], [1, 2, 1], 2));
  expect([balancesOf(purse).get(MINT), nextCounters(purse).get(KEYSET)]).toEqual([8, 6]);
  expect([purse.proofs.get(FOUR.C)?.by, purse.proofs.get(EIGHT.C)?.by]).toEqual(['a', undefined]);
  const back = foldEcash(purse, [{ type: 'released', job: 'a' }]);
  expect([balancesOf(back).get(MINT), nextCounters(back).get(KEYSET)]).toEqual([12, 6]);
  expect(back.jobs.get('a')).toMatchObject({ tries: 1, prepared: undefined });
});

test('E-42 a paid invoice is prepared again only with its quote and later secrets', () => {
  const mint = (counter: number, quote: string, keyset = KEYSET): EcashLogEntry => ({
    type: 'prepared',
    job: 'm',
    prepared: {
      api: 'v1',
      inputs: [],
      outputs: { keyset, counter, amounts: [4, 1] },
      given: 0,
      fee: 0,
      quote,
    },
  });
  const purse = held(wanted('m', { type: 'mint', mint: MINT, amount: 5 }), mint(3, 'q'));
  const after = (...lines: readonly EcashLogEntry[]) => {
    const next = foldEcash(purse, lines);
    return [next.jobs.get('m')?.prepared?.outputs.counter, nextCounters(next).get(KEYSET)];
  };
  expect(after(mint(3, 'q'), mint(4, 'q'), mint(9, 'other'), mint(9, 'q', '00'))).toEqual([3, 5]);
  expect(after(mint(9, 'q'))).toEqual([9, 11]);
});

test('E-48 a settled job replaces its inputs by the proofs that it keeps', () => {
  const kept = proof(9, 1);
  const lines = [wanted('a', send(3)), prepared('a', [FOUR], [1, 2, 1], 2)];
  const given = [proof(7, 1), proof(8, 2)];
  const purse = held(
    ...lines,
    settled('a', [kept], given, { counters: { [KEYSET]: 9, other: 2 } }),
  );
  expect([...purse.proofs.keys()]).toEqual([EIGHT.C, kept.C]);
  expect([...purse.counters]).toEqual([
    [`${MINT} ${KEYSET}`, 9],
    [`${MINT} other`, 2],
  ]);
  const lower = held(...lines, settled('a', [kept], given, { counters: { [KEYSET]: 1 } }));
  expect([...lower.counters]).toEqual([[`${MINT} ${KEYSET}`, 6]]);
});

test('E-48 a token that is taken back, or found to be redeemed, is no longer outstanding', () => {
  const sent = held(wanted('a', send(4)), prepared('a', [FOUR], []), settled('a', [], [FOUR]));
  const want: EcashWant = { type: 'receive', mint: MINT, proofs: [FOUR], of: 'a' };
  const back = foldEcash(sent, [wanted('b', want), prepared('b', [FOUR], [4])]);
  const isSpent = (line: EcashLogEntry) => foldEcash(back, [line]).jobs.get('a')?.isSpent;
  expect(back.jobs.get('a')?.isSpent).toBe(false);
  expect(isSpent(settled('b', [proof(9, 4)]))).toBe(true);
  expect([
    isSpent({ type: 'refused', job: 'b', reason: { code: 'spent' } }),
    isSpent({ type: 'refused', job: 'b', reason: { code: 'silent' } }),
  ]).toEqual([true, false]);
  expect(
    foldEcash(back, [{ type: 'refused', job: 'b', reason: { code: 'silent' } }]).jobs.get('b'),
  ).toMatchObject({ reason: { code: 'silent' } });
});

test('ECASH-01 a token counts as taken back only once its own job has received it', () => {
  const sent = held(wanted('a', send(4)), prepared('a', [FOUR], []), settled('a', [], [FOUR]));
  const want: EcashWant = { type: 'receive', mint: MINT, proofs: [FOUR], of: 'a' };
  const back = foldEcash(sent, [wanted('b', want), prepared('b', [FOUR], [4])]);
  const isBack = (line: EcashLogEntry) => isTakenBack(foldEcash(back, [line]), 'a');
  expect([isTakenBack(sent, 'a'), isTakenBack(back, 'a')]).toEqual([false, false]);
  expect(isBack({ type: 'refused', job: 'b', reason: { code: 'spent' } })).toBe(false);
  expect(isBack(settled('b', [proof(9, 4)]))).toBe(true);
  const over = foldEcash(back, [settled('b', [proof(9, 4)]), { type: 'dismissed', job: 'b' }]);
  expect([isTakenBack(over, 'a'), isTakenBack(compactLog(over, 0), 'a')]).toEqual([true, true]);
});

test('E-42 a refused job frees its own proofs, without those that its mint reports as spent', () => {
  const purse = held(
    wanted('a', send(3)),
    wanted('b', send(2)),
    prepared('a', [FOUR], [1, 2, 1], 2),
  );
  const both = foldEcash(purse, [
    {
      type: 'prepared',
      job: 'b',
      prepared: {
        api: 'v1',
        inputs: [EIGHT],
        outputs: { keyset: KEYSET, counter: 6, amounts: [2, 2, 4] },
        given: 1,
        fee: 0,
      },
    },
  ]);
  const refused = (gone?: readonly string[]) =>
    foldEcash(both, [{ type: 'refused', job: 'a', reason: { code: 'silent' }, gone }]).proofs;
  expect([refused().get(FOUR.C)?.by, refused().get(EIGHT.C)?.by]).toEqual([undefined, 'b']);
  expect([refused([FOUR.C]).get(FOUR.C)?.by, refused([EIGHT.C]).get(FOUR.C)?.by]).toEqual([
    'a',
    undefined,
  ]);
});

test('E-48 balances count the free proofs of each mint, also of one that is no longer allowed', () => {
  const purse = held();
  const other = { mint: OTHER, proof: proof(7, 2), by: undefined };
  const more: Purse = { ...purse, proofs: new Map(purse.proofs).set('x', other) };
  expect([...balancesOf(more)]).toEqual([
    [MINT, 12],
    [OTHER, 2],
  ]);
  expect(freeProofs(more, OTHER)).toEqual([other.proof]);
  expect(freeProofs({ ...more, proofs: new Map([['x', { ...other, by: 'a' }]]) }, OTHER)).toEqual(
    [],
  );
});

test('E-42 the next secret of a keyset is after the highest one of all mints, and may be the first', () => {
  const counters = new Map([
    [`${MINT} one`, 3],
    [`${OTHER} one`, 5],
    [`${MINT}/a%20b one`, 4],
    [`${MINT} two`, 0],
  ]);
  expect([...nextCounters({ ...EMPTY_PURSE, counters })]).toEqual([
    ['one', 5],
    ['two', 0],
  ]);
});

test('ECASH-01 the receiver of a token is an open or settled job with one of its secrets', () => {
  const want: EcashWant = { type: 'receive', mint: MINT, proofs: [proof(7, 2), proof(8, 1)] };
  const purse = held(wanted('a', want), wanted('s', send(4)));
  expect(receiverOf(purse, [proof(8, 1)])?.job).toBe('a');
  expect(receiverOf(purse, [proof(9, 1)])).toBeUndefined();
  const after = (line: EcashLogEntry) => receiverOf(foldEcash(purse, [line]), [proof(7, 2)]);
  expect([
    after({ type: 'dismissed', job: 'a' }),
    after({ type: 'refused', job: 'a', reason: { code: 'silent' } }),
  ]).toEqual([undefined, undefined]);
});

test('ECASH-01 the jobs are shown newest first, without dismissed ones', () => {
  const purse = held(
    wanted('old', send(1), seconds(1)),
    wanted('new', send(1), seconds(9)),
    wanted('gone', send(1), seconds(10)),
    { type: 'dismissed', job: 'gone' },
  );
  expect(shownJobs(purse).map(({ job }) => job)).toEqual(['new', 'r', 'old']);
});

test('E-39 E-48 2,200 ended jobs are kept by name, and 200 of them in full', () => {
  const ended = foldEcash(EMPTY_PURSE, [
    wanted('0', { type: 'melt', mint: MINT, invoice: 'lnbc1', amount: 1 }),
    { type: 'refused', job: '0', reason: { code: 'silent' } },
  ]).jobs.get('0');
  if (!ended) throw new Error('no job');
  const jobs = new Map(
    Array.from({ length: 2_202 }, (_, nth) => [
      `${nth}`,
      { ...ended, job: `${nth}`, at: seconds(nth) },
    ]),
  );
  const kept = compactLog({ ...EMPTY_PURSE, jobs });
  expect([kept.jobs.size, kept.forgottenUntil, shownJobs(kept).length]).toEqual([2_200, 1, 200]);
  expect(compactLog({ ...kept, forgottenUntil: seconds(7) }).forgottenUntil).toBe(7);
});

test('E-48 an ended job keeps its result; of its proofs only locked ones that it gave away', () => {
  const gift = proof(7, 4);
  const ended = (want: EcashWant) => {
    const purse = held(
      wanted('a', want),
      prepared('a', [FOUR], [4], want.type === 'send' ? 1 : 0),
      settled('a', [], [gift], { preimage: 'p' }),
      { type: 'spent', job: 'a' },
    );
    return compactLog(purse, 0).jobs.get('a');
  };
  const locked = ended(send(4, 'b'.repeat(64)));
  expect(locked?.settled).toEqual({ kept: [], given: [gift], preimage: 'p' });
  expect(ended(send(4))?.settled).toEqual({ kept: [], given: [], preimage: 'p' });
  const plain = compactLog(held(), 0).jobs.get('r');
  expect(plain).toMatchObject({ settled: { kept: [], given: [] }, isDismissed: true });
});

test('E-48 an ended job forgets the words of a restore and the proofs of a received token', () => {
  const restore: EcashWant = { type: 'restore', mint: MINT, words: secretOf('others') };
  const receive: EcashWant = { type: 'receive', mint: MINT, proofs: [proof(7, 2)] };
  const ended = (want: EcashWant) => {
    const purse = foldEcash(EMPTY_PURSE, [
      wanted('a', want),
      { type: 'refused', job: 'a', reason: { code: 'silent' } },
    ]);
    return compactLog(purse, 0).jobs.get('a')?.want;
  };
  expect([ended(restore), ended(receive), ended(send(4))]).toEqual([
    { type: 'restore', mint: MINT },
    { type: 'receive', mint: MINT, proofs: [] },
    send(4),
  ]);
});

test('E-48 a restored counter of zero stays zero', () => {
  const purse = foldEcash(EMPTY_PURSE, [
    wanted('r', { type: 'restore', mint: MINT }),
    settled('r', [], [], { counters: { [KEYSET]: 0 } }),
  ]);
  expect([...purse.counters]).toEqual([[`${MINT} ${KEYSET}`, 0]]);
});
