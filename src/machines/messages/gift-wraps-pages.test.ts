import { createRumor, createSeal, createWrap } from 'nostr-tools/nip59';
import { expect, test } from 'vitest';
import { trusted } from '../../../tests/support/events/trusted.ts';
import {
  ann,
  ANN,
  asEvent,
  ben,
  BEN,
  HOME,
  isAlive,
  junk,
  ME,
  ONE,
  start,
  TWO,
  wrapFrom,
} from '../../../tests/support/messages/wraps-world.ts';
import { signingFailure } from '../../events/account/signing/signing-error.ts';
import { seconds } from '../../events/core/time.ts';
import { pressed } from '../../events/nostr/ours.ts';

const { pubkey, content } = junk(0);
/** Return wraps for another account. They fill a page and are never decrypted. */
const others = (newest: number, count = 100) =>
  Array.from({ length: count }, (_, nth) =>
    trusted({ kind: 1_059, pubkey, created_at: newest - nth, tags: [['p', BEN]], content }),
  );
type World = ReturnType<typeof start>;
/** Return the requested older pages as relay and end time, in order. */
const pages = (it: World) =>
  it
    .asks()
    .flatMap(({ urls, ask }) => (ask.filters[0].until ? [[urls[0], ask.filters[0].until]] : []));
const forgotten = (it: World) =>
  it.told.flatMap(({ type, urls }) => (type === 'relays.forget' ? [urls] : []));
const changes = (it: World) => it.told.filter(({ type }) => type === 'giftWraps.changed');

test('DM-09 a relay is read page by page until one is not full, and then counts as complete', () => {
  const it = start();
  it.place(ONE);
  it.bring(ONE, ...others(900));
  expect(pages(it)).toEqual([[ONE, 800]]);
  it.bring(ONE, ...others(800));
  expect(pages(it)).toEqual([
    [ONE, 800],
    [ONE, 700],
  ]);
  it.bring(ONE, ...others(700, 50));
  expect([pages(it).length, [...it.context().whole], it.context().older.size]).toEqual([
    2,
    [ONE],
    0,
  ]);
});

test('DM-09 relays are read one after the other, and the end of another relay does not end a page', () => {
  const it = start();
  it.place(ONE);
  it.bring(ONE, ...others(900));
  it.bring(TWO, ...others(600));
  expect(pages(it)).toEqual([[ONE, 800]]);
  it.bring(HOME);
  expect([pages(it).length, it.context().whole.has(HOME)]).toEqual([1, true]);
  it.bring(ONE);
  expect(pages(it)).toEqual([
    [ONE, 800],
    [TWO, 500],
  ]);
});

test('DM-09 INV-PROGRESS a page that does not end within 10 seconds is dropped, and the next relay is read', () => {
  const it = start();
  it.place(ONE);
  it.bring(ONE, ...others(900));
  it.bring(TWO, ...others(600));
  it.wait(9_900);
  expect(pages(it)).toEqual([[ONE, 800]]);
  it.wait(100);
  expect(pages(it)).toEqual([
    [ONE, 800],
    [TWO, 500],
  ]);
  expect([...it.context().short]).toEqual([[ONE, { until: 800, pages: 0 }]]);
});

test('DM-09 a page is requested only after the wraps before it are open', async () => {
  const it = start();
  it.place(ONE);
  it.bring(ONE, ...others(900, 99), wrapFrom(ann, 'hello', 700));
  expect(pages(it)).toEqual([]);
  await it.openAll();
  expect([it.texts(), pages(it).length]).toEqual([{ [ANN]: ['hello'] }, 1]);
});

test('DM-09 relays are subscribed again only if the list of relays changes', () => {
  const it = start();
  it.place(ONE);
  const before = it.asks().length;
  it.send({ type: 'relayList.changed', relays: [{ url: pressed(TWO), read: true, write: true }] });
  it.bring(HOME, trusted({ kind: 10_050, pubkey: ME, created_at: 4, tags: [['relay', HOME]] }));
  expect([it.asks().length, forgotten(it)]).toEqual([before, []]);
  it.send({ type: 'relayList.changed', relays: [] });
  expect([it.asks().at(-1)?.['urls'], forgotten(it)]).toEqual([[ONE, HOME], [[ONE, TWO, HOME]]]);
});

