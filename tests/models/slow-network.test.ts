import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { CacheResponse } from '../../src/machines/core/bus.ts';
import type { ScreenOrder } from '../../src/machines/app/screens.machine.ts';
import { rowsOf, type Table } from '../../src/events/core/table.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { elapse } from '../support/machines/clock.ts';
import { fakeApp } from '../support/views/fake-app.ts';
import { range } from '../support/connection/fake-cache.ts';
import { actorAt } from '../support/views/rendered-app.tsx';
import { trusted } from '../support/events/trusted.ts';
import { runs } from '../support/runs.ts';

const PEOPLE = ['1', '2', '3'].map((digit) => digit.repeat(64));
const NOTE = trusted({ content: 'asked for', created_at: 500 });
const answer = (n: number, to: string) =>
  trusted({
    pubkey: PEOPLE[n % 3] ?? '',
    content: `${n}`,
    created_at: 600 + n,
    tags: [['e', to, '', 'root']],
  });
const replies = Array.from({ length: 6 }, (_, n) => answer(n, NOTE.id));
const feed = Array.from({ length: 6 }, (_, n) =>
  trusted({ pubkey: PEOPLE[n % 3] ?? '', content: `note ${n}`, created_at: 900 - n }),
);
// two versions of each profile, and one note that its author deletes
const profiles = PEOPLE.flatMap((pubkey) =>
  [1, 2].map((at) =>
    trusted({ pubkey, kind: KIND.Metadata, created_at: at, content: `{"name":"v${at}"}` }),
  ),
);
const gone = trusted({
  pubkey: feed[2]?.pubkey ?? '',
  kind: KIND.EventDeletion,
  created_at: 950,
  tags: [['e', feed[2]?.id ?? '']],
});
const ids = (events: readonly { id: string }[]) => events.map(({ id }) => id);

/** The service's answer to each request, in parts of one frame. */
const SAID: Readonly<Record<string, readonly Partial<CacheResponse>[]>> = {
  mega_feed_directive: [
    ...[...feed, gone, ...profiles].map((event) => ({ events: [event] })),
    { claims: [range(ids(feed), { since: 895, until: 900 })] },
  ],
  thread_view: [
    ...[NOTE, ...replies, ...profiles].map((event) => ({ events: [event] })),
    { claims: [range(ids(replies), { since: 600, until: 605 })] },
    { claims: [range([NOTE.id])] },
  ],
};
const VERBS = Object.keys(SAID);

const SCREENS: readonly ScreenOrder[] = [
  {
    kind: 'feed',
    key: 'feed:x',
    input: { base: { verb: 'mega_feed_directive', payload: { spec: '{}' } }, pageSize: 6 },
  },
  { kind: 'thread', key: 'thread:x', input: { target: { type: 'note', id: NOTE.id } } },
];

/** A frame under way: its part, its answer, and the delay after the previous frame. */
interface Frame {
  readonly verb: string;
  readonly part: number;
  readonly pause: number;
}

const inOrder: readonly Frame[] = VERBS.flatMap((verb) =>
  (SAID[verb] ?? []).map((_, part) => ({ verb, part, pause: 0 })),
);

/**
 * The app with both screens open, after these frames and the ends of both answers. `lost`: the
 * connection breaks after that many frames, and all requests are repeated.
 */
function shown(frames: readonly Frame[], lost?: number) {
  const fake = fakeApp();
  fake.app.start();
  fake.socket.connect();
  for (const order of SCREENS) actorAt(fake.app, 'screens').send({ type: 'screen.opened', order });
  const tell = ({ verb, part, pause }: Frame) => {
    elapse(fake.clock, pause);
    if (fake.isAsked(verb)) fake.answer(verb, { ...SAID[verb]?.[part], ended: false });
  };
  if (lost !== undefined) {
    frames.slice(0, lost).forEach(tell);
    fake.socket.closed();
    elapse(fake.clock, 400);
    fake.socket.connect();
  }
  frames.forEach(tell);
  for (const verb of VERBS) fake.answer(verb);
  const { facts } = fake.app.getSnapshot().children;
  const screens = ['feed:x', 'thread:x'].map((id) => {
    const { context, value } = actorAt(fake.app, 'screens', id).getSnapshot();
    return { value, items: context.items };
  });
  const known = facts?.getSnapshot().context;
  const tables = known
    ? [rowsIn(known.events), rowsIn(known.profiles), rowsIn(known.deletions), rowsIn(known.replies)]
    : [];
  fake.app.stop();
  return JSON.stringify([screens, tables]);
}

function rowsIn<V>(table: Table<V>): readonly string[] {
  return [...rowsOf(table)].map((row) => JSON.stringify(row)).toSorted();
}

describe('E-49 a slow network', () => {
  const due = shown(inOrder);
  const scrambled = fc
    .shuffledSubarray([...inOrder], { minLength: inOrder.length })
    .chain((all) =>
      fc.tuple(
        fc.constant(all),
        fc.subarray(all),
        fc.array(fc.nat(300), { minLength: all.length, maxLength: all.length }),
      ),
    )
    .map(([all, again, pauses]) =>
      [...all, ...again].map((frame, at) => ({ ...frame, pause: pauses[at] ?? 0 })),
    );

  test('INV-TAGGED late, doubled or reordered frames end in the same screens and read model', () => {
    expect(due).toContain(NOTE.id);
    fc.assert(
      fc.property(scrambled, (frames) => {
        expect(shown(frames)).toBe(due);
      }),
      { numRuns: runs(40) },
    );
  });

  test('INV-EPOCH frames lost with their connection arrive again, and the end is the same', () => {
    fc.assert(
      fc.property(scrambled, fc.nat(inOrder.length), (frames, lost) => {
        expect(shown(frames, lost)).toBe(due);
      }),
      { numRuns: runs(40) },
    );
  });

  test('the comparison detects a missing frame', () => {
    expect(shown(inOrder.slice(1))).not.toBe(due);
  });
});
