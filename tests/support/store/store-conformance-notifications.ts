import { expect } from 'vitest';
import type { Store } from '../../../service/store/store.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { seconds } from '../../../src/events/core/time.ts';
import { ANN, BEN, CID, DAN, NOW, WORLD } from './store-world.ts';

const EVER = Number.MAX_SAFE_INTEGER;
const ALL = { since: 0, until: EVER, before: EVER, limit: 100, offset: 0 };
const { note, reply, whisper } = WORLD;

export async function notifications(store: Store): Promise<void> {
  expect([await store.isReceiver(BEN), await store.lastNotification(BEN)]).toEqual([false, 0]);
  await store.addReceiver(BEN);
  expect(await store.isReceiver(BEN)).toBe(true);
  const every = [1, 3, 4, 5, 6];
  const told = await store.notificationsOf(BEN, every, ALL);
  expect(told.map(({ type, actor, key }) => [type, actor, NOW - key])).toEqual([
    [3, DAN, 60],
    [3, DAN, 70],
    [4, CID, 400],
    [5, ANN, 500],
    [6, CID, 800],
    [1, ANN, 8_000],
  ]);
  expect(told[0]).toMatchObject({
    receiver: BEN,
    subject: note.id,
    subjectId: note.id,
    subjectRaw: undefined,
    sats: 100,
  });
  expect(told[4]).toMatchObject({ causeId: reply.id, sats: 0 });
  expect(
    await store.notificationsOf(BEN, every, { ...ALL, until: NOW - 400, limit: 1, offset: 1 }),
  ).toEqual([told[3]]);
  expect(
    await store.notificationsOf(BEN, every, {
      ...ALL,
      until: NOW - 400,
      before: told[2]?.seq ?? 0,
      limit: 1,
    }),
  ).toEqual([told[3]]);
  expect([
    await store.unreadNotifications(BEN, 9),
    await store.notificationsAfter(BEN, 0, 9),
  ]).toEqual([[], []]);
  expect(await store.lastNotification(BEN)).toBeGreaterThan(0);
  await store.setNotificationsSeen(BEN, seconds(5));
  expect(await store.notificationsSeen(BEN)).toBe(5);
}

export async function messages(store: Store): Promise<void> {
  expect(await store.messagePeers(ANN)).toMatchObject([
    { pubkey: BEN, key: NOW - 50, latestId: whisper.id, unread: 1 },
  ]);
  expect(await store.messagesById(['f'.repeat(64), note.id, whisper.id])).toMatchObject([
    { id: whisper.id },
  ]);
  expect(await store.messagePeers(BEN)).toMatchObject([{ pubkey: ANN, unread: 0 }]);
  for (const [one, other] of [
    [ANN, BEN],
    [BEN, ANN],
  ] as const)
    expect(await store.messagesBetween(one, other, ALL)).toMatchObject([
      { id: whisper.id, kind: KIND.EncryptedDirectMessage },
    ]);
  expect(await store.messagesBetween(ANN, BEN, { ...ALL, since: NOW - 49 })).toEqual([]);
  expect(await store.messagesBetween(ANN, CID, ALL)).toEqual([]);
  expect([
    await store.unreadMessages(ANN, []),
    await store.unreadMessages(ANN, [BEN]),
    await store.unreadMessages(BEN, []),
  ]).toEqual([1, 0, 0]);
  await store.readMessages(ANN, CID);
  expect(await store.unreadMessages(ANN, [])).toBe(1);
  await store.readMessages(ANN);
  expect(await store.unreadMessages(ANN, [])).toBe(0);
}
