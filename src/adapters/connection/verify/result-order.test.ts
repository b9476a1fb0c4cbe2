import fc from 'fast-check';
import { expect, test } from 'vitest';
import { signed } from '../../../../tests/support/events/signed.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import type { SignedEvent } from '../../../events/nostr/event.ts';
import { type Item, visibleFirst } from './result-order.ts';

const item = (event: SignedEvent, id = 'a'): Item => ({
  id,
  rest: undefined,
  type: 'signed',
  event,
  path: 'events',
  weight: 1,
});
const end = (id = 'a'): Item => ({ id, rest: undefined, type: 'ended', weight: 0 });
const range = (elements: string[], id = 'a'): Item => ({
  id,
  rest: undefined,
  type: 'claim',
  claim: { claim: 'range', since: 1, until: 2, orderBy: 'created_at', elements },
  weight: 1,
});
const first = () => false;
const author = (n: number) => n.toString(16).padStart(64, '0');

/**
 * A page as the service sends it: oldest first, profiles and referenced notes anywhere, RANGE last.
 */
function page(notes: number) {
  const profiles = Array.from({ length: notes }, (_, n) => trusted({ kind: 0, pubkey: author(n) }));
  const quoted = trusted({ content: 'quoted', pubkey: author(900) });
  const quotedProfile = trusted({ kind: 0, pubkey: author(900) });
  const posts = Array.from({ length: notes }, (_, n) =>
    trusted({ content: `note ${n}`, pubkey: author(n), tags: n === 0 ? [['q', quoted.id]] : [] }),
  );
  const zap = trusted({ kind: 9735, pubkey: author(800), tags: [['e', posts[1]?.id ?? '']] });
  const items = [...profiles, ...posts.toReversed(), zap, quotedProfile, quoted].map((event) =>
    item(event),
  );
  return {
    posts,
    profiles,
    quoted,
    quotedProfile,
    zap,
    items: [...items, range(posts.map(({ id }) => id)), end()],
  };
}

test('visible results come first: range, first note with quotes and authors, next notes, then the rest', () => {
  const { posts, profiles, quoted, quotedProfile, zap, items } = page(40);
  const ordered = visibleFirst(items, first);
  expect(ordered[0]).toMatchObject({ type: 'claim' });
  const rests = ordered.flatMap(({ rest }, at) => (rest === undefined ? [] : [at]));
  expect(rests).toHaveLength(2);
  const [top = 0, sight = 0] = rests;
  const between = (from: number, to: number) =>
    ordered.slice(from, to + 1).flatMap((one) => (one.type === 'signed' ? [one.event.id] : []));
  const idsOf = (events: ReadonlyArray<SignedEvent | undefined>) =>
    events.map((event) => event?.id ?? '').toSorted();
  expect(between(1, top).toSorted()).toEqual(idsOf([posts[0], profiles[0], quoted, quotedProfile]));
  expect(between(top + 1, sight).toSorted()).toEqual(
    idsOf([...posts.slice(1, 4), ...profiles.slice(1, 4), zap]),
  );
  expect(ordered.at(-1)).toEqual(end());
});

test('a further page comes unchanged, in one piece', () => {
  const { items } = page(40);
  expect(visibleFirst(items, () => true)).toEqual(items);
});

test('a small rest is not a separate batch', () => {
  expect(visibleFirst(page(10).items, first).every(({ rest }) => rest === undefined)).toBe(true);
});

test('without a range the order stays; an ended subscription does not wait for the page of another', () => {
  const events = [signed({ content: 'a' }), signed({ content: 'b' })].map((event) => item(event));
  expect(visibleFirst([...events, end()], first)).toEqual([...events, end()]);
  const ordered = visibleFirst([end('setup'), ...page(40).items], first);
  expect(ordered[0]).toEqual(end('setup'));
});

test('results of another subscription do not wait for the rest of a page', () => {
  const profile = item(trusted({ kind: 0, pubkey: author(700) }), 'profile');
  const ordered = visibleFirst([...page(40).items, profile, end('profile')], first);
  expect(ordered.findIndex(({ id, type }) => id === 'profile' && type === 'ended')).toBeLessThan(
    ordered.findIndex(({ rest }) => rest !== undefined),
  );
});

test('nothing is lost or duplicated, an end comes after its results, and claims keep their order', () => {
  const { items, posts } = page(12);
  const pool = [
    ...items,
    end('b'),
    range([posts[3]?.id ?? ''], 'b'),
    item(signed({ content: 'b' }), 'b'),
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray(pool), (some) => {
      const ordered = visibleFirst(some, first);
      const bare = ordered.map((one) => ({ ...one, rest: undefined }));
      expect(new Set(bare.map((one) => JSON.stringify(one)))).toEqual(
        new Set(some.map((one) => JSON.stringify(one))),
      );
      expect(bare).toHaveLength(some.length);
      for (const id of ['a', 'b']) {
        const at = (list: readonly Item[], type: Item['type']) =>
          list.flatMap((one, n) => (one.id === id && one.type === type ? [n] : []));
        const [endedAt = -1] = at(some, 'ended');
        const before = at(some, 'signed').filter((n) => n < endedAt).length;
        const [endedThen = -1] = at(bare, 'ended');
        expect(at(bare, 'signed').filter((n) => n < endedThen).length).toBeGreaterThanOrEqual(
          before,
        );
      }
    }),
  );
});