test('DM-09 the list of message relays is requested again after 10 minutes, and after a proxy change', () => {
  const it = start();
  it.place(ONE);
  it.wait(10 * 60_000 - 100);
  expect([it.questions(), forgotten(it)]).toEqual([[], []]);
  it.wait(100);
  expect([it.questions().map(({ query }) => query.verb), forgotten(it)]).toEqual([
    ['replaceable_event'],
    [[ONE, TWO, HOME]],
  ]);
  it.answer({
    referenced: [trusted({ kind: 10_050, pubkey: ME, created_at: 9, tags: [['relay', TWO]] })],
  });
  expect(it.asks().at(-1)).toMatchObject({ urls: [TWO, HOME] });
  it.send({ type: 'network.proxied', on: true });
  expect([it.questions().length, forgotten(it).at(-1)]).toEqual([1, [TWO, HOME]]);
  it.refuseQuestion();
  expect(it.asks().at(-1)).toMatchObject({ urls: [TWO, HOME] });
  it.send({ type: 'account.wakeChanged', on: false });
  expect(forgotten(it).at(-1)).toEqual([TWO, HOME]);
});

test('DM-10 a request for more asks relays that stopped early, and no complete ones', () => {
  const it = start();
  it.place(ONE);
  for (const url of [ONE, TWO, HOME]) it.bring(url);
  const before = it.asks().length;
  it.send({ type: 'giftWraps.loadMore' });
  expect([it.asks().length, forgotten(it)]).toEqual([before, []]);
  it.bring(TWO, ...others(900));
  it.wait(10_000);
  // the ended page is continued, and the newest page is not requested again
  it.send({ type: 'giftWraps.loadMore' });
  expect([pages(it), forgotten(it)]).toEqual([
    [
      [TWO, 800],
      [TWO, 800],
    ],
    [],
  ]);
});

test('DM-09 a relay that is read again counts its pages from zero', () => {
  const it = start();
  it.place(ONE);
  it.bring(ONE, ...others(900, 60));
  it.send({ type: 'relay.ended', url: pressed(ONE), complete: false });
  it.send({ type: 'giftWraps.loadMore' });
  expect(forgotten(it)).toEqual([[ONE]]);
  it.bring(ONE, ...others(900, 60));
  expect([pages(it), it.context().whole.has(ONE)]).toEqual([[], true]);
});

test('DM-09 opened messages are reported with contacts and failures, and again after a view', async () => {
  const it = start();
  it.place(ONE);
  it.bring(ONE, wrapFrom(ann, 'one', 100), junk(99));
  await it.openAll();
  const [last] = changes(it).slice(-1);
  expect([last?.['opened'].has(ANN), last?.['contacts'].get(ANN)?.unread, last?.['lost']]).toEqual([
    true,
    1,
    1,
  ]);
  it.send({ type: 'giftWraps.markSeen', peer: ANN });
  const [next] = changes(it).slice(-1);
  expect([
    next !== last,
    next?.['opened'].has(ANN),
    next?.['contacts'].get(ANN)?.unread,
    next?.['lost'],
  ]).toEqual([true, true, 0, 1]);
});

test('E-21 DM-09 the time of first use of this device is stored, so later messages are unread', async () => {
  const it = start();
  it.send({ type: 'relayList.changed', relays: [] });
  it.answer({});
  // until the stored read markers are known, nothing is written
  it.bring(HOME, wrapFrom(ann, 'old', 100));
  await it.openAll();
  expect([it.drafts.told(), it.context().contacts.get(ANN)?.unread]).toEqual([[], 0]);
  it.send({
    type: 'xstate.error.actor.messageDrafts',
    actorId: 'messageDrafts',
    error: new Error('planted'),
  } as never);
  it.bring(HOME, wrapFrom(ben, 'later', 101));
  await it.openAll();
  const [kept] = it.drafts.told();
  expect(kept).toMatchObject({
    type: 'messageDrafts.keepSeen',
    seen: { from: it.context().now, peers: new Map() },
  });
  expect([
    it.context().now > seconds(1_600_000_000),
    it.context().contacts.get(ANN)?.unread,
    it.context().contacts.get(BEN)?.unread,
  ]).toEqual([true, 0, 1]);
});

test('DM-09 decryption with a local key is retried after 5 s, but not after a prompt', () => {
  const it = start();
  it.place(ONE);
  it.bring(ONE, wrapFrom(ann, 'one', 100));
  it.refuse();
  it.wait(4_900);
  expect([it.is('sealed'), it.open()]).toEqual([true, []]);
  it.wait(100);
  expect([it.is('sealed'), it.open().length]).toEqual([false, 1]);
  it.send({ type: 'giftWraps.allowPrompts' });
  it.refuse(it.open().find(isAlive));
  it.wait(60_000);
  expect([it.is('sealed'), it.open().filter(isAlive)]).toEqual([true, []]);
});

