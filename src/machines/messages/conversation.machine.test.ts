import { expect, test } from 'vitest';
import { type ActorRefFrom, type AnyEventObject, createActor, setup, SimulatedClock } from 'xstate';
import { fakeSession } from '../../../tests/support/account/fake-session.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { fakeBus } from '../../../tests/support/connection/fake-bus.ts';
import { range } from '../../../tests/support/connection/fake-cache.ts';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { ANN, BEN, from, ME, sealed, URL } from '../../../tests/support/messages/messages-world.ts';
import { secretOf } from '../../events/account/keys/secret.ts';
import { signingFailure } from '../../events/account/signing/signing-error.ts';
import { seconds } from '../../events/core/time.ts';
import { isAlive } from '../../../tests/support/messages/wraps-world.ts';
import { conversationMachine } from './conversation.machine.ts';

const UNPROVEN = 'auth-required: who are you';
/** Time in milliseconds after which opened texts are shown. */
const SOON = 200;

function start(isLocal = true) {
  const { bus, ...asked } = fakeBus();
  const signer = fakeSession();
  const told: AnyEventObject[] = [];
  const clock = new SimulatedClock();
  const input = {
    account: ME,
    peer: ANN,
    bus,
    signer: signer.ref,
    service: URL,
    isLocal,
    quiet: true,
  };
  const house = setup({
    types: { events: {} as AnyEventObject },
    actors: { conversation: conversationMachine },
  }).createMachine({
    invoke: { id: 'conversation', src: 'conversation', input },
    on: { '*': { actions: ({ event }) => told.push(event) } },
  });
  const root = createActor(house, { clock }).start();
  const actor = root.getSnapshot().children['conversation'] as ActorRefFrom<
    typeof conversationMachine
  >;
  const context = () => actor.getSnapshot().context;
  /** The signer skips cancelled requests. */
  const open = () => signer.open().filter(isAlive);
  return {
    bus: asked,
    signer: {
      open,
      refuse: (request = open()[0], failure = signingFailure('event_not_signed')) =>
        signer.refuse(request, failure),
    },
    told,
    context,
    send: actor.send,
    refresh: () => actor.send({ type: 'conversation.refresh' }),
    more: () => actor.send({ type: 'conversation.loadMore' }),
    is: (tag: 'loading' | 'ended' | 'failed' | 'closed' | 'opening' | 'sealed') =>
      actor.getSnapshot().hasTag(tag),
    wait: (ms: number) => elapse(clock, ms, 10),
    asks: () => asked.open().map(({ query }) => query.payload),
    open: (text: string) => signer.sign(text, open()[0]),
    texts: () => context().messages.map(({ id }) => context().texts.get(id)?.reveal()),
    times: () => context().messages.map(({ created_at }) => created_at),
  };
}

type Message = ReturnType<typeof from>;
/**
 * Return a page whose range ends at the oldest of these. `named`: number of messages that the
 * service names.
 */
const page = (events: readonly Message[], { named = events.length, at = 100 } = {}) => {
  const times = events.map(({ created_at }) => Number(created_at));
  const names = Array.from(
    { length: named },
    (_, nth) => events[nth]?.id ?? String(nth).padStart(64, '0'),
  );
  return {
    events,
    claims: [range(names, { since: Math.min(...times), until: Math.max(...times) })],
    at: seconds(at),
  };
};
const many = (newest: number, count = 20, pubkey = ME) =>
  Array.from({ length: count }, (_, nth) => from(pubkey, newest - nth, pubkey === ME ? ANN : ME));
const heard = (it: ReturnType<typeof start>) =>
  it.told.flatMap(({ type, isNews }) => (type === 'conversation.received' ? [isNews] : []));

