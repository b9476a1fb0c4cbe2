import { expect, test } from 'vitest';
import { secretOf } from '../../account/keys/secret.ts';
import { serializeEntry, readEntry, sentProof } from './ecash-log-entry.ts';

const MINT = 'https://mint.example';
const KEYSET = '009a1f293253e41e';
const KEY = 'b'.repeat(64);
const PROOF = {
  id: KEYSET,
  amount: 8,
  secret: 'secret',
  C: `02${'1'.padStart(64, '0')}`,
  dleq: { e: KEY, s: KEY, r: KEY },
  witness: '{"signatures":[]}',
};
const RECEIVE = { type: 'receive', mint: MINT, proofs: [PROOF], of: 'a', proven: true };
const SEND = { type: 'send', mint: MINT, amount: 4, memo: 'Tea', lock: KEY };
const MELT = { type: 'melt', mint: MINT, invoice: 'lnbc1', amount: 2 };
const RESTORE = { type: 'restore', mint: MINT, words: 'other words' };
const OUTPUTS = { keyset: KEYSET, counter: 3, amounts: [0, 1, 8] };
const PREPARED = {
  api: 'v1',
  inputs: [PROOF],
  outputs: OUTPUTS,
  given: 1,
  fee: 2,
  quote: 'quote',
  invoice: 'lnbc1',
  until: 9,
};
const SETTLED = {
  kept: [PROOF],
  given: [{ ...PROOF, C: `03${'2'.padStart(64, '0')}` }],
  preimage: KEY,
  counters: { [KEYSET]: 3 },
};
const wanted = (want: unknown, more: object = {}) => ({
  type: 'wanted',
  job: 'a',
  want,
  at: 5,
  ...more,
});
const prepared = (more: object) => ({
  type: 'prepared',
  job: 'a',
  prepared: { ...PREPARED, ...more },
});
const settled = (more: object) => ({ type: 'settled', job: 'a', settled: { ...SETTLED, ...more } });
const refused = (more: object) => ({
  type: 'refused',
  job: 'a',
  reason: { code: 'silent' },
  ...more,
});

/** Read a stored line and write it again, as JSON without undefined fields. */
function again(line: unknown): unknown {
  const read = readEntry(line);
  return read && JSON.parse(JSON.stringify(serializeEntry(read)));
}

test('E-48 each kind of ecash line is read back with all of its fields', () => {
  const lines = [
    { type: 'seeded', words: 'words' },
    { type: 'seeded', words: 'words', given: true },
    { type: 'keyed', pubkey: KEY, key: 'c'.repeat(64) },
    { type: 'allowed', mint: MINT },
    { type: 'removed', mint: MINT },
    ...[RECEIVE, SEND, MELT, RESTORE, { type: 'mint', mint: MINT, amount: 2 }].map((want) =>
      wanted(want),
    ),
    wanted(SEND, { off: true }),
    wanted({ type: 'receive', mint: MINT, proofs: [PROOF] }),
    wanted({ type: 'send', mint: MINT, amount: 4, memo: '' }),
    wanted({ type: 'restore', mint: MINT }),
    prepared({}),
    prepared({ api: 'v0', inputs: [], given: 0, fee: 0 }),
    settled({}),
    refused({ gone: ['x'] }),
    refused({ reason: { code: 'said', text: 'No' } }),
    ...['released', 'spent', 'dismissed'].map((type) => ({ type, job: 'a' })),
  ];
  for (const line of lines) expect(again(line)).toEqual(line);
});

