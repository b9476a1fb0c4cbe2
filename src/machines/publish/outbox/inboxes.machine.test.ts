import { type ActorRefFrom, createActor, setup, SimulatedClock } from 'xstate';
import { expect, test } from 'vitest';
import { brokenRequest } from '../../../../tests/support/connection/broken-request.ts';
import { elapse } from '../../../../tests/support/machines/clock.ts';
import { fakeBus } from '../../../../tests/support/connection/fake-bus.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { relaysNotifiedBy } from '../../../events/publish/outbox/targets.ts';
import { seconds } from '../../../events/core/time.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import type { RelaysAsk } from '../../connection/relay-protocol.ts';
import { inboxesMachine, type InboxesLocated, type InboxesNews } from './inboxes.machine.ts';
import { pressed } from '../../../events/nostr/ours.ts';

const [ME, ANN, BOB] = ['1', '2', '3'].map((digit) => digit.repeat(64)) as [string, string, string];

function start(machine = inboxesMachine) {
  const bus = fakeBus();
  const clock = new SimulatedClock();
  const found: Array<InboxesNews | InboxesLocated | RelaysAsk> = [];
  const asker = setup({
    types: { events: {} as InboxesNews | InboxesLocated | RelaysAsk },
    actors: { inboxes: machine },
  }).createMachine({
    invoke: {
      id: 'inboxes',
      src: 'inboxes',
      input: ({ self }) => ({
        bus: bus.bus,
        account: ME,
        scope: self as never,
        home: 'http://127.0.0.1:4000',
      }),
    },
    on: { '*': { actions: ({ event }) => found.push(event) } },
  });
  const root = createActor(asker, { clock }).start();
  const actor = root.getSnapshot().children['inboxes'] as ActorRefFrom<typeof inboxesMachine>;
  const draft = (content: string, people: readonly string[], kind: number = KIND.Text) => ({
    kind,
    content,
    tags: people.map((pubkey) => ['p', pubkey]),
  });
  return {
    bus,
    actor,
    wait: (ms: number) => elapse(clock, ms, 100),
    ask: (
      content: string,
      people: readonly string[],
      { now = 100, kind = KIND.Text }: { now?: number; kind?: number } = {},
    ) =>
      actor.send({
        type: 'inboxes.ask',
        people: relaysNotifiedBy(draft(content, people, kind)),
        now: seconds(now),
        request: content,
        from: root,
      }),
    learn: (people: readonly string[], now = 100) =>
      actor.send({ type: 'inboxes.record', people, now: seconds(now) }),
    locate: (peer: string, isSending = true) =>
      actor.send({ type: 'inboxes.locate', peer, request: peer, from: root, isSending }),
    located: () => found.flatMap((one) => (one.type === 'inboxes.located' ? [one.relays] : [])),
    /** Relays of each request. */
    relays: () => found.flatMap((one) => (one.type === 'relays.ask' ? [one.urls] : [])),
    /** Deliver these events from one relay, then end. Without events the relay is unreachable. */
    hear: (url: string, ...events: VerifiedEvent[]) => {
      const ask = found.find((one) => one.type === 'relays.ask' && one.urls.includes(pressed(url)));
      if (ask?.type !== 'relays.ask') throw new Error(`${url} is not asked`);
      if (events.length > 0) ask.from.send({ type: 'relay.events', url: pressed(url), events });
      ask.from.send({ type: 'relay.ended', url: pressed(url), complete: events.length > 0 });
    },
    reads: (pubkey: string, url: string) => bus.answer({ events: [reads(pubkey, url)] }),
    /** Received results in order: the request id, then each person with their relays. */
    came: () =>
      found.flatMap((one) =>
        one.type === 'inboxes.found' ? [[one.request, ...one.inboxes].flat(2)] : [],
      ),
    asked: () => bus.open().map(({ query }) => query),
  };
}
const reads = (pubkey: string, url: string) =>
  trusted({ kind: KIND.RelayList, pubkey, tags: [['r', url, 'read']] });
const asking = (pubkey: string) => ({
  verb: 'replaceable_event',
  payload: { pubkey, kind: KIND.RelayList },
});

