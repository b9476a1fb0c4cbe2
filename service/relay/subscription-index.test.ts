import fc from 'fast-check';
import { expect, test } from 'vitest';
import { trusted } from '../../tests/support/events/trusted.ts';
import type { Filter } from '../../src/events/connection/filter.ts';
import { seconds } from '../../src/events/core/time.ts';
import { indexEvent, matcherOf } from './filter-matcher.ts';
import { openSubscriptionIndex } from './subscription-index.ts';
import { runs } from '../../tests/support/runs.ts';

const EVENTS = [1, 2, 3].flatMap((key) =>
  [1, 7].flatMap((kind) =>
    ['x', 'y'].map((value) =>
      trusted({
        kind,
        pubkey: `${key}`.repeat(64),
        content: value,
        tags: [
          ['t', value],
          ['p', `${key}`],
        ],
        created_at: 100 * key,
      }),
    ),
  ),
);
const some = <T>(values: readonly T[]) =>
  fc.option(fc.uniqueArray(fc.constantFrom(...values), { maxLength: 3 }), { nil: undefined });
const filters = fc.array(
  fc
    .record({
      ids: some(EVENTS.map(({ id }) => id)),
      authors: some(EVENTS.map(({ pubkey }) => pubkey)),
      kinds: some([1, 7, 30]),
      '#t': some(['x', 'y', 'z']),
      '#p': some(['1', '2']),
      since: fc.option(fc.constantFrom(150, 250).map(seconds), { nil: undefined }),
    })
    .map(
      ({ ids, authors, kinds, since, '#t': topics, '#p': people }): Filter => ({
        ...(ids && { ids }),
        ...(authors && { authors }),
        ...(kinds && { kinds }),
        ...(topics && { '#t': topics }),
        ...(people && { '#p': people }),
        ...(since !== undefined && { since }),
      }),
    ),
  { maxLength: 3 },
);

test('RELAY-05 TRUST-09 the index finds the subscriptions that a comparison with each one finds', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(filters, fc.boolean()), { maxLength: 8 }),
      fc.constantFrom(...EVENTS),
      (subscriptions, event) => {
        const index = openSubscriptionIndex();
        const indexed = indexEvent(event);
        const entries = subscriptions.map(([asked, stays]) => {
          const receiver = { deliver: () => undefined };
          return { asked, stays, receiver, remove: index.add(asked, receiver) };
        });
        for (const { stays, remove } of entries) if (!stays) remove();
        const open = entries.filter(({ stays }) => stays);
        const expected = open.filter(({ asked }) => matcherOf(asked)(indexed));
        const found = index.matching(indexed);
        expect(new Set(found)).toEqual(new Set(expected.map(({ receiver }) => receiver)));
        expect(found).toHaveLength(expected.length);
        expect(index.size).toBe(open.length);
      },
    ),
    { numRuns: runs(500) },
  );
});

test('TRUST-09 an event is compared only with the subscriptions that name its author', () => {
  const index = openSubscriptionIndex();
  const [event] = EVENTS;
  if (!event) throw new Error('no event');
  for (let n = 0; n < 100; n++)
    index.add([{ authors: [n === 7 ? event.pubkey : `${n}`] }], { deliver: () => undefined });
  let compared = 0;
  const watched = new Proxy(event, {
    get(target, key) {
      if (key === 'created_at') compared++;
      return Reflect.get(target, key);
    },
  });
  expect(index.matching({ ...indexEvent(event), event: watched })).toHaveLength(1);
  expect(compared).toBe(1);
});

test('TRUST-09 names of tags are forgotten with their last subscription', () => {
  const index = openSubscriptionIndex();
  const remove = index.add([{ '#anything': ['x'] }], { deliver: () => undefined });
  const event = trusted({ tags: [['anything', 'x']] });
  const { values, ...indexed } = indexEvent(event);
  const asked: string[] = [];
  const watched = {
    ...indexed,
    values: { ...values, get: (name: string) => (asked.push(name), values.get(name)) },
  } as unknown as ReturnType<typeof indexEvent>;
  index.matching(watched);
  expect(asked).toContain('anything');
  remove();
  asked.length = 0;
  index.matching(watched);
  expect(asked).toEqual([]);
});
