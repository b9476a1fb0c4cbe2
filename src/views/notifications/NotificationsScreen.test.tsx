// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { A } from '../../../tests/support/account/session-world.ts';
import { elapse } from '../../../tests/support/machines/clock.ts';
import { likes } from '../../../tests/support/notifications/notification-samples.ts';
import { seenUntil } from '../../../tests/support/notifications/notification-samples.ts';
import { fetchViews, renderedAccount } from '../../../tests/support/views/rendered-account.tsx';
import { settle } from '../../../tests/support/views/rendered-app.tsx';
import type { CacheResponse } from '../../machines/core/bus.ts';

let world: Awaited<ReturnType<typeof renderedAccount>> | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});
beforeAll(() => fetchViews('/notifications'));

/**
 * Open the list of an account that has no marker and whose signer does not sign unasked. `answer`:
 * the whole list.
 */
async function opened(answer: CacheResponse) {
  const it = await renderedAccount('/notifications');
  world = it;
  await it.settle(() => it.answer('get_notifications_seen'));
  while (it.isAsked('get_notifications'))
    await it.settle(() => it.answer('get_notifications', answer));
  await settle(() => elapse(it.clock, 3_000));
  const isOwed = it.features().notifications?.getSnapshot().hasTag('owed');
  return [isOwed, screen.queryAllByText('Not yet marked as read elsewhere').length];
}

test('NOTIF-05 an empty list that ended does not offer to mark notifications, another list does', async () => {
  expect(await opened(likes(A))).toEqual([true, 0]);
  world?.close();
  cleanup();
  expect(await opened(likes(A, 9))).toEqual([true, 1]);
});

test('CACHE-02 NOTIF-01 offline, a list that did not load says so, and tells no numbers', async () => {
  const it = await renderedAccount('/notifications');
  world = it;
  await it.settle(() => it.answer('get_notifications_seen', seenUntil(5)));
  expect(screen.queryByText(/Nothing new yet/)).toBeNull();
  await it.settle(() => {
    it.socket.closed();
    it.net.say({ type: 'network.wentOffline' });
  });
  await settle(() => elapse(it.clock, 40_000));
  expect(screen.getByText('You are offline. It loads when you are back.')).toBeTruthy();
  expect(screen.queryByText(/Nothing new yet/)).toBeNull();
});

/** The service reports new notifications, and sends them when asked. */
async function arrive(...times: readonly number[]) {
  const it = world;
  await it?.settle(() => it.answer('notifications', { ...likes(A, ...times), ended: false }));
  await settle(() => it && elapse(it.clock, 1_100));
  while (it?.isAsked('get_notifications'))
    await it.settle(() => it.answer('get_notifications', likes(A, ...times)));
}

test('NOTIF-02 an empty list shows new notifications at once, and then holds still', async () => {
  await opened(likes(A));
  expect(screen.getByText('No notifications yet')).toBeTruthy();
  const said = () => [
    screen.queryByText('No notifications yet'),
    screen.queryByText(/Nothing new yet/),
    screen.queryByRole('button', { name: /1 new/ }),
  ];
  await arrive(9);
  expect(said()).toEqual([null, null, null]);
  expect(screen.getByText('You have seen everything')).toBeTruthy();
  await arrive(10);
  expect(said()).toEqual([null, null, expect.anything()]);
  expect(screen.queryByText('You have seen everything')).toBeNull();
  expect(screen.getByText('No older notifications')).toBeTruthy();
});

test('NOTIF-02 NOTIF-03 the summary counts the new notifications that wait for a press', async () => {
  const it = await renderedAccount('/notifications');
  world = it;
  await it.settle(() => it.answer('get_notifications_seen', seenUntil(9)));
  while (it.isAsked('get_notifications'))
    await it.settle(() => it.answer('get_notifications', likes(A, 8)));
  expect(screen.getByText(/Nothing new yet/)).toBeTruthy();
  await arrive(11);
  expect(screen.getByRole('button', { name: /1 new/ })).toBeTruthy();
  expect(screen.queryByText(/Nothing new yet/)).toBeNull();
});
