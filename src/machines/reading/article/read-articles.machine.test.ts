import { createActor, fromCallback, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import {
  readArticlesMachine,
  type ReadArticlesStoreCommand,
  type ReadArticlesStoreSignal,
} from './read-articles.machine.ts';

const version = (created_at: number, d = 'essay') =>
  trusted({ kind: 30_023, created_at, content: `v${created_at}`, tags: [['d', d]] });
const ADDRESS = `30023:${version(1).pubkey}:essay`;

/** `fails`: the store cannot be opened. */
function start(fails = false) {
  const kept: VerifiedEvent[] = [];
  let find: (...events: readonly VerifiedEvent[]) => void = () => {};
  let opened = 0;
  const store = fromCallback<ReadArticlesStoreCommand, { account: string }>(
    ({ sendBack, receive }) => {
      opened += 1;
      if (fails) throw new Error('no shelf');
      find = (...events) =>
        sendBack({ type: 'readArticlesStore.found', events } satisfies ReadArticlesStoreSignal);
      receive(({ event }) => kept.push(event));
    },
  );
  const clock = new SimulatedClock();
  const actor = createActor(readArticlesMachine.provide({ actors: { store } }), {
    input: { account: 'me' },
    clock,
  }).start();
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

test('THREAD-04 after a newer version opens, the earlier one is shown as read before, and is replaced', () => {
  const { open, before, kept, find, opened } = start();
  expect(opened()).toBe(0);
  open(version(2));
  expect([before(), kept()]).toEqual([undefined, []]);
  find(version(1), version(9, 'other'));
  expect([before(), kept()]).toEqual(['v1', ['v2']]);
  // the same one again, a late older one, and a newer one during reading
  open(version(2));
  open(version(1));
  open(version(3));
  expect([before(), kept()]).toEqual(['v1', ['v2', 'v3']]);
});

test('THREAD-04 a version counts as read after 5 s, or if it was opened in an earlier visit', () => {
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
  // both arrived before the stored versions were known
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

test('THREAD-04 a new or unchanged article has no earlier version', () => {
  const { open, before, kept, find } = start();
  open(version(1));
  find();
  expect([before(), kept()]).toEqual([undefined, ['v1']]);
  const again = start();
  again.open(version(1));
  again.find(version(1));
  expect([again.before(), again.kept()]).toEqual([undefined, []]);
});

test('THREAD-04 INV-ISOLATE articles can be read without a store', () => {
  const { open, before, opened } = start(true);
  open(version(1));
  open(version(2));
  expect([before(), opened()]).toEqual([undefined, 2]);
});
