// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { createActor, setup } from 'xstate';
import { activityWatch } from './activity.ts';
import { applyAppearance, forcedTheme } from './appearance.ts';
import { onlineWatch } from './online.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Runs a port under a parent that records its reports. */
function hear(port: ReturnType<typeof activityWatch>) {
  const heard: string[] = [];
  const machine = setup({ actors: { port } }).createMachine({
    invoke: { src: 'port', input: undefined },
    on: { '*': { actions: ({ event }) => heard.push(event.type) } },
  });
  const actor = createActor(machine).start();
  return { heard, stop: () => actor.stop() };
}

test('ACTIVITY-01 mouse, wheel, key, touch and tab return are activity, reported once in five seconds', () => {
  vi.useFakeTimers();
  const { heard, stop } = hear(activityWatch(window));
  const inputs = ['mousemove', 'mousedown', 'scroll', 'wheel', 'keydown', 'touchstart'];
  for (const input of inputs) {
    window.dispatchEvent(new Event(input));
    window.dispatchEvent(new Event(input));
    vi.advanceTimersByTime(5_000);
  }
  document.dispatchEvent(new Event('visibilitychange'));
  expect(heard).toEqual([...inputs, 'visibilitychange'].map(() => 'activity.seen'));
  vi.advanceTimersByTime(5_000);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(new Event('keydown'));
  stop();
  vi.advanceTimersByTime(5_000);
  window.dispatchEvent(new Event('keydown'));
  expect(heard).toHaveLength(8);
  expect(vi.getTimerCount()).toBe(0);
});

test('inputs are not delayed: the listeners are passive', () => {
  const add = vi.spyOn(window, 'addEventListener');
  const { stop } = hear(activityWatch(window));
  expect(add.mock.calls.length).toBeGreaterThan(0);
  expect(
    add.mock.calls.every(
      ([, , options]) => typeof options === 'object' && options.passive === true,
    ),
  ).toBe(true);
  stop();
});

test('network changes are reported, and an offline state also at the start', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { heard, stop } = hear(onlineWatch(window));
  window.dispatchEvent(new Event('online'));
  window.dispatchEvent(new Event('offline'));
  expect(heard).toEqual(['network.wentOffline', 'network.wentOnline', 'network.wentOffline']);
  stop();
  online.mockReturnValue(true);
  expect(hear(onlineWatch(window)).heard).toEqual([]);
});

test('SETTINGS-04 BEYOND-15 theme, animation and reading size are attributes of the page', () => {
  const root = document.createElement('html');
  applyAppearance(root, { theme: 'midnight', animated: false, readingSize: 'large' });
  expect([root.dataset['theme'], root.dataset['motion'], root.style.colorScheme]).toEqual([
    'midnight',
    'off',
    'dark',
  ]);
  expect(root.dataset['reading']).toBe('large');
  applyAppearance(root, { theme: 'sunrise', animated: true, readingSize: 'normal' });
  expect([root.dataset['theme'], root.dataset['motion'], root.style.colorScheme]).toEqual([
    'sunrise',
    undefined,
    'light',
  ]);
  expect([forcedTheme('ice'), forcedTheme('plaid'), forcedTheme(undefined)]).toEqual([
    'ice',
    undefined,
    undefined,
  ]);
});
