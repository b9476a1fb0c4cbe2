import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { inSeconds, type Seconds, seconds } from '../../core/time.ts';
import { matchesTemplate, nextCreatedAt, templateOf } from './event-template.ts';
import { pressed } from '../../nostr/ours.ts';

const me = '1'.repeat(64);
const template = templateOf(
  pressed({ kind: 1, tags: [['t', 'a']], content: 'words' }),
  me,
  seconds(1_700_000_000),
);

test('INV-SERIAL the next version is always later than the last, and never earlier than now', () => {
  fc.assert(
    fc.property(
      fc.nat(),
      fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 20 }),
      (start, steps) => {
        let now = seconds(start);
        let last: Seconds | undefined;
        for (const step of steps) {
          now = seconds(Math.max(0, inSeconds(now) + step));
          const next = nextCreatedAt(now, last);
          expect(next >= now).toBe(true);
          expect(last === undefined || next > last).toBe(true);
          last = next;
        }
      },
    ),
  );
});

test('INV-IDENTITY E-34 a signer’s event is accepted only if it equals the request', () => {
  const good = trusted(template);
  expect(matchesTemplate(template, good)).toBe(true);
  const other = [
    trusted({ ...template, pubkey: '2'.repeat(64) }),
    trusted({ ...template, content: 'words ' }),
    trusted({ ...template, kind: 4 }),
    trusted({ ...template, tags: [] }),
    trusted({ ...template, tags: [['t', 'a'], ['client']] }),
    trusted({ ...template, created_at: inSeconds(template.created_at) - 1 }),
    trusted({ ...template, created_at: inSeconds(template.created_at) + 1 }),
    { ...good, id: 'f'.repeat(64) },
    { ...good, content: 'changed after signing' },
    { ...good, pubkey: '2'.repeat(64) },
  ];
  expect(other.filter((event) => matchesTemplate(template, event))).toEqual([]);
});
