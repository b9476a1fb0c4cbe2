import { expect, test } from 'vitest';
import { eoseFrame, eventFrame, eventsFrames, noticeFrame, readCall, readFrame } from './frames.ts';

const read = (...frame: unknown[]) => readFrame(JSON.stringify(frame));

test('CACHE-03 a request and a close are read, and anything else is ignored', () => {
  expect(read('REQ', 'a', { cache: ['x'] }, 7, {})).toEqual({
    type: 'REQ',
    id: 'a',
    filters: [{ cache: ['x'] }, {}],
  });
  expect(read('CLOSE', 'a', 'more')).toEqual({ type: 'CLOSE', id: 'a' });
  for (const frame of [
    ['EVENT', 'a', {}],
    ['REQ', 7, {}],
    ['REQ', 'a'],
    ['REQ', 'a', 7],
    ['CLOSE'],
  ])
    expect([frame, read(...frame)]).toEqual([frame, undefined]);
  expect([readFrame('{}'), readFrame('[')]).toEqual([undefined, undefined]);
});

test('E-28 an id has 1,000 characters at most, and a request 20 filters', () => {
  expect(read('CLOSE', 'x'.repeat(1_000))?.id).toHaveLength(1_000);
  expect(read('CLOSE', 'x'.repeat(1_001))).toBeUndefined();
  const filters = (count: number) => Array.from({ length: count }, () => ({}));
  expect(read('REQ', 'a', ...filters(20))?.type).toBe('REQ');
  expect(read('REQ', 'a', ...filters(21))).toBeUndefined();
});

test('CACHE-03 a call has a verb and a payload, and a filter of a relay is no call', () => {
  expect(readCall({ cache: ['verb', { a: 1 }] })).toEqual({ verb: 'verb', payload: { a: 1 } });
  expect(readCall({ cache: [7, []] })).toEqual({ verb: '', payload: {} });
  expect([readCall({}), readCall({ cache: 'verb' })]).toEqual([undefined, undefined]);
});

test('E-26 results are sent in frames of at most four million characters, one at least', () => {
  const sizes = (...lengths: number[]) => {
    const results = lengths.map((length) => `"${'x'.repeat(length - 2)}"`);
    return [...eventsFrames('a', results)].map((frame) => {
      const [type, id, held] = JSON.parse(frame);
      return [type, id, held.map((text: string) => text.length + 2)];
    });
  };
  const million = 1_000_000;
  expect(sizes()).toEqual([['EVENTS', 'a', []]]);
  expect(sizes(3 * million, million)).toEqual([['EVENTS', 'a', [3 * million, million]]]);
  expect(sizes(3 * million, million + 1, 5)).toEqual([
    ['EVENTS', 'a', [3 * million]],
    ['EVENTS', 'a', [million + 1, 5]],
  ]);
  expect(sizes(5 * million, 6 * million)).toEqual([
    ['EVENTS', 'a', [5 * million]],
    ['EVENTS', 'a', [6 * million]],
  ]);
});

test('CACHE-03 ids and texts are escaped in every frame', () => {
  expect(JSON.parse(eventFrame('"a', '{"b":1}'))).toEqual(['EVENT', '"a', { b: 1 }]);
  expect(JSON.parse(eoseFrame('"a'))).toEqual(['EOSE', '"a']);
  expect(JSON.parse(noticeFrame('"a', '"no"'))).toEqual(['NOTICE', '"a', '"no"']);
});
