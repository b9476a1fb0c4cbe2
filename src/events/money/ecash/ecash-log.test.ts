import fc from 'fast-check';
import { expect, test } from 'vitest';
import { secretOf } from '../../account/keys/secret.ts';
import { seconds } from '../../core/time.ts';
import { type Proof, worthOf } from './cashu.ts';
import { powersOf } from './ecash-amounts.ts';
import { type EcashLogEntry, serializeEntry, readEntry } from './ecash-log-entry.ts';
import { compactLog, isFaithful, plainFolded, readSnapshot } from './ecash-snapshot.ts';
import {
  balancesOf,
  EMPTY_PURSE,
  freeProofs,
  isEcashOpen,
  nextCounters,
  type Purse,
  shownJobs,
} from './ecash-log.ts';
import { foldEcash } from './fold-ecash.ts';
import { admitsEcash } from './ecash-admission.ts';
import { runs } from '../../../../tests/support/runs.ts';

const MINT = 'https://mint.example';
const KEYSET = '009a1f293253e41e';
const at = seconds(5);
const proof = (nth: number, amount: number): Proof => ({
  id: KEYSET,
  amount,
  secret: secretOf(`secret ${nth}`),
  C: `02${nth.toString(16).padStart(64, '0')}`,
});
const begun: readonly EcashLogEntry[] = [
  { type: 'seeded', words: secretOf('words') },
  { type: 'allowed', mint: MINT },
];

/** Return a wallet with proofs of these amounts. */
function holding(...amounts: readonly number[]): Purse {
  return foldEcash(EMPTY_PURSE, [
    ...begun,
    { type: 'wanted', job: 'r', want: { type: 'restore', mint: MINT }, at },
    {
      type: 'settled',
      job: 'r',
      settled: { kept: amounts.map((amount, nth) => proof(nth, amount)), given: [] },
    },
  ]);
}

/** Return the request to the mint of a send job that uses all free proofs. */
function sending(
  purse: Purse,
  job: string,
  amount: number,
  counter = nextCounters(purse).get(KEYSET) ?? 0,
): EcashLogEntry {
  const inputs = freeProofs(purse, MINT);
  const given = powersOf(amount);
  const outputs = {
    keyset: KEYSET,
    counter,
    amounts: [...given, ...powersOf(worthOf(inputs) - amount)],
  };
  return {
    type: 'prepared',
    job,
    prepared: { api: 'v1', inputs, outputs, given: given.length, fee: 0 },
  };
}
const wanted = (job: string, amount: number): EcashLogEntry => ({
  type: 'wanted',
  job,
  want: { type: 'send', mint: MINT, amount, memo: '' },
  at,
});

test('E-42 of two tabs that want the same proofs or show the same secrets, only one may', () => {
  const purse = foldEcash(holding(8, 4), [wanted('a', 3), wanted('b', 3)]);
  const [one, other] = [sending(purse, 'a', 3), sending(purse, 'b', 3)];
  expect([admitsEcash(purse, one), admitsEcash(purse, other)]).toEqual([true, true]);
  const after = foldEcash(purse, [one]);
  expect(admitsEcash(after, other)).toBe(false);
  expect([balancesOf(after).get(MINT), nextCounters(after).get(KEYSET)]).toEqual([0, 4]);
  // Once they are released, the proofs can be used again, but with other secrets.
  const back = foldEcash(after, [{ type: 'released', job: 'a' }]);
  expect(balancesOf(back).get(MINT)).toBe(12);
  expect([
    admitsEcash(back, sending(back, 'b', 3, 0)),
    admitsEcash(back, sending(back, 'b', 3)),
  ]).toEqual([false, true]);
});

