import { createRumor, createSeal, createWrap } from 'nostr-tools/nip59';
import { expect, test } from 'vitest';
import { trusted } from '../../../tests/support/events/trusted.ts';
import type { VerifiedEvent } from '../../events/nostr/event.ts';
import { secretOf } from '../../events/account/keys/secret.ts';
import { millis, seconds } from '../../events/core/time.ts';
import type { OutgoingMessage } from '../../events/messages/outgoing-message.ts';
import { foldOutbox } from '../../events/publish/outbox/outbox-fold.ts';
import type { OutboxEntryDraft } from '../../events/publish/outbox/outbox-entry.ts';
import type { OutboxContext } from '../publish/outbox/outbox-context.ts';
import { wrapJobs } from '../publish/outbox/outbox-subscribers.ts';
import {
  mine,
  ann,
  ben,
  ME,
  ANN,
  BEN,
  HOME,
  ONE,
  TWO,
  asEvent,
  isAlive,
  wrapFrom,
  reactionFrom,
  junk,
  start,
} from '../../../tests/support/messages/wraps-world.ts';
import { pressed } from '../../events/nostr/ours.ts';

test('DM-09 message relays, read relays and the own relay are subscribed, only for wraps to the account', () => {
  const named = start();
  named.place(ONE);
  expect(named.asks().at(-1)).toMatchObject({
    urls: [ONE, TWO, HOME],
    ask: {
      kind: 'subscribe',
      live: true,
      filters: [
        { kinds: [1_059], '#p': [ME] },
        { kinds: [10_050, 3], authors: [ME] },
      ],
    },
  });
  const unnamed = start();
  unnamed.place();
  expect(unnamed.asks().at(-1)).toMatchObject({ urls: [TWO, HOME] });
  // without read relays, own copies are on the write relays
  const writer = start();
  writer.place();
  writer.send({
    type: 'relayList.changed',
    relays: [{ url: pressed(ONE), read: false, write: true }],
  });
  expect(writer.asks().at(-1)).toMatchObject({ urls: [ONE, HOME] });
  // a newer list from a relay applies at once
  unnamed.bring(
    HOME,
    trusted({ kind: 10_050, pubkey: ME, created_at: 9, tags: [['relay', ONE]] }),
    trusted({ kind: 10_050, pubkey: BEN, created_at: 10, tags: [['relay', TWO]] }),
  );
  expect(unnamed.asks().at(-1)).toMatchObject({ urls: [ONE, TWO, HOME] });
  expect(unnamed.told.filter(({ type }) => type === 'relays.forget')).toMatchObject([
    { urls: [TWO, HOME] },
  ]);
  // it subscribes again after waking, and closes the subscription when asleep
  unnamed.send({ type: 'account.wakeChanged', on: false });
  const before = unnamed.asks().length;
  unnamed.wait(20 * 60_000);
  expect(unnamed.asks()).toHaveLength(before);
  unnamed.send({ type: 'account.wakeChanged', on: true });
  unnamed.refuseQuestion();
  expect(unnamed.asks()).toHaveLength(before + 1);
});

test("INV-NO-LOSS DM-09 sent messages are shown from the outbox once a relay accepted the peer's copy", async () => {
  const it = start();
  it.place(ONE);
  it.send({ type: 'outbox.started' });
  expect(it.told.filter(({ type }) => type === 'outbox.subscribe')).toHaveLength(1);
  const toAnn = createRumor(
    { kind: 14, content: 'sent to ann', created_at: 90, tags: [['p', ANN]] },
    mine,
  );
  const [sent, own] = [ANN, ME].map((to) =>
    asEvent(createWrap(createSeal(toAnn, mine, to), to)),
  ) as [VerifiedEvent, VerifiedEvent];
  const copies = {
    message: { event: pressed(sent), to: ANN, relays: [pressed(ONE)] },
    own: { event: pressed(own), to: ME, relays: [pressed(TWO)] },
  };
  const jobs = wrapJobs({ account: ME } as OutboxContext, {
    type: 'outbox.wrap',
    origin: 'message:x 1',
    ...copies,
    from: undefined as never,
  });
  const answered = (job: string, relay: string, accepted: boolean) =>
    ({ job, type: 'answered', relay: pressed(relay), accepted }) as const;
  const tell = (...lines: readonly OutboxEntryDraft[]) => {
    const entries = [...jobs.lines, ...lines].map((line) => ({ ...line, at: seconds(1) }));
    it.send({ type: 'outbox.changed', records: foldOutbox(new Map(), entries) });
  };
  tell();
  await it.openAll();
  expect(it.texts()).toEqual({});
  tell(answered(jobs.job, ONE, true), answered(jobs.own, TWO, false));
  await it.openAll();
  expect(it.texts()).toEqual({ [ANN]: ['sent to ann'] });
  expect(it.context().contacts.get(ANN)?.unread).toBe(0);
  // the same copy from a relay, and again from the outbox
  it.bring(ONE, own);
  tell(answered(jobs.job, ONE, true), answered(jobs.own, TWO, true));
  await it.openAll();
  expect([it.texts(), it.context().waiting]).toEqual([{ [ANN]: ['sent to ann'] }, []]);
});

