import { expect, test } from 'vitest';
import { ME, startScope } from '../../../../tests/support/account/scope-world.ts';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { follow } from '../../../events/account/lists/list-intents.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import type { OutboxEntry } from '../../../events/publish/outbox/outbox-entry.ts';
import { seconds } from '../../../events/core/time.ts';
import { pressed } from '../../../events/nostr/ours.ts';

test('INV-BASE lists are fetched from the account’s write relays, as soon as known and as they change', () => {
  const world = startScope();
  const relays = () => world.children().lists?.getSnapshot().context.relays;
  expect(relays()).toBeUndefined();
  world.list(['r', 'wss://one.example'], ['r', 'wss://in.example', 'read']);
  expect(relays()).toEqual(['wss://one.example']);
  elapse(world.clock, 10 * 60_000, 10_000);
  world.list(
    ['r', 'wss://one.example'],
    ['r', 'wss://two.example', 'write'],
    ['r', 'wss://in.example', 'read'],
  );
  expect(relays()).toEqual(['wss://one.example', 'wss://two.example']);
});

test('INV-BASE a profile opens for editing only once its relays are known', () => {
  const world = startScope();
  const { lists } = world.actor.getSnapshot().children;
  lists?.send({
    type: 'lists.profile',
    remembered: [],
    now: seconds(5),
    home: 'http://here.example',
  });
  expect(lists?.getSnapshot().children.profile).toBeUndefined();
  world.list(['r', 'wss://one.example']);
  expect(lists?.getSnapshot().children.profile?.getSnapshot().context.relays).toEqual([
    'wss://one.example',
  ]);
});

test('INV-NO-LOSS an edit that a closed page left signed is resumed once the list’s relays are known', () => {
  const world = startScope();
  const intents = [follow('2'.repeat(64))];
  const template = pressed({
    kind: KIND.Contacts,
    tags: [['p', '2'.repeat(64)]],
    content: '',
    pubkey: ME,
    created_at: seconds(5),
  });
  const entries: readonly OutboxEntry[] = [
    {
      job: 'left',
      at: seconds(5),
      type: 'intended',
      account: ME,
      wish: { type: 'list', list: 'follows', intents },
    },
    {
      job: 'left',
      at: seconds(5),
      type: 'drafted',
      template,
      relays: [pressed('wss://one.example')],
    },
    { job: 'left', at: seconds(5), type: 'signed', event: trusted(template) },
  ];
  world.store.report({ type: 'store.opened', entries, now: seconds(9) });
  const editor = () => world.children().lists?.getSnapshot().children['edit follows'];
  expect(editor()).toBeUndefined();
  world.list(['r', 'wss://one.example']);
  expect(editor()?.getSnapshot().context.list).toBe('follows');
});

test('INV-NO-LOSS an edit without known relays requests them at once, and runs when they are known', () => {
  const world = startScope();
  const asked = () => world.heard.filter(world.asks).length;
  world.tell({ type: 'answer.failed', reason: 'no_socket', text: '' });
  expect([world.children().relayList?.getSnapshot().value, asked()]).toEqual(['failed', 1]);
  const intents = [follow('2'.repeat(64))];
  world.actor.send({ type: 'lists.edit', list: 'follows', intents, now: seconds(9) });
  expect([world.children().relayList?.getSnapshot().value, asked()]).toEqual(['asking', 2]);
  world.list(['r', 'wss://one.example']);
  const editor = world.children().lists?.getSnapshot().children['edit follows'];
  const { queue = [], failures = [] } = editor?.getSnapshot().context ?? {};
  expect([...queue, ...failures]).toMatchObject([{ intents }]);
});
