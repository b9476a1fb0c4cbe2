import fc from 'fast-check';
import { expect, test } from 'vitest';
import { vectors } from '../../../tests/support/events/real-events.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { readRelayMessage, reasonPrefix } from './relay-message.ts';
import { runs } from '../../../tests/support/runs.ts';

const event = trusted({ content: 'hello' });
const id = 'a'.repeat(64);
const read = (...message: unknown[]) => readRelayMessage(JSON.stringify(message));

test('every message of a relay is read', () => {
  expect(read('EVENT', 's', event)).toEqual({ type: 'EVENT', id: 's', event });
  expect(read('EOSE', 's')).toEqual({ type: 'EOSE', id: 's' });
  expect(read('CLOSED', 's', 'auth-required: who are you')).toEqual({
    type: 'CLOSED',
    id: 's',
    reason: 'auth-required: who are you',
  });
  expect(read('OK', id, true, '')).toEqual({ type: 'OK', eventId: id, accepted: true, reason: '' });
  expect(read('OK', id, false)).toEqual({ type: 'OK', eventId: id, accepted: false, reason: '' });
  expect(read('NOTICE', '<b>x</b>')).toEqual({ type: 'NOTICE', text: '<b>x</b>' });
  expect(read('AUTH', 'challenge')).toEqual({ type: 'AUTH', challenge: 'challenge' });
  expect(read('COUNT', 's', { count: 3 })).toEqual({
    type: 'COUNT',
    id: 's',
    count: 3,
    approximate: false,
  });
});

test('E-19 an OK without an exact true or false, or without an id, is refused', () => {
  const wrong = [
    ['OK', id, 'true', ''],
    ['OK', id, 1, ''],
    ['OK', id],
    ['OK', 'x', true, ''],
    ['OK', id.toUpperCase(), true, ''],
    ['OK', null, true],
  ];
  expect(wrong.map((message) => read(...message))).toEqual(wrong.map(() => undefined));
});

test('E-27 anything else is refused: unknown verbs, other types, broken JSON, other protocols', () => {
  const wrong = [
    '',
    'null',
    '7',
    '"EVENT"',
    '{}',
    '[]',
    '[[]]',
    '["EVENT"]',
    '["EVENT","s"]',
    '["EVENT","s",null]',
    '["EVENT","s",{}]',
    '["EVENT",7,{}]',
    '["EVENTS","s",[]]',
    '["event","s",{}]',
    '["EOSE"]',
    '["EOSE",null]',
    '["COUNT","s",{"count":-1}]',
    '["COUNT","s",{"count":"7"}]',
    '["COUNT","s",7]',
    '["AUTH",{}]',
    '["NOTICE",{}]',
    '["NOTICE"',
    '[null,"s"]',
    '['.repeat(100_000),
  ];
  expect(wrong.filter(readRelayMessage)).toEqual([]);
});

test('INV-ISOLATE any frame is read or refused without an error', () => {
  const verb = fc.constantFrom('EVENT', 'EOSE', 'OK', 'CLOSED', 'NOTICE', 'AUTH', 'COUNT');
  const message = fc
    .tuple(verb, fc.array(fc.jsonValue(), { maxLength: 4 }))
    .map(([head, rest]) => JSON.stringify([head, ...rest]));
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json(), message), (frame) => {
      const read = readRelayMessage(frame);
      if (read) expect(JSON.parse(frame)[0]).toBe(read.type);
    }),
    { numRuns: runs(2_000) },
  );
});

test('reasons are clipped, and their machine-readable prefix is extracted', () => {
  const long = read('NOTICE', 'x'.repeat(1_000_000));
  expect(long?.type === 'NOTICE' && long.text.length).toBe(4_096);
  const reasons = [
    'duplicate: have it',
    'rate-limited: slow',
    'error: ',
    'no prefix',
    'Not Prefix: x',
    'http://x',
    ': x',
    '',
    `${'a'.repeat(40)}: x`,
  ];
  expect(reasons.map(reasonPrefix)).toEqual([
    'duplicate',
    'rate-limited',
    'error',
    '',
    '',
    '',
    '',
    '',
    '',
  ]);
});

interface Frames {
  cases: ReadonlyArray<{ name: string; message?: unknown; frame?: string }>;
}

test('vectors: every frame is read without an error and with the right type', () => {
  const { cases } = vectors<Frames>('relay-messages.json');
  const types = cases.map(({ name, message, frame }) => [
    name,
    readRelayMessage(frame ?? JSON.stringify(message))?.type,
  ]);
  expect(Object.fromEntries(types)).toEqual({
    // Messages of a client, not of a relay: the answer to a challenge, and an event to publish.
    auth_request: undefined,
    event_request: undefined,
    count_response: 'COUNT',
    ok_success_reason: 'OK',
    ok_unknown_reason: 'OK',
    event: 'EVENT',
    'empty array': undefined,
    'empty object': undefined,
    'unknown verb': undefined,
    'lower-case verb': undefined,
    'EVENT with null': undefined,
    'NOTICE with HTML': 'NOTICE',
    'COUNT approximate': 'COUNT',
    duplicate: 'OK',
  });
  const approximate = cases.find((each) => each.name === 'COUNT approximate')?.frame ?? '';
  expect(readRelayMessage(approximate)).toMatchObject({ count: 93_412_452, approximate: true });
});
