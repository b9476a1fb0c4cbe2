import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuTimeOf } from '../../../../tests/support/cpu-time.ts';
import { range } from '../../../../tests/support/connection/fake-cache.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import type { SignedEvent, Tag } from '../../nostr/event.ts';
import { KIND } from '../../nostr/kinds.ts';
import { inSeconds, seconds } from '../../core/time.ts';
import { articleItems, MOST_LISTED, NO_THREAD, threadItems, withReplies } from './thread-items.ts';

const idOf = (n: number) => n.toString(16).padStart(64, '0');
const PUBKEY = 'a'.repeat(64);

/** Return an event with that number, created in that second, with these tags. */
const event = (n: number, tags: readonly Tag[] = [], kind: number = KIND.Text): SignedEvent => ({
  id: idOf(n),
  pubkey: PUBKEY,
  created_at: seconds(n),
  kind,
  tags: [...tags],
  content: '',
  sig: '',
});
const reply = (n: number, to: number, root = to): SignedEvent =>
  event(n, [
    ['e', idOf(root), '', 'root'],
    ['e', idOf(to), '', 'reply'],
  ]);
const shown = (
  target: number,
  events: readonly SignedEvent[],
  ...lists: readonly (readonly number[])[]
) => {
  const items = threadItems(idOf(target), {
    events,
    claims: lists.map((list) => range(list.map(idOf))),
  });
  return {
    parents: items.parents.map((id) => parseInt(id, 16)),
    replies: items.replies.map((id) => parseInt(id, 16)),
  };
};

// 1 <- 2 <- 3. 4 and 5 reply to 3, and 6 replies to 4.
const CONVERSATION = [
  event(1),
  reply(2, 1),
  reply(3, 2, 1),
  reply(4, 3, 1),
  reply(5, 3, 1),
  reply(6, 4, 1),
];

describe('THREAD-01 parents and replies are decided by tags', () => {
  test('one range with everything in it', () => {
    const wanted = { parents: [1, 2], replies: [4, 5, 6] };
    for (const order of [
      [6, 5, 4, 3, 2, 1],
      [1, 2, 3, 4, 5, 6],
      [3, 1, 6, 2, 5, 4],
    ])
      expect(shown(3, CONVERSATION, order)).toEqual(wanted);
  });

  test('two ranges in either order, and none at all', () => {
    const wanted = { parents: [1, 2], replies: [4, 5] };
    expect(shown(3, CONVERSATION, [5, 4], [3, 2, 1])).toEqual(wanted);
    expect(shown(3, CONVERSATION, [3, 2, 1], [5, 4])).toEqual(wanted);
    expect(shown(3, CONVERSATION)).toEqual({ parents: [1, 2], replies: [4, 5, 6] });
  });

  test('a reply to another event is not rendered as a reply', () => {
    expect(shown(2, [...CONVERSATION, reply(7, 1)], [7, 3, 2, 1])).toEqual({
      parents: [1],
      replies: [3],
    });
  });

  test('early notes without markers, comments, and an article at the root', () => {
    const positional = event(3, [
      ['e', idOf(1)],
      ['e', idOf(2)],
    ]);
    expect(shown(3, [event(1), event(2, [['e', idOf(1)]]), positional], [3, 2, 1])).toEqual({
      parents: [1, 2],
      replies: [],
    });
    const address = `30023:${PUBKEY}:essay`;
    const article = event(1, [['d', 'essay']], KIND.LongForm);
    const comment = event(
      2,
      [
        ['A', address],
        ['K', '30023'],
        ['a', address],
        ['k', '30023'],
      ],
      KIND.Comment,
    );
    expect(shown(2, [article, comment], [2, 1])).toEqual({ parents: [1], replies: [] });
  });

  test('the root is still a parent if an ancestor is missing', () => {
    const without = CONVERSATION.filter(({ created_at }) => inSeconds(created_at) !== 2);
    expect(shown(3, without, [5, 4], [3, 1])).toEqual({ parents: [1], replies: [4, 5] });
  });
});

test('THREAD-01 earlier replies may exist if a full page was named, even if some of it was withheld', () => {
  const page = (named: number) =>
    articleItems('a', {
      events: [event(1)],
      claims: [
        range(
          Array.from({ length: named }, (_, at) => `${at}`),
          { since: 1, until: 9 },
        ),
      ],
    });
  expect([page(100).isFull, page(99).isFull]).toEqual([true, false]);
});

test('THREAD-01 E-28 of any number of new replies the newest 5,000 are listed', () => {
  const all = Array.from({ length: MOST_LISTED + 500 }, (_, at) =>
    trusted({ content: `${at}`, created_at: at }),
  );
  const known = new Map(all.map((event) => [event.id, event]));
  const ids = all.map(({ id }) => id);
  let items = NO_THREAD;
  for (let at = 0; at < ids.length; at += 500)
    items = withReplies(items, { ...NO_THREAD, replies: ids.slice(at, at + 500) }, known);
  expect(items.replies).toEqual(ids.slice(500));
});

test('THREAD-01 E-29 a cycle of replies and a chain of 5,000 end', () => {
  const circle = [reply(1, 3), reply(2, 1), reply(3, 2), reply(4, 2)];
  expect(shown(2, circle, [1, 2, 3, 4])).toEqual({ parents: [3, 1], replies: [4] });
  expect(shown(1, [reply(1, 1)], [1])).toEqual({ parents: [], replies: [] });
  const line = Array.from({ length: 5_000 }, (_, at) =>
    at === 0 ? event(1) : reply(at + 1, at, 1),
  );
  const numbers = line.map(({ created_at }) => inSeconds(created_at));
  expect(cpuTimeOf(() => shown(2_500, line, numbers))).toBeLessThan(1_000);
  const { parents, replies } = shown(2_500, line, numbers);
  expect([parents.length, parents.at(-1), replies[0]]).toEqual([100, 2_499, 2_501]);
});

test('THREAD-01 E-29 with any replies, no note is rendered twice, or as parent and reply', () => {
  const wild = fc.array(
    fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 })),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(wild, fc.integer({ min: 1, max: 12 }), fc.boolean(), (edges, target, named) => {
      const events = edges.map(([to, root], at) => reply(at + 1, to, root));
      const { parents, replies } = shown(
        target,
        events,
        ...(named ? [events.map(({ created_at }) => inSeconds(created_at))] : []),
      );
      const all = [...parents, ...replies];
      expect(new Set(all).size).toBe(all.length);
      expect(all).not.toContain(target);
    }),
  );
});