test('DM-02 LIMIT-02 older messages load in pages of 20 until a page is not full', () => {
  const it = start();
  expect([it.asks(), it.is('loading')]).toEqual([
    [{ receiver: ME, sender: ANN, since: 0, limit: 20, offset: 0 }],
    true,
  ]);
  it.more();
  expect(it.asks()).toHaveLength(1);
  it.bus.answer(page(many(900)));
  expect([it.is('ended'), it.is('loading'), it.asks()]).toEqual([false, false, []]);
  it.more();
  expect(it.asks()).toEqual([
    { receiver: ME, sender: ANN, since: 0, limit: 20, until: 881, offset: 1 },
  ]);
  it.bus.answer(page(many(880, 19)));
  expect([it.is('ended'), it.times()[0], it.times().length]).toEqual([true, 862, 39]);
  it.more();
  expect(it.asks()).toEqual([]);
});

test('DM-02 INV-PROGRESS a failed request for a page is repeated unchanged', () => {
  const it = start();
  it.bus.answer(page(many(900)));
  it.more();
  it.bus.refuse();
  expect([it.is('failed'), it.is('closed'), it.is('ended')]).toEqual([true, false, false]);
  it.more();
  expect([it.asks().at(-1), it.is('failed')]).toMatchObject([{ until: 881, offset: 1 }, false]);
});

test('DM-02 INV-PROGRESS after an outage, a page that did not load is requested again by itself', () => {
  const it = start();
  it.bus.refuse();
  expect(it.is('failed')).toBe(true);
  // the background request, while the error is shown
  it.bus.refuse();
  it.wait(10_000);
  expect(it.is('failed')).toBe(true);
  it.bus.answer(page([]));
  expect([it.is('failed'), it.is('loading')]).toEqual([false, true]);
  it.bus.answer(page(many(900)));
  expect([it.is('failed'), it.times().length]).toEqual([false, 20]);
});

test('BEYOND-03 messages that require a proof are requested again after 5 s if the key is local', () => {
  const here = start();
  here.bus.refuse(undefined, UNPROVEN);
  here.signer.refuse();
  expect([here.is('closed'), here.is('failed'), here.asks()]).toEqual([true, false, []]);
  here.wait(4_900);
  expect(here.asks()).toEqual([]);
  here.wait(100);
  expect([here.asks().length, here.is('closed')]).toEqual([1, false]);

  const away = start(false);
  away.send({ type: 'conversation.setService', service: 'wss://other.example' });
  away.bus.refuse(undefined, UNPROVEN);
  away.signer.refuse();
  away.wait(60_000);
  expect([away.is('closed'), away.asks()]).toEqual([true, []]);
  away.send({ type: 'conversation.read' });
  away.bus.refuse(undefined, UNPROVEN);
  const [request] = away.signer.open();
  // the proof names the current caching service
  expect([request?.quiet, JSON.stringify(request?.act).includes('wss://other.example')]).toEqual([
    false,
    true,
  ]);
});

test('DM-02 new messages are requested from an hour before the newest one that is not dated ahead', () => {
  const it = start();
  it.bus.answer(page(many(9_000), { at: 10_000 }));
  it.refresh();
  expect(it.asks()).toEqual([{ receiver: ME, sender: ANN, since: 5_400, limit: 1_000, offset: 0 }]);
  it.bus.answer(page([from(ANN, 90_000)], { at: 10_010 }));
  it.refresh();
  expect(it.asks()).toMatchObject([{ since: 6_410 }]);
  // a response without newer messages keeps the position
  it.bus.answer({ at: seconds(20_000) });
  it.refresh();
  expect(it.asks()).toMatchObject([{ since: 6_410 }]);
  // new messages do not move the position of older ones
  it.more();
  expect(it.asks()[1]).toMatchObject({ until: 8_981, offset: 1 });
});