test("E-42 a mint that lists another mint's keyset never receives a secret that the other has seen", () => {
  const other = 'https://other.example';
  const purse = foldEcash(holding(8, 4), [
    wanted('a', 3),
    { type: 'allowed', mint: other },
    { type: 'wanted', job: 'o', want: { type: 'mint', mint: other, amount: 1 }, at },
  ]);
  const minting = (counter: number): EcashLogEntry => ({
    type: 'prepared',
    job: 'o',
    prepared: {
      api: 'v1',
      inputs: [],
      outputs: { keyset: KEYSET, counter, amounts: [1] },
      given: 0,
      fee: 0,
    },
  });
  expect(admitsEcash(purse, minting(0))).toBe(true);
  const after = foldEcash(purse, [sending(purse, 'a', 3)]);
  expect([0, 3, 4].map((counter) => admitsEcash(after, minting(counter)))).toEqual([
    false,
    false,
    true,
  ]);
});

test('E-42 nothing is prepared for an unapproved mint, without words, or for a different sum', () => {
  const purse = foldEcash(holding(8, 4), [wanted('a', 3)]);
  const line = sending(purse, 'a', 3);
  expect(admitsEcash({ ...purse, mints: new Set() }, line)).toBe(false);
  expect(admitsEcash({ ...purse, words: undefined }, line)).toBe(false);
  expect(admitsEcash(purse, sending(purse, 'a', 2))).toBe(false);
  expect(admitsEcash(purse, sending(purse, 'nobody', 3))).toBe(false);
  if (line.type !== 'prepared') throw new Error('no line');
  const { prepared } = line;
  for (const amounts of [
    [3, 9],
    [1, 2, 9],
    [1, 2, 8, 4],
  ])
    expect(
      admitsEcash(purse, {
        ...line,
        prepared: { ...prepared, outputs: { ...prepared.outputs, amounts } },
      }),
    ).toBe(false);
});

test('ECASH-01 a token is received only once, however often it is submitted', () => {
  const purse = foldEcash(EMPTY_PURSE, begun);
  const want = { type: 'receive', mint: MINT, proofs: [proof(1, 8)] } as const;
  const first = foldEcash(purse, [{ type: 'wanted', job: 'a', want, at }]);
  expect(admitsEcash(first, { type: 'wanted', job: 'b', want, at })).toBe(false);
  const refused = foldEcash(first, [{ type: 'refused', job: 'a', reason: { code: 'silent' } }]);
  expect(admitsEcash(refused, { type: 'wanted', job: 'b', want, at })).toBe(true);
  // own proofs are not received again
  expect(
    admitsEcash(holding(8), {
      type: 'wanted',
      job: 'b',
      want: { ...want, proofs: [proof(0, 8)] },
      at,
    }),
  ).toBe(false);
});

test('E-42 proofs that the mint reports as spent leave the balance but are not forgotten', () => {
  const purse = foldEcash(holding(8, 4), [wanted('a', 3)]);
  const after = foldEcash(purse, [
    sending(purse, 'a', 3),
    { type: 'refused', job: 'a', reason: { code: 'spent' }, gone: [proof(0, 8).C] },
  ]);
  expect([balancesOf(after).get(MINT), after.proofs.size]).toEqual([4, 2]);
});

test('E-42 free proofs reported as spent leave the balance of their mint only, and stay out', () => {
  const purse = foldEcash(holding(8, 4, 2), [wanted('a', 3)]);
  const gone = [0, 1].map((nth) => proof(nth, 8 / 2 ** nth).C);
  const refused = { type: 'refused', job: 'a', reason: { code: 'spent' }, gone } as const;
  const after = foldEcash(purse, [sending(purse, 'a', 3), refused]);
  expect([balancesOf(after).get(MINT), after.proofs.size]).toEqual([2, 3]);
  // another mint does not decide about them, and a second report changes nothing
  const elsewhere = new Map([...purse.proofs].map(([C, own]) => [C, { ...own, mint: 'other' }]));
  const other = foldEcash({ ...purse, proofs: elsewhere }, [refused]);
  expect(balancesOf(other).get('other')).toBe(14);
  expect(foldEcash(after, [refused])).toEqual(after);
});

