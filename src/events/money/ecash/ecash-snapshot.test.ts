import { expect, test } from 'vitest';
import { isFaithful, plainFolded, readSnapshot } from './ecash-snapshot.ts';

const MINT = 'https://mint.example';
const KEYSET = '009a1f293253e41e';
const KEY = 'b'.repeat(64);
const PROOF = { id: KEYSET, amount: 8, secret: 'secret', C: `02${'1'.padStart(64, '0')}` };
const SEND = { type: 'send', mint: MINT, amount: 4, memo: 'Tea' };
const JOB = {
  job: 'a',
  at: 5,
  tries: 2,
  want: SEND,
  prepared: {
    api: 'v1',
    inputs: [PROOF],
    outputs: { keyset: KEYSET, counter: 3, amounts: [4, 4] },
    given: 1,
    fee: 0,
  },
  settled: { kept: [PROOF], given: [PROOF] },
  reason: { code: 'silent' },
  isSpent: true,
  isDismissed: false,
};
const SNAPSHOT = {
  type: 'folded',
  words: 'words',
  keys: [{ pubkey: KEY, key: 'c'.repeat(64) }],
  mints: [MINT],
  proofs: [
    { mint: MINT, by: 'a', proof: PROOF },
    { mint: MINT, proof: { ...PROOF, C: `02${'2'.padStart(64, '0')}` } },
  ],
  counters: [[`${MINT} ${KEYSET}`, 7]],
  forgottenUntil: 4,
  jobs: [
    JOB,
    { ...JOB, job: 'b', isSpent: false, isDismissed: true },
    { job: 'c', at: 6, tries: 0, want: SEND, isSpent: false, isDismissed: false },
  ],
};

/** Read a stored snapshot and write it again, as JSON without undefined fields. */
function again(snapshot: unknown): unknown {
  const read = readSnapshot(snapshot);
  return read && JSON.parse(JSON.stringify(plainFolded(read)));
}

test('E-48 a snapshot of the ecash log is read back with all of its fields', () => {
  expect(again(SNAPSHOT)).toEqual(SNAPSHOT);
  const { words: _, forgottenUntil: __, ...bare } = SNAPSHOT;
  expect(again(bare)).toEqual(bare);
});

test('E-48 a snapshot from before locks existed has no keys', () => {
  const { keys: _, ...old } = SNAPSHOT;
  expect(again(old)).toEqual({ ...SNAPSHOT, keys: [] });
});

test('E-48 a snapshot with one unusable part is not read at all', () => {
  const job = (more: object) => ({ ...SNAPSHOT, jobs: [JOB, { ...JOB, ...more }] });
  const own = (more: object) => ({
    ...SNAPSHOT,
    proofs: [{ mint: MINT, by: 'a', proof: PROOF, ...more }],
  });
  const unusable: readonly unknown[] = [
    'snapshot',
    { ...SNAPSHOT, type: 'dreamt' },
    { ...SNAPSHOT, words: 1 },
    { ...SNAPSHOT, keys: [...SNAPSHOT.keys, { pubkey: KEY, key: 'c' }] },
    { ...SNAPSHOT, keys: ['key'] },
    { ...SNAPSHOT, keys: 'keys' },
    { ...SNAPSHOT, mints: undefined },
    { ...SNAPSHOT, mints: [MINT, `${MINT}/`] },
    { ...SNAPSHOT, mints: [1] },
    { ...SNAPSHOT, proofs: undefined },
    { ...SNAPSHOT, proofs: [1] },
    own({ mint: 'x' }),
    own({ by: 1 }),
    own({ proof: {} }),
    { ...SNAPSHOT, counters: undefined },
    ...[1, [1, 1], ['x'], ['x', -1], ['x', 0.5], ['x', '1']].map((counter) => ({
      ...SNAPSHOT,
      counters: [counter],
    })),
    { ...SNAPSHOT, forgottenUntil: '4' },
    { ...SNAPSHOT, jobs: undefined },
    { ...SNAPSHOT, jobs: [1] },
    job({ job: 1 }),
    job({ at: '5' }),
    job({ tries: '2' }),
    job({ want: {} }),
    job({ prepared: {} }),
    job({ settled: {} }),
    job({ reason: {} }),
  ];
  expect(unusable.filter((one) => readSnapshot(one) !== undefined)).toEqual([]);
});

test('E-48 a counter of zero is kept, and flags of a job are set only by true', () => {
  const counters = [[`${MINT} ${KEYSET}`, 0]];
  expect(again({ ...SNAPSHOT, counters })).toEqual({ ...SNAPSHOT, counters });
  const jobs = [{ ...JOB, isSpent: 'yes', isDismissed: 1 }];
  expect(again({ ...SNAPSHOT, jobs })).toEqual({
    ...SNAPSHOT,
    jobs: [{ ...JOB, isSpent: false, isDismissed: false }],
  });
});

test('E-48 a snapshot is faithful only if every part of it can be read again', () => {
  const read = readSnapshot(SNAPSHOT);
  if (!read) throw new Error('not read');
  expect(isFaithful(read)).toBe(true);
  expect(isFaithful({ ...read, purse: { ...read.purse, mints: new Set(['x']) } })).toBe(false);
  const jobs = new Map(read.purse.jobs);
  const [first] = jobs.values();
  if (first)
    jobs.set('a', {
      ...first,
      want: { type: 'send', mint: MINT, amount: 4, memo: 'm'.repeat(9_000) },
    });
  expect(isFaithful({ ...read, purse: { ...read.purse, jobs } })).toBe(false);
});
