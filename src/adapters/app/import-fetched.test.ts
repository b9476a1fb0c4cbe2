// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { importAhead, importFetched } from './import-fetched.ts';

afterEach(() => {
  document.head.innerHTML = '';
  vi.restoreAllMocks();
});

const links = () =>
  [...document.querySelectorAll('link')].map(({ rel, href }) => `${rel} ${new URL(href).pathname}`);
const style = (how: 'load' | 'error') =>
  document.querySelector('link[rel=stylesheet]')?.dispatchEvent(new Event(how));

test('TRUST-06 a chunk is imported once its files are loaded, and a failed file is fetched again', async () => {
  const files = ['assets/Part.js', 'assets/Part.css'];
  const fetched = vi.spyOn(globalThis, 'fetch');
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  fetched.mockResolvedValueOnce(new Response('', { status: 404 }));
  fetched.mockResolvedValueOnce(new Response('export {}'));
  let imports = 0;
  const load = async () => ({ imports: ++imports });
  const first = importFetched(load, files);
  expect(links()).toEqual(['stylesheet /assets/Part.css']);
  await expect(first).rejects.toThrow('Failed to fetch');
  await expect(importFetched(load, files)).rejects.toThrow('/assets/Part.js could not be fetched');
  const third = importFetched(load, files);
  style('error');
  await expect(third).rejects.toThrow('/assets/Part.css could not be fetched');
  expect([links(), imports]).toEqual([[], 0]);
  const fourth = importFetched(load, files);
  const beside = importFetched(load, files);
  expect(links()).toEqual(['stylesheet /assets/Part.css']);
  style('load');
  expect([await fourth, await beside]).toEqual([{ imports: 1 }, { imports: 2 }]);
  expect(fetched.mock.calls).toEqual([
    ['/assets/Part.js'],
    ['/assets/Part.js'],
    ['/assets/Part.js'],
  ]);
});

test("TRUST-06 a screen's files are evaluated after the app; failed files are fetched again on import", async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  fetched.mockImplementation(async () => new Response('export {}'));
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const app = Promise.withResolvers<void>();
  // a preload only fetches
  document.head.innerHTML = '<link rel="preload" as="fetch" href="/assets/Kept.js">';
  const first = importAhead(['assets/Lost.js', 'assets/Kept.js', 'assets/Kept.css'], app.promise);
  await expect(first).rejects.toThrow('Failed to fetch');
  // read early by the browser: a failed module would stay failed there
  expect(links()).toEqual(['preload /assets/Kept.js', 'modulepreload /assets/Kept.js']);
  app.resolve();
  await new Promise(setImmediate);
  // after the styles of the app
  expect(links()).toEqual([
    'preload /assets/Kept.js',
    'modulepreload /assets/Kept.js',
    'stylesheet /assets/Kept.css',
  ]);
  const imported = importFetched(
    async () => 'imported',
    ['assets/Lost.js', 'assets/Kept.js', 'assets/Kept.css'],
  );
  style('load');
  expect(await imported).toBe('imported');
  expect(fetched.mock.calls.flat()).toEqual([
    '/assets/Lost.js',
    '/assets/Kept.js',
    '/assets/Lost.js',
  ]);
});

test("ROUTE-20 only the last of a screen's files is evaluated, after the app; none if none is named", async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('export {}'));
  const app = Promise.withResolvers<void>();
  let runs = 0;
  vi.doMock('/assets/Screen.js', () => ({ runs: ++runs }));
  const ahead = importAhead(['assets/Other.js', 'assets/Screen.js'], app.promise);
  await new Promise(setImmediate);
  expect(runs).toBe(0);
  app.resolve();
  await ahead;
  expect(runs).toBe(1);
  await importAhead([], app.promise);
});

test('TRUST-06 files that the page requested are not fetched again, except preloaded styles', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  document.head.innerHTML =
    '<link rel="modulepreload" href="/assets/app.js"><script src="/assets/boot.js"></script><link rel="preload" as="style" href="/assets/app.css">';
  const loaded = importFetched(
    async () => 'app',
    ['assets/app.js', 'assets/boot.js', 'assets/app.css'],
  );
  expect(links()).toEqual([
    'modulepreload /assets/app.js',
    'preload /assets/app.css',
    'stylesheet /assets/app.css',
  ]);
  style('load');
  expect([await loaded, fetched.mock.calls]).toEqual(['app', []]);
});