const line = fc.oneof(
  fc.record({ type: fc.constant('released' as const), job: fc.constantFrom('a', 'b') }),
  fc.record({ type: fc.constant('dismissed' as const), job: fc.constantFrom('a', 'b') }),
  fc.record({ type: fc.constant('spent' as const), job: fc.constantFrom('a', 'b') }),
  fc.record({
    type: fc.constant('refused' as const),
    job: fc.constantFrom('a', 'b'),
    reason: fc.constant({ code: 'silent' as const }),
  }),
);

test('E-48 the total of owned, pending and sent ecash is constant for any order of lines', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(line, fc.constantFrom('prepare a', 'prepare b', 'settle a', 'settle b')), {
        maxLength: 20,
      }),
      (steps) => {
        let purse = foldEcash(holding(8, 4, 2, 1), [wanted('a', 3), wanted('b', 5)]);
        let nth = 100;
        for (const step of steps) {
          const job = typeof step === 'string' ? step.slice(-1) : step.job;
          const record = purse.jobs.get(job);
          const amount = job === 'a' ? 3 : 5;
          if (typeof step !== 'string') purse = foldEcash(purse, [step]);
          else if (step.startsWith('prepare'))
            purse = foldEcash(purse, [sending(purse, job, amount)]);
          else if (record?.prepared) {
            const made = record.prepared.outputs.amounts.map((one) => proof(nth++, one));
            const { given } = record.prepared;
            purse = foldEcash(purse, [
              {
                type: 'settled',
                job,
                settled: { given: made.slice(0, given), kept: made.slice(given) },
              },
            ]);
          }
          const own = worthOf([...purse.proofs.values()].map(({ proof: one }) => one));
          const out = worthOf(
            [...purse.jobs.values()].flatMap(({ settled }) => settled?.given ?? []),
          );
          expect(own + out).toBe(15);
        }
      },
    ),
  );
});

test('E-48 a line is read back unchanged, and a malformed line is not read', () => {
  const purse = foldEcash(holding(8, 4), [wanted('a', 3)]);
  const lines: readonly EcashLogEntry[] = [
    ...begun,
    { type: 'seeded', words: secretOf('others'), given: true },
    wanted('a', 3),
    {
      type: 'wanted',
      job: 'b',
      want: { type: 'receive', mint: MINT, proofs: [proof(1, 2)], of: 'a' },
      at,
    },
    {
      type: 'wanted',
      job: 'c',
      want: { type: 'melt', mint: MINT, invoice: 'lnbc1', amount: 2 },
      at,
    },
    {
      type: 'wanted',
      job: 'd',
      want: { type: 'restore', mint: MINT, words: secretOf('others') },
      at,
    },
    sending(purse, 'a', 3),
    {
      type: 'settled',
      job: 'a',
      settled: { kept: [proof(2, 8)], given: [proof(3, 1)], counters: { [KEYSET]: 3 } },
    },
    { type: 'refused', job: 'a', reason: { code: 'said', text: 'no' }, gone: ['x'] },
    { type: 'spent', job: 'a' },
  ];
  for (const one of lines) {
    const read = readEntry(JSON.parse(JSON.stringify(serializeEntry(one))));
    expect(read && serializeEntry(read)).toEqual(JSON.parse(JSON.stringify(serializeEntry(one))));
    expect(JSON.stringify(one)).not.toContain('secret 1');
  }
  fc.assert(fc.property(fc.jsonValue(), (value) => void readEntry(value)));
  for (const broken of [
    { type: 'settled', job: 'a', settled: { kept: [{}], given: [] } },
    { type: 'other', job: 'a' },
    { type: 'allowed', mint: 'x' },
  ])
    expect(readEntry(broken)).toBeUndefined();
});

