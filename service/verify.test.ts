import { expect, test } from 'vitest';
import { bitFlips } from '../tests/support/events/bit-flips.ts';
import { signed } from '../tests/support/events/signed.ts';
import { openEventVerifier } from './verify.ts';

test('E-15 E-28 large events are verified like small ones', async () => {
  const { admit } = await openEventVerifier();
  for (const size of [10, 90_000, 400_000]) {
    const event = signed({ content: 'x'.repeat(size), tags: [['t', 'y']] });
    expect(admit(event)?.id).toBe(event.id);
    expect(admit({ ...event, content: `${event.content.slice(1)}y` })).toBeUndefined();
    expect(admit({ ...event, sig: signed({ content: 'other' }).sig })).toBeUndefined();
  }
});

test('E-15 INV-VERIFIED a valid event of any kind is admitted, and not with one bit altered', async () => {
  const { admit } = await openEventVerifier();
  for (const kind of [0, 1, 3, 5, 6, 7, 9_735, 10_002, 24_242, 30_023]) {
    const event = signed({ kind, content: '{}', tags: [['d', 'x']] });
    expect(admit(event)).toEqual(event);
    expect(bitFlips(event).filter((flip) => admit(flip))).toEqual([]);
  }
});

test('E-14 a value that is no event is not admitted', async () => {
  const { admit } = await openEventVerifier();
  const event = signed({ content: 'plain' });
  for (const value of [
    null,
    7,
    'x',
    [],
    {},
    { ...event, kind: '1' },
    { ...event, id: event.id.toUpperCase() },
    { ...event, tags: [[1]] },
  ]) {
    expect(admit(value)).toBeUndefined();
  }
});