test('BEYOND-03 a batch can be stopped between its two steps, and restarts when the user asks', async () => {
  const it = start(false);
  it.place(ONE);
  it.bring(ONE, wrapFrom(ann, 'one', 100));
  expect(it.open().map(({ quiet }) => quiet)).toEqual([true]);
  it.send({ type: 'giftWraps.allowPrompts' });
  expect(
    it
      .open()
      .filter(isAlive)
      .map(({ quiet }) => quiet),
  ).toEqual([false]);
  await it.openAll();
  expect(it.texts()).toEqual({ [ANN]: ['one'] });
  it.bring(ONE, wrapFrom(ben, 'two', 101));
  const [first] = it.open().filter(isAlive);
  it.refuse(first, signingFailure('bad-cipher'));
  expect([it.context().lostCount, it.is('sealed'), it.context().waiting]).toEqual([1, false, []]);
  it.bring(ONE, wrapFrom(ben, 'three', 102));
  it.send({ type: 'giftWraps.stop' });
  expect([
    it.is('sealed'),
    it.is('opening'),
    it.open().filter(isAlive),
    it.context().texts.size,
  ]).toEqual([true, false, [], 0]);
});

test('TRUST-06 after a failed step the waiting wraps stay sealed and are opened later', async () => {
  for (const id of ['unwrapping', 'judging', 'unsealing']) {
    const it = start();
    it.place(ONE);
    it.bring(ONE, wrapFrom(ann, 'one', 100));
    for (let turn = 0; turn < 20 && it.child(id) === undefined; turn++) {
      const [request] = it.open().filter(isAlive);
      if (request) it.decrypt(request);
      else await new Promise((resolve) => setImmediate(resolve));
    }
    it.send({
      type: `xstate.error.actor.${id}`,
      actorId: id,
      error: new Error('planted'),
    } as never);
    expect([id, it.is('sealed'), it.context().waiting.length, it.context().texts.size]).toEqual([
      id,
      true,
      1,
      0,
    ]);
    it.wait(5_000);
    await it.openAll();
    expect([id, it.texts()]).toEqual([id, { [ANN]: ['one'] }]);
  }
});

test('TRUST-06 where messages are kept cannot be asked: relays of the account are asked all the same', () => {
  const it = start();
  it.send({ type: 'relayList.changed', relays: [{ url: pressed(TWO), read: true, write: true }] });
  it.send({
    type: 'xstate.error.actor.place',
    actorId: 'place',
    error: new Error('planted'),
  } as never);
  expect(it.asks().at(-1)).toMatchObject({
    urls: [TWO, HOME],
    ask: { filters: [{ limit: 100 }, { limit: 2 }] },
  });
});

test('DM-09 a seal for another key counts as unreadable and is tried again', async () => {
  const it = start();
  it.place(ONE);
  const rumor = createRumor(
    { kind: 14, content: 'hello', created_at: 100, tags: [['p', ME]] },
    ann,
  );
  it.bring(ONE, asEvent(createWrap(createSeal(rumor, ann, BEN), ME)), wrapFrom(ann, 'true', 101));
  await it.openAll();
  expect([
    it.texts(),
    it.context().lostCount,
    it.context().lost.length,
    it.context().seals.size,
  ]).toEqual([{ [ANN]: ['true'] }, 1, 1, 0]);
  it.send({ type: 'giftWraps.allowPrompts' });
  expect([it.context().lostCount, it.context().waiting.length]).toEqual([0, 1]);
});

test('BEYOND-03 DM-09 messages opened before a refusal are reported and counted', async () => {
  const it = start(false);
  it.place(ONE);
  it.bring(ONE, wrapFrom(ann, 'one', 100), wrapFrom(ben, 'two', 101));
  for (let turn = 0; turn < 20 && it.child('unsealing') === undefined; turn++) {
    for (const request of it.open().filter(isAlive)) it.decrypt(request);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const before = changes(it).length;
  const [first, second] = it.open().filter(isAlive);
  if (first) it.decrypt(first);
  it.refuse(second);
  const [last] = changes(it).slice(before);
  expect([
    it.is('sealed'),
    last?.['opened'].size,
    last?.['contacts'].size,
    it.context().waiting.length,
  ]).toEqual([true, 1, 1, 1]);
});
