import { createActor, setup } from 'xstate';
import { expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../../tests/support/browser/fake-browser.ts';
import type {
  TabsCommand,
  TabsSignal,
  NotificationsTold,
} from '../../machines/notifications/notifications.machine.ts';
import { seconds } from '../../events/core/time.ts';
import { openStorages } from '../core/storage.ts';
import { notificationTabs } from './notification-tabs.ts';

const ME = 'a'.repeat(64);
const told = (looked: number | undefined, seen?: number): NotificationsTold => ({
  total: 1,
  direct: 0,
  seen: seen === undefined ? undefined : seconds(seen),
  looked: looked === undefined ? undefined : seconds(looked),
  news: [],
  hidden: new Set(),
  unread: 0,
});

/** One page: its initial state, and its reports. */
function life({ account }: ReturnType<typeof openStorages>) {
  const heard: unknown[] = [];
  const channel = () =>
    ({
      addEventListener: vi.fn(),
      postMessage: vi.fn(),
      close: vi.fn(),
    }) as unknown as BroadcastChannel;
  const page = { navigator: {}, document: {} } as unknown as Window;
  const tabs = notificationTabs({ locks: undefined, channel, page, account });
  const parent = createActor(
    setup({ types: { events: {} as TabsSignal }, actors: { tabs } }).createMachine({
      invoke: { id: 'tabs', src: 'tabs', input: { account: ME } },
      on: { 'tabs.received': { actions: ({ event }) => heard.push(event.told.looked) } },
    }),
  ).start();
  return {
    heard,
    tell: (command: TabsCommand) => parent.getSnapshot().children['tabs']?.send(command),
    stop: () => parent.stop(),
  };
}

test('NOTIF-04 a visit survives the page, until the service has been notified', () => {
  const storages = openStorages(fakeBrowser().tab().device);
  const one = life(storages);
  expect(one.heard).toEqual([]);
  one.tell({ type: 'tabs.share', told: told(undefined) });
  one.tell({ type: 'tabs.share', told: told(9) });
  one.tell({ type: 'tabs.share', told: told(7) });
  one.stop();
  const two = life(storages);
  expect(two.heard).toEqual([seconds(9)]);
  // an older marker of the service takes nothing back
  two.tell({ type: 'tabs.share', told: told(undefined, 8) });
  two.stop();
  const three = life(storages);
  expect(three.heard).toEqual([seconds(9)]);
  three.tell({ type: 'tabs.share', told: told(undefined, 9) });
  three.stop();
  expect(life(storages).heard).toEqual([]);
});

test('NOTIF-04 NOTIF-07 a visit with a fast clock hides no later notifications', () => {
  vi.useFakeTimers({ now: 5_000_000 });
  try {
    const storages = openStorages(fakeBrowser().tab().device);
    const ahead = life(storages);
    ahead.tell({ type: 'tabs.share', told: told(9_000) });
    ahead.stop();
    expect(life(storages).heard).toEqual([seconds(5_000)]);
    vi.setSystemTime(7_000_000);
    expect(life(storages).heard).toEqual([seconds(5_000)]);
  } finally {
    vi.useRealTimers();
  }
});