test('DM-02 INV-PROGRESS news during a request causes one more, and a failure is retried after 10 s', () => {
  const it = start();
  it.bus.answer(page([from(ANN, 90)]));
  it.refresh();
  it.refresh();
  it.refresh();
  expect(it.asks()).toHaveLength(1);
  it.bus.answer(page([from(ANN, 90)]));
  expect(it.asks()).toHaveLength(1);
  it.bus.answer(page([from(ANN, 90)]));
  expect(it.asks()).toEqual([]);
  it.refresh();
  it.bus.refuse();
  it.wait(9_900);
  expect(it.asks()).toEqual([]);
  it.wait(100);
  expect(it.asks()).toHaveLength(1);
  it.bus.refuse();
  it.refresh();
  expect(it.asks()).toHaveLength(1);
  // the proof is refused, so there is no request until there is news
  it.bus.refuse(undefined, UNPROVEN);
  it.signer.refuse(it.signer.open().find(({ act }) => act.do === 'sign'));
  it.wait(60_000);
  expect(it.asks()).toEqual([]);
  it.refresh();
  expect(it.asks()).toHaveLength(1);
});

test('DM-04 messages by the peer are reported from the first page and new ones, not from older pages', () => {
  const it = start();
  it.bus.answer(page([from(ANN, 901), ...many(900)]));
  expect(heard(it)).toEqual([false]);
  it.more();
  it.bus.answer(page(many(800, 20, ANN)));
  expect(heard(it)).toEqual([false]);
  it.refresh();
  it.bus.answer(page([from(ANN, 901), from(ME, 902, ANN)]));
  expect(heard(it)).toEqual([false]);
  it.refresh();
  it.bus.answer(page([from(ANN, 903)]));
  expect(it.told.filter(({ type }) => type === 'conversation.received')).toEqual([
    { type: 'conversation.received', peer: ANN, isNews: false },
    { type: 'conversation.received', peer: ANN, isNews: true },
  ]);
  const own = start();
  own.bus.answer(page(many(900)));
  expect(heard(own)).toEqual([]);
});

test('DM-06 after the user stopped, unopened messages stay closed, and later ones wait with them', () => {
  const it = start(false);
  it.bus.answer(page([from(ANN, 5), from(BEN, 6), from(ANN, 4)]));
  it.send({ type: 'conversation.read' });
  expect([it.is('opening'), it.signer.open().map(({ quiet }) => quiet)]).toEqual([
    true,
    [false, false],
  ]);
  it.send({ type: 'conversation.stop' });
  expect([it.is('sealed'), it.is('opening'), it.signer.open()]).toEqual([true, false, []]);
  it.refresh();
  it.bus.answer(page([from(ANN, 7)]));
  it.wait(60_000);
  expect(it.signer.open()).toEqual([]);
  it.send({ type: 'conversation.read' });
  expect(it.signer.open()).toHaveLength(3);
  for (const text of ['one', 'two', 'three']) it.open(text);
  expect([it.texts(), it.is('sealed'), it.is('opening')]).toEqual([
    ['one', 'two', 'three'],
    false,
    false,
  ]);
});

test('DM-06 a request to read while no message is sealed also applies to later messages', () => {
  const it = start(false);
  it.send({ type: 'conversation.read' });
  it.bus.answer(page([from(ANN, 5)]));
  expect(it.signer.open()).toMatchObject([{ quiet: false, act: { peer: ANN, text: sealed(5) } }]);
});

test('DM-06 decryption with a locked key is retried after 5 s, unless the user refused', () => {
  const it = start();
  it.bus.answer(page([from(ANN, 5)]));
  it.signer.refuse();
  expect([it.is('sealed'), it.signer.open()]).toEqual([true, []]);
  it.wait(4_900);
  expect(it.signer.open()).toEqual([]);
  it.wait(100);
  expect(it.signer.open()).toMatchObject([{ quiet: true }]);
  it.send({ type: 'conversation.read' });
  it.signer.refuse();
  it.wait(60_000);
  expect([it.is('sealed'), it.signer.open()]).toEqual([true, []]);
  const away = start(false);
  away.bus.answer(page([from(ANN, 5)]));
  away.signer.refuse();
  away.wait(60_000);
  expect(away.signer.open()).toEqual([]);
});