/** Compact the log up to this point, store it and read it back. */
function keptAndRead(purse: Purse, most?: number): Purse {
  const read = readSnapshot(
    JSON.parse(JSON.stringify(plainFolded({ type: 'folded', purse: compactLog(purse, most) }))),
  );
  if (!read) throw new Error('not to be read');
  return read.purse;
}
/** The parts of a purse that matter for money, in the clear. */
const valueOf = (purse: Purse) => ({
  words: purse.words?.reveal(),
  mints: [...purse.mints],
  proofs: [...purse.proofs.values()].map(({ mint, by, proof: { C, amount, id, secret } }) => [
    mint,
    by,
    C,
    amount,
    id,
    secret.reveal(),
  ]),
  counters: [...purse.counters],
  out: [...purse.jobs.values()].flatMap(({ settled, isSpent }) =>
    isSpent ? [] : (settled?.given ?? []).map(({ C }) => C),
  ),
  open: [...purse.jobs.values()]
    .filter(isEcashOpen)
    .map(({ job, tries, prepared }) => [
      job,
      tries,
      prepared?.outputs.counter,
      prepared?.inputs.length,
    ]),
});

test('E-48 compacting a log at any point preserves its sums and all later results', () => {
  const steps = fc.array(
    fc.oneof(line, fc.constantFrom('prepare a', 'prepare b', 'settle a', 'settle b')),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(steps, fc.nat(20), fc.constantFrom(0, 1, 200), (all, cut, most) => {
      let long = foldEcash(holding(8, 4, 2, 1), [wanted('a', 3), wanted('b', 5)]);
      let short = long;
      let nth = 100;
      for (const [place, step] of all.entries()) {
        if (place === cut) short = keptAndRead(short, most);
        const job = typeof step === 'string' ? step.slice(-1) : step.job;
        const record = long.jobs.get(job);
        const made = record?.prepared?.outputs.amounts.map((one) => proof(nth++, one)) ?? [];
        const given = record?.prepared?.given ?? 0;
        const entry: EcashLogEntry =
          typeof step !== 'string'
            ? step
            : step.startsWith('prepare')
              ? sending(long, job, job === 'a' ? 3 : 5)
              : {
                  type: 'settled',
                  job,
                  settled: { given: made.slice(0, given), kept: made.slice(given) },
                };
        [long, short] = [foldEcash(long, [entry]), foldEcash(short, [entry])];
      }
      expect(valueOf(short)).toEqual(valueOf(long));
      expect(isFaithful({ type: 'folded', purse: short })).toBe(true);
    }),
    { numRuns: runs(100) },
  );
});

test('E-48 the newest ended jobs and all unredeemed tokens are kept; a malformed snapshot is not read', () => {
  const over = Array.from({ length: 5 }, (_, nth): readonly EcashLogEntry[] => [
    wanted(`old ${nth}`, 1),
    { type: 'refused', job: `old ${nth}`, reason: { code: 'silent' } },
  ]);
  const purse = foldEcash(holding(8, 4), [
    wanted('gift', 4),
    sending(foldEcash(holding(8, 4), [wanted('gift', 4)]), 'gift', 4),
    ...over.flat(),
  ]);
  const sent = foldEcash(purse, [
    { type: 'settled', job: 'gift', settled: { given: [proof(50, 4)], kept: [proof(51, 8)] } },
  ]);
  const shown = (kept: Purse) =>
    shownJobs(kept)
      .map(({ job }) => job)
      .toSorted();
  expect(shown(keptAndRead(sent, 2))).toEqual(['gift', 'old 3', 'old 4']);
  expect(shown(keptAndRead(foldEcash(sent, [{ type: 'spent', job: 'gift' }]), 0))).toEqual([]);
  fc.assert(fc.property(fc.jsonValue(), (value) => void readSnapshot(value)));
  const plain = JSON.parse(JSON.stringify(plainFolded({ type: 'folded', purse: sent }))) as Record<
    string,
    unknown
  >;
  for (const [key, value] of [
    ['mints', ['x']],
    ['proofs', [{}]],
    ['counters', [[1]]],
    ['jobs', [{ job: 'x' }]],
    ['words', 1],
  ] as const)
    expect(readSnapshot({ ...plain, [key]: value })).toBeUndefined();
});

