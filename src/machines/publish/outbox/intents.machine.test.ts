import { quotedMessage as saidBy } from '../../../events/account/user-message.ts';
import { describe, expect, test } from 'vitest';
import { ME, startScope as start } from '../../../../tests/support/account/scope-world.ts';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import type { OutboxEntryDraft } from '../../../events/publish/outbox/outbox-entry.ts';
import { seconds } from '../../../events/core/time.ts';
import { pressed } from '../../../events/nostr/ours.ts';

const NOTE = 'f'.repeat(64);
const draft = pressed({ kind: KIND.Reaction, content: '+', tags: [['e', NOTE]] });

const publish = { type: 'intents.publish', draft, now: seconds(9) } as const;

test('NOTE-13 broadcasts wait for the own relays, run in parallel, once per note, and report their result', () => {
  const world = start();
  const [one, two] = [trusted({ content: 'one' }), trusted({ content: 'two' })];
  const words = { done: saidBy('was sent'), failed: saidBy('was not sent') };
  for (const event of [one, two, one])
    world.actor.send({ type: 'intents.broadcast', event: pressed(event), ...words });
  expect(world.sockets.lives).toEqual([]);
  world.list(['r', 'wss://w.example', 'write']);
  const [socket] = world.sockets.lives;
  socket?.report({ type: 'socket.opened' });
  expect(socket?.told.filter(({ type }) => type === 'socket.publish')).toHaveLength(2);
  const ok = (eventId: string, accepted: boolean) =>
    ({ type: 'ok', eventId, accepted, reason: '' }) as const;
  socket?.report({ type: 'socket.heard', heard: [ok(one.id, true), ok(two.id, false)] });
  expect(world.heard.at(-1)).toMatchObject({
    type: 'cache.ask',
    query: { verb: 'broadcast_events' },
  });
  world.tell({ type: 'answer.ended' });
  expect(world.heard.filter(({ type }) => type.startsWith('account.'))).toEqual([
    { type: 'account.done', message: saidBy('was sent') },
    { type: 'account.failed', message: saidBy('was not sent') },
  ]);
});