test('BEYOND-03 DM-06 an opened key decrypts at once, also after the user had refused', () => {
  const it = start();
  it.bus.answer(page([from(ANN, 5)]));
  for (let n = 0; n < 2; n++) {
    it.signer.refuse();
    expect([it.is('sealed'), it.signer.open()]).toEqual([true, []]);
    it.send({ type: 'account.unlocked' });
    expect(it.signer.open()).toHaveLength(1);
    it.send({ type: 'conversation.read' });
  }
});

test('DM-06 each failed decryption is reported, and is retried when the user asks', () => {
  const it = start();
  const unreadable = () => it.told.filter(({ type }) => type === 'conversation.unreadable').length;
  it.bus.answer(page([from(ANN, 5), from(ANN, 6)]));
  it.signer.refuse(undefined, signingFailure('bad-cipher'));
  it.open('five');
  expect([new Set(it.texts()), it.is('sealed'), unreadable()]).toEqual([
    new Set(['five', undefined]),
    false,
    1,
  ]);
  it.wait(60_000);
  expect(it.signer.open()).toEqual([]);
  it.send({ type: 'conversation.read' });
  expect(it.signer.open()).toHaveLength(1);
  it.open('six');
  expect([new Set(it.texts()), unreadable()]).toEqual([new Set(['five', 'six']), 1]);
});

test('DM-06 LIMIT-02 20 messages are opened together, the newest first', () => {
  const it = start();
  it.bus.answer(page(many(900, 25, ANN)));
  const times = () =>
    it.signer
      .open()
      .map(({ act }) =>
        act.do === 'decrypt' ? Number.parseInt(act.text.replaceAll('A', ''), 10) : 0,
      );
  expect([times().length, Math.min(...times())]).toEqual([20, 881]);
  for (let nth = 0; nth < 20; nth++) it.open('text');
  expect([times().length, Math.max(...times())]).toEqual([5, 880]);
});

test('FEED-14 texts are rendered again only when more of them are open', () => {
  const it = start();
  it.bus.answer(page([from(ANN, 5), from(ANN, 6), from(ANN, 7), from(ANN, 8)]));
  const shown = () => it.texts().filter((text) => text !== undefined);
  it.open('one');
  expect(shown()).toHaveLength(1);
  const first = it.context().texts;
  it.wait(SOON);
  expect(it.context().texts).toBe(first);
  it.open('two');
  expect(it.context().texts).toBe(first);
  it.wait(SOON);
  const second = it.context().texts;
  expect(shown()).toHaveLength(2);
  it.wait(SOON);
  expect(it.context().texts).toBe(second);
});

test('DM-05 INV-OUTCOME a sent message is shown at once, and not decrypted again from the service', () => {
  const it = start();
  it.bus.answer(page([from(ANN, 5)]));
  it.open('five');
  const own = from(ME, 6, ANN);
  const { id, pubkey, created_at } = own;
  it.send({
    type: 'conversation.sent',
    message: { id, pubkey, created_at, form: 'nip04', event: own },
    text: secretOf('six'),
  });
  expect(it.texts()).toEqual(['five', 'six']);
  it.refresh();
  it.bus.answer(page([own]));
  expect([it.texts(), it.signer.open()]).toEqual([['five', 'six'], []]);
  const wrapped = {
    id: 'seven',
    pubkey: ANN,
    created_at: seconds(7),
    form: 'nip17',
    event: trusted({ kind: 1_059 }),
  } as const;
  it.send({
    type: 'conversation.opened',
    opened: [{ peer: ANN, message: wrapped, text: secretOf('seven') }],
  });
  expect([it.texts(), it.signer.open()]).toEqual([['five', 'six', 'seven'], []]);
});