test('BEYOND-14 before publishing, read relays of mentioned people are requested and cached for an hour', () => {
  const { ask, reads: answer, came, asked } = start();
  ask('one', [ANN, ME, ANN]);
  expect([came(), asked()]).toEqual([[], [asking(ANN)]]);
  answer(ANN, 'wss://ann.example');
  ask('two', [ANN], { now: 3_699 });
  expect(came()).toEqual([
    ['one', ANN, 'wss://ann.example'],
    ['two', ANN, 'wss://ann.example'],
  ]);
  ask('three', [ANN], { now: 3_700 });
  expect(asked()).toHaveLength(1);
  answer(ANN, 'wss://moved.example');
  expect(came().at(-1)).toEqual(['three', ANN, 'wss://moved.example']);
});

test('BEYOND-14 an event that mentions no other person, or a contact list, is not delayed', () => {
  const { ask, came, asked } = start();
  ask('alone', []);
  ask('to myself', [ME]);
  ask('a list', [ANN], { kind: KIND.Contacts });
  expect([came(), asked()]).toEqual([[['alone'], ['to myself'], ['a list']], []]);
});

test('INV-PROGRESS publishing waits two seconds at most, and a failed request is repeated the next time', () => {
  const { ask, wait, came, asked, bus, reads: answer } = start();
  ask('first', [BOB]);
  answer(BOB, 'wss://bob.example');
  ask('slow', [BOB, ANN]);
  expect(asked()).toEqual([asking(ANN)]);
  wait(1_900);
  expect(came()).toHaveLength(1);
  wait(200);
  expect(came().at(-1)).toEqual(['slow', BOB, 'wss://bob.example']);
  ask('refused', [ANN]);
  bus.refuse();
  expect(came().at(-1)?.[0]).toBe('refused');
  ask('again', [ANN]);
  expect(asked()).toHaveLength(1);
  const broken = start(inboxesMachine.provide({ actors: { request: brokenRequest } }));
  broken.ask('broken', [ANN]);
  expect([broken.came(), Object.keys(broken.actor.getSnapshot().children)]).toEqual([
    [['broken']],
    [],
  ]);
});

test('INV-TAGGED responses reach their requests in any order', () => {
  const { ask, came, bus } = start();
  ask('for ann', [ANN]);
  ask('for bob', [BOB]);
  const [ann, bob] = bus.open();
  for (const [one, list] of [
    [bob, reads(BOB, 'wss://bob.example')],
    [ann, reads(ANN, 'wss://ann.example')],
  ] as const) {
    one?.from.send({ type: 'answer.partReceived', events: [list], referenced: [], claims: [] });
    one?.from.send({ type: 'answer.ended' });
  }
  expect(came().map(([content]) => content)).toEqual(['for bob', 'for ann']);
});

test('BEYOND-14 relays are requested while typing, for at most 20 people per text', () => {
  const { ask, learn, reads: answer, came, asked } = start();
  learn([ANN]);
  answer(ANN, 'wss://ann.example');
  expect(came()).toEqual([]);
  ask('written', [ANN]);
  expect(came()).toEqual([['written', ANN, 'wss://ann.example']]);
  const crowd = Array.from({ length: 100 }, (_, nth) => nth.toString(16).padStart(64, '0'));
  ask('crowd', crowd);
  expect(asked().map(({ payload }) => payload)).toEqual(
    crowd.slice(0, 20).map((pubkey) => asking(pubkey).payload),
  );
});

test('TRUST-07 BEYOND-14 unsigned relay lists from the service are not used', () => {
  const it = start();
  it.ask('one', [ANN]);
  const relays = [{ url: 'wss://evil.example', read: true, write: true }];
  it.bus.answer({
    events: [reads(BOB, 'wss://evil.example')],
    claims: [{ claim: 'userRelays', pubkey: ANN, relays }],
  });
  expect(it.came()).toEqual([['one', ANN]]);
  it.actor.send({ type: 'relayList.changed', relays: OWN });
  it.locate(ANN);
  for (let nth = 0; nth < 3; nth++)
    it.bus.answer({ claims: [{ claim: 'userRelays', pubkey: ANN, relays }] });
  expect(it.relays()).toEqual([['wss://own.example']]);
});

