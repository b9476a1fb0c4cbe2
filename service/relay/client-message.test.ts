import { expect, test } from 'vitest';
import { type Message, readMessage } from './client-message.ts';
import { LIMITS } from './limits.ts';

const ID = 'a'.repeat(64);
const read = (...frame: unknown[]): Message => readMessage(JSON.stringify(frame));
const answer = (...frame: unknown[]) => {
  const message = read(...frame);
  return message.type === 'bad' ? message.answer : message.type;
};
const BAD_FILTER = 'invalid: filter; it has the fields of NIP-01, at most 20000 values and 16 tags';

test('NIP-01 the messages of a client are read with their parts', () => {
  expect(read('EVENT', { kind: 1 })).toEqual({ type: 'EVENT', value: { kind: 1 } });
  expect(read('AUTH', 7)).toEqual({ type: 'AUTH', value: 7 });
  expect(read('CLOSE', 'x')).toEqual({ type: 'CLOSE', id: 'x' });
  for (const type of ['REQ', 'COUNT']) {
    const frame = [type, 'x', { kinds: [1], é: 1 }, { ids: [ID] }];
    expect(read(...frame)).toEqual({
      type,
      id: 'x',
      filters: [{ kinds: [1] }, { ids: [ID] }],
      size: Buffer.byteLength(JSON.stringify(frame)),
    });
  }
  expect(answer('REQ', 'x'.repeat(LIMITS.subId), {})).toBe('REQ');
});

test('NIP-77 the messages of a comparison are read with their parts', () => {
  expect(read('NEG-OPEN', 'x', { kinds: [1] }, '61')).toEqual({
    type: 'NEG-OPEN',
    id: 'x',
    filters: [{ kinds: [1] }],
    message: '61',
  });
  expect(read('NEG-OPEN', 'x', [{ kinds: [1] }, {}], '61')).toMatchObject({
    filters: [{ kinds: [1] }, {}],
  });
  expect(read('NEG-MSG', 'x', '61')).toEqual({ type: 'NEG-MSG', id: 'x', message: '61' });
  expect(read('NEG-CLOSE', 'x')).toEqual({ type: 'NEG-CLOSE', id: 'x' });
  const noHex = ['NEG-ERR', 'x', 'invalid: no message in hex'];
  expect(answer('NEG-OPEN', 'x', {})).toEqual(noHex);
  expect(answer('NEG-OPEN', 'x', {}, 'no')).toEqual(noHex);
  expect(answer('NEG-MSG', 'x', 7)).toEqual(noHex);
  expect(answer('NEG-OPEN', 'x', 7, '61')).toEqual(['NEG-ERR', 'x', BAD_FILTER]);
});

test('NIP-01 an unreadable message is answered with a notice', () => {
  const notice = (text: string) => {
    const message = readMessage(text);
    return message.type === 'bad' ? message.answer : [];
  };
  expect(notice('{}')).toEqual(['NOTICE', 'invalid: not a JSON array']);
  expect(notice(`[${'{"a":1},'.repeat(30_000)}1]`)).toEqual([
    'NOTICE',
    'invalid: too many names, values or levels',
  ]);
  expect(notice(`["EVENT","${'é'.repeat(LIMITS.message / 2)}"]`)).toEqual([
    'NOTICE',
    `invalid: a message of ${LIMITS.message + 12} bytes; at most ${LIMITS.message} are read`,
  ]);
  expect(answer('HELLO', 'x')[0]).toBe('NOTICE');
  for (const id of ['', 7, undefined, 'x'.repeat(LIMITS.subId + 1)])
    expect(answer('REQ', id, {})).toEqual(['NOTICE', 'invalid: subscription id']);
});

test('NIP-01 a request with wrong filters is closed with the reason', () => {
  expect(answer('REQ', 'x')).toEqual(['CLOSED', 'x', 'invalid: no filter']);
  const filters = Array.from({ length: LIMITS.filters }, () => ({}));
  expect(answer('REQ', 'x', ...filters)).toBe('REQ');
  expect(answer('REQ', 'x', ...filters, {})).toEqual(['CLOSED', 'x', 'invalid: too many filters']);
  expect(answer('COUNT', 'x', {}, 7)).toEqual(['CLOSED', 'x', BAD_FILTER]);
});

test('TRUST-09 the filters of a request have 60,000 values at most', () => {
  const many = (count: number) => ({ '#t': Array.from({ length: count }, (_, at) => `${at}`) });
  const full = [many(20_000), many(20_000), many(19_999)];
  expect(answer('REQ', 'x', ...full, many(1))).toBe('REQ');
  expect(answer('REQ', 'x', ...full, many(2))).toEqual([
    'CLOSED',
    'x',
    'invalid: 60001 values in the filters; at most 60000 are taken',
  ]);
});
