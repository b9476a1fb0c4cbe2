import { createActor, fromCallback, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { readArticlesMachine, type ShelfCommand, type ShelfSignal } from './read-articles.machine.ts';

const version = (created_at: number, d = 'essay') => trusted({ kind: 30_023, created_at, content: `v${created_at}`, tags: [['d', d]] });
const ADDRESS = `30023:${version(1).pubkey}:essay`;

/** `fails`: the shelf cannot be opened at all. */
function start(fails = false) {
  const kept: VerifiedEvent[] = [];
  let find: (...events: readonly VerifiedEvent[]) => void = () => {};
  let opened = 0;
  const shelf = fromCallback<ShelfCommand, { account: string }>(({ sendBack, receive }) => {
    opened += 1;
    if (fails) throw new Error('no shelf');
    find = (...events) => sendBack({ type: 'shelf.found', events } satisfies ShelfSignal);
    receive(({ event }) => kept.push(event));
  });
  const clock = new SimulatedClock();
  const actor = createActor(readArticlesMachine.provide({ actors: { shelf } }), { input: { account: 'me' }, clock }).start();
  const open = (event: VerifiedEvent) => actor.send({ type: 'readArticles.opened', event });
  const before = () => actor.getSnapshot().context.before.get(ADDRESS)?.content;
  return {
    clock,
    open,
    before,
    kept: () => kept.map(({ content }) => content),
    find: (...events: VerifiedEvent[]) => find(...events),
    opened: () => opened,
  };
}

test('THREAD-04 the version that was read before is told once a newer one is opened; the newer one is kept in its place', () => {
  const { open, before, kept, find, opened } = start();
  expect(opened()).toBe(0);
  open(version(2));
  expect([before(), kept()]).toEqual([undefined, []]);
  find(version(1), version(9, 'other'));
  expect([before(), kept()]).toEqual(['v1', ['v2']]);
  // again, an older one that comes late, and one more that comes while it is read
  open(version(2));
  open(version(1));
  open(version(3));
  expect([before(), kept()]).toEqual(['v1', ['v2', 'v3']]);
});

test('THREAD-04 a version that another one took the place of at once was never read; one that stood for 5 s, or was opened in an earlier visit, was', () => {
  const quick = start();
  quick.open(version(1));
  quick.find();
  elapse(quick.clock, 4_900);
  quick.open(version(2));
  expect([quick.before(), quick.kept()]).toEqual([undefined, ['v1', 'v2']]);
  elapse(quick.clock, 4_900);
  quick.open(version(3));
  expect(quick.before()).toBeUndefined();
  elapse(quick.clock, 5_000);
  quick.open(version(4));
  expect(quick.before()).toBe('v3');
  // both came before it was known what was kept
  const late = start();
  late.open(version(1));
  late.open(version(2));
  late.find();
  expect([late.before(), late.kept()]).toEqual([undefined, ['v1', 'v2']]);
  const again = start();
  again.open(version(1));
  again.find(version(1));
  again.open(version(2));
  expect(again.before()).toBe('v1');
  const older = start();
  older.open(version(2));
  older.find(version(1));
  older.open(version(3));
  expect(older.before()).toBe('v1');
});

test('THREAD-04 what is read for the first time, or is as it was, has no before', () => {
  const { open, before, kept, find } = start();
  open(version(1));
  find();
  expect([before(), kept()]).toEqual([undefined, ['v1']]);
  const again = start();
  again.open(version(1));
  again.find(version(1));
  expect([again.before(), again.kept()]).toEqual([undefined, []]);
});

test('THREAD-04 INV-ISOLATE without a place to keep them articles are read all the same', () => {
  const { open, before, opened } = start(true);
  open(version(1));
  open(version(2));
  expect([before(), opened()]).toEqual([undefined, 2]);
});