test('BEYOND-14 texts that mention the same person at once share one request', () => {
  const { ask, learn, reads: answer, came, asked } = start();
  learn([ANN]);
  ask('one', [ANN]);
  ask('two', [BOB, ANN]);
  expect(asked()).toEqual([asking(ANN), asking(BOB)]);
  answer(ANN, 'wss://ann.example');
  expect(came()).toEqual([['one', ANN, 'wss://ann.example']]);
  answer(BOB, 'wss://bob.example');
  expect(came()[1]).toEqual(['two', ANN, 'wss://ann.example', BOB, 'wss://bob.example']);
});

test('above a thousand people the oldest entries are dropped', () => {
  const { actor, ask, reads: answer, bus } = start();
  ask('ann', [ANN]);
  answer(ANN, 'wss://ann.example');
  for (let page = 0; page < 50; page++) {
    ask(
      `page ${page}`,
      Array.from({ length: 20 }, (_, nth) => (page * 20 + nth).toString(16).padStart(64, '0')),
    );
    for (let nth = 0; nth < 20; nth++) bus.answer({});
  }
  const { known, learned, open, waiting } = actor.getSnapshot().context;
  expect([known.size, learned.size, known.has(ANN), open.size, waiting]).toEqual([
    1_000,
    1_000,
    false,
    0,
    [],
  ]);
  expect(Object.keys(actor.getSnapshot().children)).toEqual([]);
});

const listed = (pubkey: string, ...urls: string[]) =>
  trusted({ kind: KIND.DirectMessageRelays, pubkey, tags: urls.map((url) => ['relay', url]) });
const OWN = [{ url: pressed('wss://own.example'), read: true, write: true }];

test('DM-09 message relays come from both lists, and a missing list differs from a failed request', () => {
  const it = start();
  it.actor.send({
    type: 'relayList.changed',
    relays: [{ url: pressed('wss://write.example'), read: false, write: true }, ...OWN],
  });
  it.locate(ANN);
  expect(it.asked()).toEqual([
    { verb: 'replaceable_event', payload: { pubkey: ANN, kind: 10_050 } },
  ]);
  // a list by another author is ignored, and only the page's own relay may be private
  it.bus.answer({
    events: [
      listed(BOB, 'wss://bob.example'),
      listed(
        ANN,
        'wss://ann.example/',
        'ws://10.0.0.1',
        'ws://127.0.0.1:5000',
        'wss://ann.example',
      ),
    ],
  });
  expect(it.asked()).toEqual([
    { verb: 'replaceable_event', payload: { pubkey: ME, kind: 10_050 } },
  ]);
  it.bus.answer({});
  expect(it.located()).toEqual([
    { peer: ['wss://ann.example', 'ws://127.0.0.1:5000'], own: ['wss://own.example'] },
  ]);
  // an empty list counts as a list
  it.locate(BOB);
  it.bus.answer({ events: [listed(BOB)] });
  it.bus.answer({ events: [listed(ME, 'wss://inbox.example')] });
  expect([it.located().at(-1), it.relays()]).toEqual([
    { peer: [], own: ['wss://inbox.example'] },
    [],
  ]);
  it.locate(ANN);
  it.bus.refuse();
  it.bus.refuse();
  it.locate(ANN);
  it.bus.answer({ events: [listed(ANN, 'wss://ann.example')] });
  it.wait(5_000);
  expect(it.located().slice(2)).toEqual([undefined, undefined]);
  // without a relay for the own copy, the result is unknown
  const bare = start();
  bare.locate(ANN);
  bare.bus.answer({ events: [listed(ANN, 'wss://ann.example')] });
  bare.bus.answer({});
  expect(bare.located()).toEqual([undefined]);
});

/** Start with answers from the caching service: no message relays, and the peer's write relays. */
function unlisted(isHeard = true, ...writes: string[]) {
  const it = start();
  it.actor.send({ type: 'relayList.changed', relays: OWN });
  it.locate(ANN);
  if (isHeard) it.bus.answer({});
  else it.bus.refuse();
  it.bus.answer({});
  const tags = writes.map((url) => ['r', url, 'write']);
  it.bus.answer({
    events: tags.length > 0 ? [trusted({ kind: KIND.RelayList, pubkey: ANN, tags })] : [],
  });
  return it;
}
const NAMED = { peer: ['wss://inbox.example'], own: ['wss://own.example'] };
const NONE = { peer: [], own: ['wss://own.example'] };