test('DM-09 E-22 messages reach their own conversation in any order, and unread counts need no prompt', async () => {
  const it = start();
  it.place(ONE, TWO);
  const [a, b, own] = [
    wrapFrom(ann, 'from ann', 100),
    wrapFrom(ben, 'from ben', 99),
    wrapFrom(mine, 'to myself', 98),
  ];
  it.bring(TWO, b);
  it.bring(ONE, b, a, own);
  it.bring(TWO, a);
  expect(
    it.requests.every(({ quiet, reason }) => quiet && reason.code === 'sign.readMessages'),
  ).toBe(true);
  await it.openAll();
  expect(it.texts()).toEqual({ [ANN]: ['from ann'], [BEN]: ['from ben'], [ME]: ['to myself'] });
  const unread = () =>
    [...it.context().contacts.values()]
      .filter(({ unread }) => unread > 0)
      .map(({ peer }) => peer)
      .toSorted();
  expect(unread()).toEqual([ANN, BEN].toSorted());
  it.send({ type: 'giftWraps.markSeen', peer: ANN });
  expect([unread(), it.drafts.told().at(-1)]).toMatchObject([
    [BEN],
    { type: 'messageDrafts.keepSeen', seen: { peers: new Map([[ANN, 100]]) } },
  ]);
  it.send({ type: 'giftWraps.markSeen', peer: undefined });
  expect(unread()).toEqual([]);
  // decrypted texts cannot be serialized
  expect(JSON.stringify([it.told, [...it.context().opened]])).not.toMatch(/from ann|from ben/);
});

test('DM-09 INV-IDENTITY forged seals and foreign wraps are dropped, and failed wraps can be retried', async () => {
  const it = start();
  it.place(ONE);
  const other = wrapFrom(ann, 'for ben', 100, ann, BEN);
  it.bring(
    ONE,
    wrapFrom(ann, 'forged', 100, ben),
    other,
    asEvent({ ...other, tags: [['p', ME]] }),
    wrapFrom(ann, 'true', 101),
    junk(99),
  );
  await it.openAll();
  expect([it.texts(), it.context().lostCount]).toEqual([{ [ANN]: ['true'] }, 2]);
  const before = it.requests.length;
  it.send({ type: 'giftWraps.allowPrompts' });
  expect(it.requests.length - before).toBe(2);
  await it.openAll();
  expect([it.context().lostCount, it.context().waiting]).toEqual([2, []]);
});

test('DM-09 NIP17-HOSTILE a flood of junk wraps is handled in batches and does not block real messages', async () => {
  const it = start();
  it.place(ONE);
  const { pubkey, content } = junk(0);
  const flood = (from: number) =>
    Array.from({ length: 100 }, (_, at) =>
      trusted({ kind: 1_059, pubkey, created_at: 10_000 - from - at, tags: [['p', ME]], content }),
    );
  it.bring(ONE, ...flood(0));
  expect(it.open().length).toBe(10);
  for (let page = 1; page <= 5; page++) {
    await it.openAll();
    expect(it.asks().at(-1)).toMatchObject({
      urls: [ONE],
      ask: { filters: [{ until: seconds(10_000 - page * 100 + 1) }] },
    });
    it.bring(ONE, ...flood(page * 100), ...(page === 3 ? [wrapFrom(ann, 'true', 101)] : []));
  }
  await it.openAll();
  expect([it.texts(), it.context().lostCount, it.context().lost.length]).toEqual([
    { [ANN]: ['true'] },
    600,
    100,
  ]);
});

