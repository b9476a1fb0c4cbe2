import { expect, test } from 'vitest';
import { fromCallback } from 'xstate';
import {
  type SettingsLock,
  startSync,
  stored,
} from '../../../tests/support/settings/settings-sync-world.ts';
import { pressed } from '../../events/nostr/ours.ts';

/** Fake Web Locks: one tab holds the lock at a time. */
function locks() {
  const queue: (() => void)[] = [];
  const lock: SettingsLock = fromCallback(({ sendBack }) => {
    const grant = (): void => sendBack({ type: 'lock.granted' });
    queue.push(grant);
    if (queue.length === 1) grant();
    return () => {
      const isHeld = queue[0] === grant;
      queue.splice(queue.indexOf(grant), 1);
      if (isHeld) queue[0]?.();
    };
  });
  return lock;
}

test('SETTINGS-02 FEED-06 INV-SERIAL INV-NO-LOSS two tabs that save at once save in turn, with no loss', () => {
  const lock = locks();
  const service = { content: '{"theme":"sunrise","other":1}' };
  const tabs = [
    startSync(true, true, 'settings', undefined, lock),
    startSync(true, true, 'settings', undefined, lock),
  ];
  const [one, two] = tabs;
  const serve = (world: (typeof tabs)[number]): void => {
    world.settle();
    const content = world.saving();
    if (content !== undefined) service.content = content;
    world.bus.answer(content === undefined ? { events: [stored(service.content)] } : {});
  };
  for (const tab of tabs) {
    tab.wait(1_000);
    serve(tab);
  }
  one?.change({ theme: 'ice' });
  two?.change({ animated: false });
  for (const tab of tabs) tab.wait(1_000);
  expect(tabs.map((tab) => tab.value())).toEqual([
    { writing: 'refreshing' },
    { writing: 'queueing' },
  ]);
  for (const tab of tabs) for (let steps = 0; steps < 2; steps++) serve(tab);
  expect(JSON.parse(service.content)).toMatchObject({ theme: 'ice', animated: false, other: 1 });
  expect(tabs.map((tab) => tab.value())).toEqual(['ready', 'ready']);
});

test('SETTINGS-02 a tab that never gets the lock saves anyway after a timeout', () => {
  const world = startSync(
    true,
    true,
    'settings',
    undefined,
    fromCallback(() => undefined),
  );
  world.wait(1_000);
  world.settle();
  world.bus.answer({ events: [stored('{}')] });
  world.change({ theme: 'ice' });
  world.wait(20_000);
  expect(world.value()).toEqual({ writing: 'queueing' });
  world.wait(1_100);
  expect(world.value()).toEqual({ writing: 'refreshing' });
});

test('SETTINGS-02 INV-NO-LOSS unsaved changes of an earlier page win over the service and are saved', () => {
  const world = startSync(true);
  world.local.last().report({ type: 'local.resumed', change: pressed({ theme: 'ice' }) });
  world.wait(1_000);
  world.settle();
  world.bus.answer({ events: [stored('{"theme":"midnight","animated":false}')] });
  expect(world.adopted().at(-1)).toEqual({ theme: 'ice', animated: false });
  world.wait(1_000);
  world.settle();
  world.bus.answer({ events: [stored('{"theme":"midnight","animated":false}')] });
  world.settle();
  expect(world.saving()).toContain('"theme":"ice"');
  world.bus.answer({});
  const saved = world.local
    .last()
    .told.flatMap((command) => (command.type === 'local.saved' ? [command.change] : []));
  expect(saved).toEqual([{ theme: 'ice' }]);
});

test('BEYOND-03 SETTINGS-02 unsaved changes that need an external prompt are saved with the next change', () => {
  const world = startSync(false, false);
  world.local.last().report({ type: 'local.resumed', change: pressed({ theme: 'ice' }) });
  for (let times = 0; times < 5; times++) {
    world.wait(16_000);
    expect(world.signer.open().every(({ quiet }) => quiet)).toBe(true);
    world.settle();
  }
  expect(world.verbs()).toEqual([]);
  world.change({ animated: false });
  expect(world.actor.getSnapshot().context.change).toEqual({ theme: 'ice', animated: false });
});

test('SETTINGS-02 INV-BASE ZAP-01 this tab builds on settings that another tab saved, also for zaps', () => {
  const world = startSync(true);
  world.wait(1_000);
  world.settle();
  world.bus.answer({ events: [stored('{"theme":"ice"}')] });
  world.local
    .last()
    .report({ type: 'local.heard', content: pressed('{"theme":"ice","zapDefault":{"amount":9}}') });
  expect([world.actor.getSnapshot().context.base?.content, world.kept().at(-1)]).toEqual([
    '{"theme":"ice","zapDefault":{"amount":9}}',
    9,
  ]);
});
