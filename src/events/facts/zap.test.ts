import fc from 'fast-check';
import { expect, test } from 'vitest';
import { realEvents, rowsHeld, vectors } from '../../../tests/support/events/real-events.ts';
import { type Fields, trusted } from '../../../tests/support/events/trusted.ts';
import { seconds } from '../core/time.ts';
import { readZap, zapRequestOf } from './zap.ts';

const key = (digit: string) => digit.repeat(64);
const [sender, receiver, note] = [key('a'), key('b'), key('c')];
const address = `30023:${receiver}:post`;
/** 250,000,000 msats: the second example of the standard. */
const invoice =
  'lnbc2500u1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdq5xysxxatsyp3k7enxv4jsxqzpu9qrsgquk0rl77nj30yxdy8j9vdx85fkpmdla2087ne0xh8nhedh8w27kyke0lp53ut353s06fv3qfegext0eh0ymjpf39tuven09sam30g4vgpfna3rh';

const request = (tags: string[][], fields: Fields = {}) =>
  trusted({ kind: 9_734, pubkey: sender, tags, content: 'Onward', ...fields });
const receipt = (inner: unknown, tags: string[][], fields: Fields = {}) =>
  trusted({
    kind: 9_735,
    pubkey: key('f'),
    created_at: seconds(7),
    tags: [...tags, ['description', typeof inner === 'string' ? inner : JSON.stringify(inner)]],
    ...fields,
  });
const target = [
  ['p', receiver],
  ['e', note],
];

test('a zap: sender and message from the request, time from the receipt', () => {
  const event = receipt(request([...target, ['relays', 'wss://x.example']]), [
    ...target,
    ['bolt11', invoice],
    ['P', key('0')],
  ]);
  expect(readZap(event)).toEqual({
    id: event.id,
    sender,
    receiver,
    amountMsats: 250_000_000,
    message: 'Onward',
    createdAt: 7,
    target: note,
    receipt: event,
  });
});

test('NOTE-15 amount from the invoice, else from the amount tag, else 0', () => {
  const amount = (tags: string[][], requestTags: string[][]) =>
    readZap(receipt(request([...target, ...requestTags]), [...target, ...tags]))?.amountMsats;
  expect(amount([['bolt11', invoice]], [])).toBe(250_000_000);
  expect(amount([['bolt11', invoice]], [['amount', '250000000']])).toBe(250_000_000);
  expect(amount([], [['amount', '21000']])).toBe(21_000);
  expect(amount([['bolt11', 'rubbish']], [['amount', '21000']])).toBe(21_000);
  expect(amount([['bolt11', 'rubbish']], [])).toBe(0);
  for (const text of ['', '-1', '1.5', '1e3', '0x10', ' 21', '9'.repeat(30), 'all'])
    expect(amount([], [['amount', text]])).toBe(0);
});

test('an article is zapped by its address, and a profile has no target', () => {
  const zap = (tags: string[][]) =>
    readZap(receipt(request([['p', receiver], ...tags]), [['p', receiver]]));
  expect(
    zap([
      ['e', note],
      ['a', address],
    ])?.target,
  ).toBe(address);
  expect(
    zap([
      ['e', note],
      ['a', 'no address'],
    ])?.target,
  ).toBe(note);
  expect(zap([])).toMatchObject({ receiver, target: undefined });
});

test('E-41 fake receipts are ignored: other recipient, target or amount, no request, or another kind', () => {
  const good = request([...target, ['amount', '250000000']]);
  const { sig: _, ...unsigned } = good;
  const fakes = [
    receipt(good, [
      ['p', key('d')],
      ['e', note],
      ['bolt11', invoice],
    ]),
    receipt(good, [
      ['p', receiver],
      ['e', key('d')],
      ['bolt11', invoice],
    ]),
    receipt(good, [...target, ['a', address], ['bolt11', invoice]]),
    receipt(request([...target, ['amount', '1000']]), [...target, ['bolt11', invoice]]),
    receipt(request([['e', note]]), [
      ['e', note],
      ['bolt11', invoice],
    ]),
    receipt(request([['p', 'nobody']]), [['bolt11', invoice]]),
    receipt(trusted({ kind: 1, pubkey: sender, tags: target }), [...target, ['bolt11', invoice]]),
    receipt(unsigned, [...target, ['bolt11', invoice]]),
    receipt('', target),
    receipt('null', target),
    receipt('{"kind":9734}', target),
    receipt('{', target),
    trusted({ kind: 9_735, tags: target }),
    receipt(good, target, { kind: 1 }),
  ];
  expect(fakes.filter(readZap)).toEqual([]);
  expect(readZap(receipt(good, [...target, ['bolt11', invoice]]))).toMatchObject({
    amountMsats: 250_000_000,
  });
});

test('INV-VERIFIED the request is returned unchecked for the worker to verify', () => {
  const inner = request(target);
  expect(zapRequestOf(receipt(inner, target))).toEqual(inner);
  expect(zapRequestOf(receipt('broken {', target))).toBeUndefined();
  expect(zapRequestOf(trusted({ kind: 9_735 }))).toBeUndefined();
});

test('INV-ISOLATE E-14 any receipt is read or refused without an error', () => {
  const name = fc.constantFrom('p', 'e', 'a', 'bolt11', 'description', 'amount', 'P');
  const value = fc.oneof(
    fc.constantFrom(receiver, note, invoice, '21000', JSON.stringify(request(target))),
    fc.json(),
    fc.string({ unit: 'binary' }),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value)), (tags) => {
      const zap = readZap(trusted({ kind: 9_735, tags }));
      if (zap) expect(Number.isSafeInteger(zap.amountMsats) && zap.amountMsats >= 0).toBe(true);
    }),
    { numRuns: 500 },
  );
});

interface Zaps {
  cases: ReadonlyArray<{
    receipt: string;
    file: string;
    recipient: string;
    event: string | null;
    amount_msat: string;
    sender: string;
    comment: string;
  }>;
}

test('vectors: 356 real receipts give sender, recipient, amount and target', () => {
  const { cases } = vectors<Zaps>('nip57-zaps.json');
  const events = new Map(
    [...new Set(cases.map((each) => each.file))].flatMap((file) =>
      realEvents(file).map((event) => [event.id, event] as const),
    ),
  );
  const read = cases.map((each) => {
    const zap = readZap(trusted(events.get(each.receipt) ?? {}));
    return zap && [zap.receiver, zap.target ?? null, zap.amountMsats, zap.sender, zap.message];
  });
  expect(read).toHaveLength(rowsHeld(356, 13));
  expect(read).toEqual(
    cases.map((each) => [
      each.recipient,
      each.event,
      Number(each.amount_msat),
      each.sender,
      each.comment,
    ]),
  );
});
