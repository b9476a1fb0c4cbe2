import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frameText, readFrame } from './cache-frames.ts';
import { MAX_INFLATED } from './inflate.ts';

/** The bytes of a binary frame, as a socket delivers them. */
const binary = (message: unknown): ArrayBuffer =>
  new Uint8Array(deflateSync(JSON.stringify(message))).buffer;
const read = (data: unknown) => {
  const inflated = frameText(data);
  return 'fault' in inflated ? inflated.fault : readFrame(inflated.text);
};

test('CACHE-03 EVENT, EVENTS, EOSE and NOTICE are read alike from text and from zlib', () => {
  const cases: [message: unknown, frame: unknown][] = [
    [['EVENT', 'a', { kind: 1 }], { type: 'EVENTS', id: 'a', results: [{ kind: 1 }] }],
    [
      ['EVENTS', 'a', [{ kind: 1 }, null]],
      { type: 'EVENTS', id: 'a', results: [{ kind: 1 }, null] },
    ],
    [['EVENTS', 'a', []], { type: 'EVENTS', id: 'a', results: [] }],
    [['EOSE', 'a'], { type: 'EOSE', id: 'a' }],
    [['NOTICE', 'a', 'error'], { type: 'NOTICE', id: 'a', text: 'error' }],
    [['NOTICE', 'a', { odd: 1 }], { type: 'NOTICE', id: 'a', text: '' }],
  ];
  for (const [message, frame] of cases) {
    expect(read(JSON.stringify(message))).toEqual(frame);
    expect(read(binary(message))).toEqual(frame);
  }
});

test('messages of unknown types are ignored; invalid messages are unreadable', () => {
  for (const type of ['OK', 'AUTH', 'COUNT', 'CLOSED', 'event', ''])
    expect(read(JSON.stringify([type, 'a', 1]))).toBeUndefined();
  for (const text of [
    '',
    'null',
    '1',
    '{}',
    '[]',
    '["EVENT"]',
    '["EVENT",7,{}]',
    '["NOTICE",null]',
    '["EVENTS","a",{}]',
    '[[',
    'EVENT',
  ])
    expect(read(text)).toBe('unreadable');
  for (const data of [
    undefined,
    null,
    7,
    {},
    new Uint8Array(9),
    new ArrayBuffer(0),
    new ArrayBuffer(9),
  ])
    expect(read(data)).toBe('unreadable');
});

test('E-26 frames above the cap are not read', () => {
  expect(read(' '.repeat(MAX_INFLATED + 1))).toBe('excessive');
  expect(read(new ArrayBuffer(MAX_INFLATED + 1))).toBe('excessive');
});

test('INV-ISOLATE no frame throws, with any content', () => {
  const data = fc.oneof(
    fc.string(),
    fc.json(),
    fc.uint8Array().map((bytes) => new Uint8Array(bytes).buffer),
    fc.anything(),
  );
  fc.assert(fc.property(data, (any) => void read(any)));
});