describe('target relays', () => {
  test("RELAY-06 an action waits for the account's own list, and goes to its write relays only", () => {
    const world = start();
    world.actor.send(publish);
    expect(world.drafted()).toEqual([]);
    world.list(['r', 'wss://w.example', 'write'], ['r', 'wss://r.example', 'read']);
    world.store.lives[0]?.report({ type: 'store.opened', entries: [], now: seconds(9) });
    expect(world.drafted()).toEqual([['wss://w.example']]);
    expect(world.sockets.lives.map(({ input }) => input.url)).toEqual([
      'wss://w.example',
      'wss://r.example',
    ]);
  });

  test('INV-BASE a rejected relay list does not count as empty: nothing is sent, and it is requested again', () => {
    const world = start();
    world.actor.send(publish);
    world.tell({
      type: 'answer.partReceived',
      events: [],
      referenced: [],
      claims: [],
      rejected: 1,
    });
    world.tell({ type: 'answer.ended' });
    world.store.lives[0]?.report({ type: 'store.opened', entries: [], now: seconds(9) });
    expect([world.children().relayList?.getSnapshot().value, world.drafted()]).toEqual([
      'failed',
      [],
    ]);
    elapse(world.clock, 31_000, 1_000);
    world.list(['r', 'wss://w.example']);
    expect(world.drafted()).toEqual([['wss://w.example']]);
  });

  test('an account without write relays uses the relay of this page', () => {
    const world = start();
    world.actor.send(publish);
    world.tell({ type: 'answer.ended' });
    world.store.lives[0]?.report({ type: 'store.opened', entries: [], now: seconds(9) });
    expect(world.drafted()).toEqual([['ws://127.0.0.1:1']]);
  });

  test('INV-PROGRESS a failed relay list is requested again, at once if an action waits for it', () => {
    const world = start();
    const asked = () => world.heard.filter(world.asks).length;
    world.tell({ type: 'answer.failed', reason: 'no_socket', text: '' });
    expect([world.children().relayList?.getSnapshot().value, asked()]).toEqual(['failed', 1]);
    elapse(world.clock, 29_000, 1_000);
    expect(asked()).toBe(1);
    elapse(world.clock, 1_000);
    expect(asked()).toBe(2);
    world.tell({ type: 'answer.failed', reason: 'no_socket', text: '' });
    world.actor.send(publish);
    expect(asked()).toBe(3);
    world.list(['r', 'wss://w.example']);
    expect(world.intents().waiting).toEqual([]);
  });

  test('BEYOND-14 an event also goes to read relays of mentioned people, after a wait of at most 2 s', () => {
    const world = start();
    const [ann, bob] = ['b'.repeat(64), 'c'.repeat(64)];
    const tell = (pubkey: string) => ({
      ...publish,
      draft: pressed({
        ...draft,
        tags: [
          ['e', pubkey],
          ['p', pubkey],
        ],
      }),
    });
    world.list(['r', 'wss://w.example', 'write'], ['r', 'wss://r.example', 'read']);
    world.store.lives[0]?.report({ type: 'store.opened', entries: [], now: seconds(9) });
    world.actor.send(tell(ann));
    expect(world.drafted()).toEqual([]);
    const tags = ['wss://ann.example', 'ws://10.0.0.1', 'wss://r.example'].map((url) => ['r', url]);
    const signed = trusted({ kind: KIND.RelayList, pubkey: ann, tags });
    world.tell({ type: 'answer.partReceived', events: [signed], referenced: [], claims: [] });
    world.tell({ type: 'answer.ended' });
    expect(world.drafted()).toEqual([['wss://w.example', 'wss://ann.example']]);
    world.actor.send(tell(bob));
    elapse(world.clock, 2_100, 100);
    expect(world.drafted().at(-1)).toEqual(['wss://w.example']);
  });

  test('RELAY-06 a relay list saved here applies at once', () => {
    const world = start();
    world.list(['r', 'wss://old.example']);
    const template = {
      pubkey: ME,
      kind: KIND.RelayList,
      created_at: seconds(7),
      tags: [['r', 'wss://new.example']],
      content: '',
    };
    const lines: readonly OutboxEntryDraft[] = [
      {
        job: 'j',
        type: 'intended',
        account: ME,
        wish: { type: 'list', list: 'relays', intents: [] },
      },
      {
        job: 'j',
        type: 'drafted',
        template: pressed(template),
        relays: [pressed('wss://old.example')],
      },
      { job: 'j', type: 'signed', event: trusted(template) },
      { job: 'j', type: 'answered', relay: pressed('wss://old.example'), accepted: true },
    ];
    const entries = lines.map((line) => ({ ...line, at: seconds(7) }));
    world.store.lives[0]?.report({
      type: 'store.opened',
      entries: entries.slice(0, 3),
      now: seconds(7),
    });
    const urls = () =>
      world
        .children()
        .relayList?.getSnapshot()
        .context.relays.map(({ url }) => url);
    expect(urls()).toEqual(['wss://old.example']);
    world.store.lives[0]?.report({ type: 'store.appended', entries: entries.slice(3) });
    expect(urls()).toEqual(['wss://new.example']);
    expect(world.sockets.lives.filter(({ ended }) => !ended).map(({ input }) => input.url)).toEqual(
      ['wss://new.example'],
    );
  });

  test('ACCOUNT-07 the first relay list of a new account applies as soon as a relay has it', () => {
    const world = start();
    world.tell({ type: 'answer.ended' });
    const template = pressed({
      pubkey: ME,
      kind: KIND.RelayList,
      created_at: seconds(7),
      tags: [['r', 'wss://new.example']],
      content: '',
    });
    const lines: readonly OutboxEntryDraft[] = [
      { job: 'j', type: 'intended', account: ME, wish: { type: 'event', draft: template } },
      { job: 'j', type: 'drafted', template, relays: [pressed('ws://127.0.0.1:1')] },
      { job: 'j', type: 'signed', event: trusted(template) },
    ];
    world.store.lives[0]?.report({
      type: 'store.opened',
      entries: lines.map((line) => ({ ...line, at: seconds(7) })),
      now: seconds(7),
    });
    const urls = () =>
      world
        .children()
        .relayList?.getSnapshot()
        .context.relays.map(({ url }) => url);
    expect(urls()).toEqual(['ws://127.0.0.1:1']);
    const answered = {
      job: 'j',
      type: 'answered',
      relay: pressed('ws://127.0.0.1:1'),
      accepted: true,
      at: seconds(7),
    } as const;
    world.store.lives[0]?.report({ type: 'store.appended', entries: [answered] });
    expect(urls()).toEqual(['wss://new.example']);
  });

  test('a list changed elsewhere applies within ten minutes', () => {
    const world = start();
    world.list(['r', 'wss://one.example']);
    elapse(world.clock, 590_000, 10_000);
    expect(world.children().relayList?.getSnapshot().value).toBe('known');
    elapse(world.clock, 10_000, 10_000);
    expect(world.children().relayList?.getSnapshot().value).toBe('asking');
    world.list(['r', 'wss://one.example'], ['r', 'wss://two.example']);
    expect(
      world
        .children()
        .relayList?.getSnapshot()
        .context.relays.map(({ url }) => url),
    ).toEqual(['wss://one.example', 'wss://two.example']);
  });
});

test('RELAY-08 with the proxy on no relay is connected, from the start, and turning it off connects them', () => {
  const world = start();
  world.proxy.report({ type: 'proxy.found', on: true });
  world.list(['r', 'wss://w.example']);
  elapse(world.clock, 5_000);
  expect(world.sockets.lives).toEqual([]);
  world.children().network?.send({ type: 'network.proxy', on: false });
  expect([world.sockets.lives.map(({ input }) => input.url), world.proxy.last().told]).toEqual([
    ['wss://w.example'],
    [{ type: 'proxy.keep', on: false }],
  ]);
  world.children().network?.send({ type: 'network.proxy', on: true });
  expect(world.sockets.lives.map(({ ended }) => ended)).toEqual([true]);
});

test('RELAY-03 a lost relay is reconnected as soon as the browser is online', () => {
  const world = start();
  world.list(['r', 'wss://w.example']);
  elapse(world.clock, 20 * 60_000, 1_000);
  const before = world.sockets.lives.length;
  world.actor.send({ type: 'network.online' });
  expect(world.sockets.lives.length - before).toBe(1);
});

test('ACTIVITY-01 relays are disconnected during sleep and reconnected after waking', () => {
  const world = start();
  world.list(['r', 'wss://w.example']);
  world.actor.send({ type: 'account.wakeChanged', on: false });
  expect(world.sockets.lives.map(({ ended }) => ended)).toEqual([true]);
  world.actor.send({ type: 'account.wakeChanged', on: true });
  elapse(world.clock, 1_000);
  expect(world.sockets.lives.map(({ ended }) => ended)).toEqual([true, false]);
});