test('BEYOND-03 DM-09 an external signer is asked only on request, in order, and can be stopped', async () => {
  const it = start(false);
  it.place(ONE);
  it.bring(ONE, wrapFrom(ann, 'one', 100), wrapFrom(ben, 'two', 101));
  it.refuse();
  expect([it.is('sealed'), it.open()]).toEqual([true, []]);
  it.wait(60_000);
  expect(it.open()).toEqual([]);
  it.send({ type: 'giftWraps.allowPrompts' });
  expect(it.open().map(({ quiet }) => quiet)).toEqual([false, false]);
  it.send({ type: 'giftWraps.stop' });
  // the signer skips cancelled requests
  expect([it.is('sealed'), it.open().filter(isAlive), it.context().waiting.length]).toEqual([
    true,
    [],
    2,
  ]);
  it.send({ type: 'giftWraps.allowPrompts' });
  await it.openAll();
  expect(Object.keys(it.texts()).toSorted()).toEqual([ANN, BEN].toSorted());
});

test('DM-09 a locked key is retried quietly once it may be open', async () => {
  const it = start();
  it.place(ONE);
  it.bring(ONE, wrapFrom(ann, 'one'));
  it.refuse();
  expect(it.is('sealed')).toBe(true);
  it.wait(5_000);
  await it.openAll();
  expect(it.texts()).toEqual({ [ANN]: ['one'] });
});

test('DM-09 BEYOND-03 private messages are decrypted at once after the key was unlocked', async () => {
  const it = start();
  it.place(ONE);
  it.bring(ONE, wrapFrom(ann, 'one'));
  it.refuse();
  expect(it.is('sealed')).toBe(true);
  it.send({ type: 'account.unlocked' });
  await it.openAll();
  expect(it.texts()).toEqual({ [ANN]: ['one'] });
});

test('DM-09 BEYOND-03 a relay that requires authentication is reported, and signed for on request', () => {
  const { place, send, asks, context } = start(false);
  const wantsAuth = {
    type: 'relay.ended',
    url: pressed(ONE),
    complete: false,
    reason: { code: 'relay.wantsAuth' },
  } as const;
  place(ONE);
  expect(asks().at(-1)).toMatchObject({ ask: { wanted: false } });
  send(wantsAuth);
  expect([...context().unproved]).toEqual([ONE]);
  send({ type: 'giftWraps.allowPrompts' });
  expect([asks().length, asks().at(-1), context().unproved.size]).toMatchObject([
    2,
    { urls: [ONE, TWO, HOME], ask: { live: true, wanted: true } },
    0,
  ]);
  send(wantsAuth);
  send({ type: 'relay.ended', url: pressed(ONE), complete: true });
  expect(context().unproved.size).toBe(0);
});

test('DM-09 a failed wrap counts once, even if its response is repeated', async () => {
  const { place, bring, openAll, context, send } = start();
  place(ONE);
  const [one, other] = [junk(110), junk(111)];
  bring(ONE, one, other, one);
  await openAll();
  send({ type: 'decrypt.read', id: one.id, text: undefined });
  expect(context().lostCount).toBe(2);
  send({ type: 'giftWraps.allowPrompts' });
  await openAll();
  expect([context().lostCount, context().waiting.length]).toEqual([2, 0]);
});

test('E-21 DM-09 on a new device only later messages count as unread', async () => {
  const it = start();
  it.drafts.report({ type: 'messageDrafts.found', drafts: [], place: undefined });
  it.send({ type: 'relayList.changed', relays: [] });
  it.answer({});
  it.bring(HOME, wrapFrom(ann, 'old', 100));
  await it.openAll();
  expect([
    it.context().contacts.get(ANN)?.unread,
    it.drafts.told().map(({ type }) => type),
  ]).toEqual([0, ['messageDrafts.keepSeen']]);
  const soon = Math.floor(Date.now() / 1_000) + 5;
  it.bring(HOME, wrapFrom(ann, 'new', soon));
  await it.openAll();
  expect(it.context().contacts.get(ANN)?.unread).toBe(1);
});