test("DM-09 a list missing at the caching service is requested from the peer's write and own relays", () => {
  const it = unlisted(true, 'wss://hers.example', 'ws://10.0.0.1');
  expect([it.relays(), it.located()]).toEqual([[['wss://hers.example', 'wss://own.example']], []]);
  it.hear('wss://own.example', listed(BOB, 'wss://bob.example'));
  it.hear('wss://hers.example', listed(ANN, 'wss://inbox.example'));
  expect(it.located()).toEqual([NAMED]);
  // the newer list wins, in any order of arrival
  const later = unlisted(true, 'wss://hers.example');
  const old = trusted({ ...listed(ANN, 'wss://old.example'), created_at: 1 });
  later.hear(
    'wss://own.example',
    trusted({ ...listed(ANN, 'wss://inbox.example'), created_at: 2 }),
  );
  later.hear('wss://hers.example', old);
  expect(later.located()).toEqual([NAMED]);
});

test("TRUST-08 DM-09 viewing a conversation asks only own relays for the peer's message relays", () => {
  const it = start();
  it.actor.send({ type: 'relayList.changed', relays: OWN });
  it.locate(ANN, false);
  it.bus.answer({});
  it.bus.answer({});
  expect([it.asked(), it.relays()]).toEqual([[], [['wss://own.example']]]);
  const writes = trusted({
    kind: KIND.RelayList,
    pubkey: ANN,
    tags: [['r', 'wss://hers.example']],
  });
  it.hear('wss://own.example', writes);
  expect([it.relays(), it.located()]).toEqual([[['wss://own.example']], [NONE]]);
});

test("DM-09 if only an own relay knows the peer's write relays, those are asked next, once", () => {
  const it = unlisted();
  const writes = trusted({
    kind: KIND.RelayList,
    pubkey: ANN,
    tags: [
      ['r', 'wss://hers.example/'],
      ['r', 'wss://own.example'],
    ],
  });
  it.hear('wss://own.example', writes);
  expect([it.relays(), it.located()]).toEqual([
    [['wss://own.example'], ['wss://hers.example']],
    [],
  ]);
  it.hear('wss://hers.example', writes, listed(ANN, 'wss://inbox.example'));
  expect([it.relays().length, it.located()]).toEqual([2, [NAMED]]);
});

test("DM-09 INV-PROGRESS empty, unreachable or silent relays keep the caching service's result", () => {
  const it = unlisted(true, 'wss://hers.example');
  it.hear('wss://hers.example');
  it.wait(2_900);
  expect(it.located()).toEqual([]);
  it.wait(200);
  expect(it.located()).toEqual([NONE]);
  const ended = unlisted();
  ended.hear('wss://own.example');
  expect(ended.located()).toEqual([NONE]);
  // if the service did not answer, relays may have the list, but an empty result proves nothing
  const unheard = unlisted(false);
  unheard.hear('wss://own.example', listed(ANN, 'wss://inbox.example'));
  const unknown = unlisted(false);
  unknown.hear('wss://own.example');
  expect([unheard.located(), unknown.located()]).toEqual([[NAMED], [undefined]]);
});

test('DM-09 for a peer with many relays at most a dozen are asked', () => {
  const many = Array.from({ length: 40 }, (_, at) => `wss://relay${at}.example`);
  const it = unlisted(true, ...many);
  expect(it.relays()).toEqual([[...many.slice(0, 6), 'wss://own.example']]);
  for (let round = 0; round < 5; round++) {
    const tags = Array.from({ length: 40 }, (_, at) => ['r', `wss://relay${round}-${at}.example`]);
    it.hear(
      'wss://own.example',
      trusted({ kind: KIND.RelayList, pubkey: ANN, created_at: 1_800_000_000 + round, tags }),
    );
  }
  expect(new Set(it.relays().flat()).size).toBe(12);
});
