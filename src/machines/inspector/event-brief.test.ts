import { expect, test } from 'vitest';
import { payloadBrief } from './event-brief.ts';

test('TOOL-05 TRUST-05 an event row has its fields in one line, shortened and without secrets', () => {
  expect(payloadBrief({ type: 'socket.heard', heard: [{ type: 'ended', id: '7' }] })).toBe(
    'heard: [{type: ended, id: 7}]',
  );
  expect(payloadBrief({ type: 'a.b', pin: '1234', list: [1, 2, 3], empty: [], none: {} })).toBe(
    'pin: …, list: [1, +2], empty: [], none: {}',
  );
  expect(payloadBrief({ type: 'a.b', a: { b: { c: { d: 1 } } }, text: 'x'.repeat(50) })).toBe(
    `a: {b: {c: {1}}}, text: ${'x'.repeat(40)}…`,
  );
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`f${at}`, at]));
  expect(payloadBrief({ type: 'a.b', ...many })).toBe('f0: 0, f1: 1, f2: 2, f3: 3, +5');
  expect(payloadBrief({ type: 'a.b', nsec: `nsec1${'q'.repeat(58)}` })).not.toContain('nsec1q');
  expect(payloadBrief({ type: 'a.b' })).toBe('');
});