test('DM-09 ROUTE-19 messages read in another tab are read here and do not become unread again', async () => {
  const it = start();
  it.place(ONE);
  it.bring(ONE, wrapFrom(ann, 'one', 100), wrapFrom(ben, 'two', 101));
  await it.openAll();
  it.send({ type: 'giftWraps.markSeen', peer: BEN });
  it.drafts.report({
    type: 'messageDrafts.found',
    drafts: [],
    place: undefined,
    seen: { from: seconds(50), peers: new Map([[ANN, seconds(100)]]) },
  });
  expect([...it.context().contacts.values()].map(({ unread }) => unread)).toEqual([0, 0]);
});

test('DM-10 E-59 a late message with an old date is unread, also after a reload', async () => {
  const it = start();
  it.place(ONE);
  it.bring(ONE, wrapFrom(ann, 'first', 100));
  it.send({ type: 'relay.ended', url: pressed(ONE), complete: true });
  await it.openAll();
  it.send({ type: 'giftWraps.markSeen', peer: ANN });
  const unread = () => it.context().contacts.get(ANN)?.unread;
  expect(unread()).toBe(0);
  it.bring(ONE, wrapFrom(ann, 'an hour slow', 60));
  await it.openAll();
  expect(unread()).toBe(1);
  it.bring(ONE, wrapFrom(ann, 'before this device was used', 10));
  await it.openAll();
  expect(unread()).toBe(2);
  expect(it.drafts.told().at(-1)).toMatchObject({
    type: 'messageDrafts.keepSeen',
    seen: { late: { size: 1 } },
  });
  it.send({ type: 'giftWraps.markSeen', peer: ANN });
  expect(unread()).toBe(0);
});

test('DM-10 opening a conversation without unread messages sends no news, so listeners cannot loop', async () => {
  const it = start();
  it.place(ONE);
  it.bring(ONE, wrapFrom(ann, 'first', 100));
  await it.openAll();
  const notified = () => it.told.filter(({ type }) => type === 'giftWraps.changed').length;
  const before = notified();
  it.send({ type: 'giftWraps.markSeen', peer: ANN });
  expect(notified()).toBe(before + 1);
  it.send({ type: 'giftWraps.markSeen', peer: ANN });
  it.send({ type: 'giftWraps.markSeen', peer: undefined });
  it.send({ type: 'giftWraps.markSeen', peer: BEN });
  expect([notified(), it.drafts.told().length]).toEqual([before + 1, 1]);
});

test('DM-09 reactions are kept by conversation, each once, and count as no message', async () => {
  const it = start();
  it.place(ONE);
  it.bring(ONE, wrapFrom(ann, 'first', 100));
  await it.openAll();
  const [{ message } = {}] = it.context().opened.get(ANN) ?? [];
  const wraps = [1, 2].map(() => reactionFrom(ann, '🎉', message?.id ?? ''));
  for (const wrap of wraps) it.bring(ONE, wrap);
  await it.openAll();
  expect(it.context().reactions.get(ANN)).toMatchObject([
    { to: message?.id, content: '🎉', pubkey: ANN },
  ]);
  expect([it.context().opened.get(ANN)?.length, it.context().lostCount]).toEqual([1, 0]);
  expect(it.context().contacts.get(ANN)).toMatchObject({ latestAt: 100 });
});

test('INV-NO-LOSS texts that were sent on an earlier page open the messages on any page', () => {
  const it = start();
  const text = { peer: ANN, id: '5', text: secretOf('hello'), changedAt: millis(5) };
  const find = (drafts: readonly OutgoingMessage[]) => {
    it.drafts.report({ type: 'messageDrafts.found', drafts, place: undefined });
    return it.told.filter(({ type }) => type === 'messages.open').length;
  };
  expect([find([text]), find([{ ...text, enteredAt: millis(6) }])]).toEqual([0, 1]);
});
