// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { fetchFiles, importFetched } from './import-fetched.ts';

afterEach(() => {
  document.head.innerHTML = '';
  vi.restoreAllMocks();
});

const links = () => [...document.querySelectorAll('link')].map(({ rel, href }) => `${rel} ${new URL(href).pathname}`);
const style = (how: 'load' | 'error') => document.querySelector('link[rel=stylesheet]')?.dispatchEvent(new Event(how));

test('TRUST-06 a chunk is imported when its files are there, and what failed to come is fetched anew by the next try', async () => {
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
  expect(fetched.mock.calls).toEqual([['/assets/Part.js'], ['/assets/Part.js'], ['/assets/Part.js']]);
});

test('TRUST-06 what was fetched ahead is not fetched again, but what failed then is, and styles apply only with the import', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  fetched.mockImplementation(async () => new Response('export {}'));
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  fetchFiles(['assets/Lost.js', 'assets/Kept.js', 'assets/Kept.css']);
  expect(links()).toEqual([]);
  await new Promise(setImmediate);
  // read by the browser while nothing waits for it; what did not come would stay failed there
  expect(links()).toEqual(['modulepreload /assets/Kept.js']);
  const imported = importFetched(async () => 'imported', ['assets/Lost.js', 'assets/Kept.js', 'assets/Kept.css']);
  expect(links()).toEqual(['modulepreload /assets/Kept.js', 'stylesheet /assets/Kept.css']);
  style('load');
  expect(await imported).toBe('imported');
  expect(fetched.mock.calls.flat()).toEqual(['/assets/Lost.js', '/assets/Kept.js', '/assets/Kept.css', '/assets/Lost.js']);
});

test('TRUST-06 what the page has asked for is not asked for again, but a style that was only preloaded is', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch');
  document.head.innerHTML =
    '<link rel="modulepreload" href="/assets/app.js"><script src="/assets/boot.js"></script><link rel="preload" as="style" href="/assets/app.css">';
  const loaded = importFetched(async () => 'app', ['assets/app.js', 'assets/boot.js', 'assets/app.css']);
  expect(links()).toEqual(['modulepreload /assets/app.js', 'preload /assets/app.css', 'stylesheet /assets/app.css']);
  style('load');
  expect([await loaded, fetched.mock.calls]).toEqual(['app', []]);
});