test('INV-ISOLATE an ecash line without a required field, or with an unusable one, is not read', () => {
  const unusable: readonly unknown[] = [
    'line',
    { type: 'seeded' },
    { type: 'seeded', words: 'w'.repeat(8_193) },
    { type: 'keyed', pubkey: 'b', key: KEY },
    { type: 'keyed', pubkey: KEY, key: 'b' },
    { type: 'keyed', pubkey: KEY },
    { type: 'allowed' },
    { type: 'allowed', mint: `${MINT}/` },
    { type: 'removed' },
    { type: 'dreamt', job: 'a' },
    { type: 'released' },
    wanted(SEND, { job: 1 }),
    wanted(SEND, { at: '5' }),
    wanted('send'),
    wanted({ ...SEND, type: 'dreamt' }),
    wanted({ ...SEND, mint: undefined }),
    wanted({ ...SEND, mint: `${MINT}/` }),
    ...[0, -1, 1.5, '4', undefined].map((amount) => wanted({ ...SEND, amount })),
    wanted({ ...SEND, lock: 'b' }),
    wanted({ ...MELT, invoice: undefined }),
    wanted({ ...RECEIVE, proofs: undefined }),
    wanted({ ...RECEIVE, proofs: [PROOF, {}] }),
    wanted({ ...RECEIVE, proofs: Array.from({ length: 10_001 }, () => PROOF) }),
    { ...prepared({}), prepared: 'x' },
    prepared({ api: 'v2' }),
    prepared({ inputs: [{}] }),
    prepared({ given: -1 }),
    prepared({ fee: 0.5 }),
    prepared({ outputs: 'x' }),
    prepared({ outputs: { ...OUTPUTS, keyset: undefined } }),
    prepared({ outputs: { ...OUTPUTS, keyset: 'x' } }),
    prepared({ outputs: { ...OUTPUTS, counter: -1 } }),
    prepared({ outputs: { ...OUTPUTS, amounts: 1 } }),
    prepared({ outputs: { ...OUTPUTS, amounts: [1, -1] } }),
    { ...settled({}), settled: 'x' },
    settled({ kept: [{}] }),
    settled({ given: undefined }),
    refused({ reason: undefined }),
    refused({ reason: { code: 'dreamt' } }),
  ];
  expect(unusable.filter((line) => readEntry(line) !== undefined)).toEqual([]);
});

test('INV-ISOLATE unusable optional fields of an ecash line are left out', () => {
  expect(again({ type: 'seeded', words: 'words', given: 'yes' })).toEqual({
    type: 'seeded',
    words: 'words',
  });
  expect(again(wanted({ ...RECEIVE, of: 1, proven: 'yes' }, { off: 'yes' }))).toEqual(
    wanted({ type: 'receive', mint: MINT, proofs: [PROOF] }),
  );
  expect(again(wanted({ ...SEND, memo: 1, lock: undefined }))).toEqual(
    wanted({ type: 'send', mint: MINT, amount: 4, memo: '' }),
  );
  expect(again(wanted({ ...MELT, lock: 'b' }))).toEqual(wanted(MELT));
  expect(again(wanted({ ...RESTORE, words: 1 }))).toEqual(wanted({ type: 'restore', mint: MINT }));
  const { api, inputs, outputs, given, fee } = PREPARED;
  expect(again(prepared({ quote: 1, invoice: 1, until: -1 }))).toEqual({
    ...prepared({}),
    prepared: { api, inputs, outputs, given, fee },
  });
  const { kept, given: handed } = SETTLED;
  expect(again(settled({ preimage: 1, counters: 'x' }))).toEqual({
    ...settled({}),
    settled: { kept, given: handed },
  });
  expect(again(settled({ counters: { [KEYSET]: 3, other: -1 } }))).toEqual(settled({}));
  expect(again(refused({ gone: 'x' }))).toEqual(refused({}));
  expect(again(refused({ gone: ['x', 1] }))).toEqual(refused({ gone: ['x'] }));
});

test('E-48 the largest stored text and list of proofs are still read', () => {
  const words = 'w'.repeat(8_192);
  expect(again({ type: 'seeded', words })).toEqual({ type: 'seeded', words });
  const most = wanted({ ...RECEIVE, proofs: Array.from({ length: 10_000 }, () => PROOF) });
  expect(readEntry(most)).toBeDefined();
});

test('NUT-12 a mint receives a proof with its secret and witness, but without its DLEQ proof', () => {
  const { dleq, witness, ...plain } = PROOF;
  const proof = { ...plain, dleq, secret: secretOf('secret') };
  expect(sentProof({ ...proof, witness })).toEqual({ ...plain, witness });
  expect(sentProof(proof)).toEqual(plain);
});
