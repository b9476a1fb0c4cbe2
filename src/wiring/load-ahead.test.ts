import { expect, test } from 'vitest';
import { loadAhead } from './load-ahead.ts';

function page({ saveData = false } = {}) {
  const navigator = { onLine: true, connection: { saveData } };
  const online: (() => void)[] = [];
  const idle: (() => void)[] = [];
  const loaded: string[] = [];
  const fails = new Set<string>();
  const load = (name: string) => async () => {
    if (fails.has(name)) throw new Error('not found');
    loaded.push(name);
    await Promise.resolve();
  };
  const settle = async () => {
    for (let run = idle.shift(); run; run = idle.shift()) {
      run();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const user = { isWriter: false, savesData: false };
  const changed: (() => void)[] = [];
  const change = (to: Partial<typeof user>) => {
    Object.assign(user, to);
    for (const run of changed) run();
  };
  const start = (isWriter: boolean) => {
    user.isWriter = isWriter;
    const code = { screens: [load('explore'), load('reads')], writing: [load('composer')] };
    const window = {
      navigator,
      requestIdleCallback: (run: () => void) => idle.push(run),
      setTimeout: () => expect.fail(),
      addEventListener: (_: string, run: () => void) => online.push(run),
    };
    loadAhead(
      window as never,
      {
        isWriter: () => user.isWriter,
        savesData: () => user.savesData,
        watch: (run) => changed.push(run),
      },
      code,
    );
  };
  const back = () => {
    navigator.onLine = true;
    for (const run of online) run();
  };
  return { navigator, loaded, fails, idle, settle, start, back, change };
}

test('INV-PROGRESS code for writing and the main screens loads when idle, and again when online', async () => {
  const it = page();
  it.fails.add('explore');
  it.start(true);
  expect([it.loaded, it.idle.length]).toEqual([[], 1]);
  await it.settle();
  expect(it.loaded).toEqual(['composer', 'reads']);
  it.fails.clear();
  it.back();
  await it.settle();
  expect(it.loaded).toContain('explore');
});

test('INV-PROGRESS nothing is loaded ahead offline or to save data, and no composer for a visitor', async () => {
  const saver = page({ saveData: true });
  saver.start(true);
  const offline = page();
  offline.navigator.onLine = false;
  offline.start(true);
  expect([saver.idle, offline.idle]).toEqual([[], []]);
  offline.back();
  await offline.settle();
  expect(offline.loaded).toEqual(['composer', 'explore', 'reads']);
  const visitor = page();
  visitor.start(false);
  await visitor.settle();
  expect(visitor.loaded).toEqual(['explore', 'reads']);
});

test('INV-PROGRESS code for writing loads once somebody signs in, and none while they save data', async () => {
  const it = page();
  it.start(false);
  await it.settle();
  expect(it.loaded).toEqual(['explore', 'reads']);
  it.change({ isWriter: true, savesData: true });
  await it.settle();
  expect(it.loaded).toEqual(['explore', 'reads']);
  it.change({ savesData: false });
  it.change({});
  await it.settle();
  expect(it.loaded).toEqual(['explore', 'reads', 'composer']);
});