test('E-39 ECASH-01 a full log accepts a job that is called off in the same batch, and reads it so', () => {
  const full = foldEcash(
    holding(8),
    Array.from({ length: 50 }, (_, nth) => wanted(`waits ${nth}`, 1)),
  );
  const off: EcashLogEntry = {
    type: 'wanted',
    job: 'off',
    want: { type: 'send', mint: MINT, amount: 4, memo: '' },
    at,
    off: true,
  };
  expect([admitsEcash(full, wanted('one more', 1)), admitsEcash(full, off)]).toEqual([false, true]);
  expect(readEntry(JSON.parse(JSON.stringify(serializeEntry(off))))).toEqual(off);
  const after = foldEcash(full, [off, { type: 'dismissed', job: 'off' }]);
  expect([...after.jobs.values()].filter(isEcashOpen)).toHaveLength(50);
  expect(admitsEcash(after, off)).toBe(false);
});

test('E-39 E-48 an ended job never runs again by its name, however often the log is compactLog', () => {
  const melt = (job: string, when: number): EcashLogEntry => ({
    type: 'wanted',
    job,
    at: seconds(when),
    want: { type: 'melt', mint: MINT, invoice: 'lnbc1', amount: 2 },
  });
  const ended = Array.from({ length: 9 }, (_, nth): readonly EcashLogEntry[] => [
    melt(`old ${nth}`, nth),
    { type: 'refused', job: `old ${nth}`, reason: { code: 'notEnough' } },
  ]);
  const long = foldEcash(holding(8, 4), ended.flat());
  let kept = long;
  for (let times = 0; times < 3; times++) kept = keptAndRead(kept, 2);
  expect(ended.some(([wanted]) => wanted && admitsEcash(kept, wanted))).toBe(false);
  expect(kept.jobs.get('old 0')).toMatchObject({
    reason: { code: 'notEnough' },
    isDismissed: true,
    prepared: undefined,
  });
  expect(admitsEcash(kept, melt('new', 3))).toBe(true);
  // Names are bounded too. A job dated before the newest forgotten one may be one of the forgotten.
  const least = compactLog(long, 2, 3);
  expect([[...least.jobs.keys()], least.forgottenUntil]).toEqual([
    ['r', 'old 5', 'old 6', 'old 7', 'old 8'],
    seconds(4),
  ]);
  expect(ended.some(([wanted]) => wanted && admitsEcash(least, wanted))).toBe(false);
  expect([admitsEcash(least, melt('late', 4)), admitsEcash(least, melt('new', 5))]).toEqual([
    false,
    true,
  ]);
  expect(
    admitsEcash(least, {
      type: 'wanted',
      job: 'q',
      at: seconds(1),
      want: { type: 'mint', mint: MINT, amount: 2 },
    }),
  ).toBe(true);
  expect(isFaithful({ type: 'folded', purse: least })).toBe(true);
  const again = keptAndRead(least, 2);
  expect([again.forgottenUntil, admitsEcash(again, melt('late', 4))]).toEqual([seconds(4), false]);
});

test('E-39 E-42 a cancelled job stays cancelled unless its mint was asked', () => {
  const off: EcashLogEntry = { type: 'dismissed', job: 'a' };
  const send = wanted('a', 3);
  const never = foldEcash(holding(8, 4), [send, off]);
  expect([admitsEcash(never, send), admitsEcash(never, sending(never, 'a', 3))]).toEqual([
    false,
    false,
  ]);
  const told = foldEcash(foldEcash(holding(8, 4), [send]), [
    sending(foldEcash(holding(8, 4), [send]), 'a', 3),
  ]);
  expect([admitsEcash(told, send), admitsEcash(told, off)]).toEqual([false, false]);
});
