import fc from 'fast-check';
import { getEventHash } from 'nostr-tools/pure';
import { expect, test } from 'vitest';
import { vectors } from '../../../tests/support/events/real-events.ts';
import type { SignedEvent } from './event.ts';
import { eventId, serialize } from './serialize.ts';
import { seconds } from '../core/time.ts';

test('vectors: canonical text and id of real events with special characters', () => {
  const { cases } = vectors<{
    cases: ReadonlyArray<{ event: SignedEvent; serialized: string; id: string }>;
  }>('nip01-serialization.json');
  expect(cases.map((each) => serialize(each.event))).toEqual(cases.map((each) => each.serialized));
  expect(cases.map((each) => eventId(each.event))).toEqual(cases.map((each) => each.id));
});

test('any event has the id that the peer library computes', () => {
  const event = fc.record(
    {
      pubkey: fc.stringMatching(/^[0-9a-f]{64}$/),
      created_at: fc.nat(),
      kind: fc.nat(65_535),
      tags: fc.array(fc.array(fc.string({ unit: 'binary' }))),
      content: fc.string({ unit: 'binary' }),
    },
    { noNullPrototype: true },
  );
  fc.assert(
    fc.property(event, (each) => {
      expect(eventId({ ...each, created_at: seconds(each.created_at) })).toBe(getEventHash(each));
    }),
  );
});

test('every field affects the id', () => {
  const base = {
    pubkey: 'a'.repeat(64),
    created_at: seconds(1),
    kind: 1,
    tags: [['t', 'x']],
    content: 'x',
  };
  const changed = [
    { pubkey: 'b'.repeat(64) },
    { created_at: seconds(2) },
    { kind: 2 },
    { tags: [['t', 'y']] },
    { content: 'y' },
    {},
  ];
  expect(new Set(changed.map((change) => eventId({ ...base, ...change }))).size).toBe(6);
});
