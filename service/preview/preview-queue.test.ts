import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { millis, toSeconds } from '../../src/events/core/time.ts';
import { openPreviewQueue } from './preview-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A queue whose pages the test finishes. */
function openQueue() {
  const asked: string[] = [];
  const open = new Map<string, () => void>();
  let most = 0;
  const queue = openPreviewQueue({
    now: () => toSeconds(millis(Date.now())),
    preview: (url) => {
      asked.push(url);
      return new Promise((resolve) => {
        open.set(url, () => resolve({ status: 502 }));
        most = Math.max(most, open.size);
      });
    },
  });
  const finish = async (url: string) => {
    open.get(url)?.();
    open.delete(url);
    await vi.advanceTimersByTimeAsync(1_000);
  };
  const finishAll = async () => {
    for (let url = asked[0]; url !== undefined; [url] = open.keys()) await finish(url);
  };
  return { queue, asked, finish, finishAll, most: () => most };
}

test('NOTE-08 two pages are fetched at a time, one of a host, with a pause between two', async () => {
  const { queue, asked, finish, finishAll, most } = openQueue();
  queue.wanted(['https://a.b/1', 'https://a.b/2', 'https://c.d/1', 'https://e.f/1']);
  expect(asked).toEqual(['https://e.f/1', 'https://c.d/1']);
  await finish('https://e.f/1');
  expect(asked.slice(2)).toEqual(['https://a.b/2']);
  await finish('https://c.d/1');
  expect(asked.slice(3)).toEqual([]);
  await finish('https://a.b/2');
  expect(asked.slice(3)).toEqual(['https://a.b/1']);
  await finishAll();
  expect(most()).toBe(2);
});

test('NOTE-08 pages that readers see come before those of events, and newer events first', async () => {
  const { queue, asked, finishAll } = openQueue();
  queue.found(['https://one.b/', 'https://two.b/']);
  queue.found(['https://old.b/', 'https://new.b/']);
  queue.wanted(['https://read.b/']);
  await finishAll();
  expect(asked).toEqual([
    'https://two.b/',
    'https://one.b/',
    'https://read.b/',
    'https://new.b/',
    'https://old.b/',
  ]);
});

test('E-04 addresses that are no web pages are left out', () => {
  const { queue, asked } = openQueue();
  queue.wanted(['ftp://a.b/', 'javascript:alert(1)', 'no address']);
  expect(asked).toEqual([]);
});

test('TRUST-09 the queue is bounded, a page is not tried again soon, and a host has a share', async () => {
  const { queue, asked, finishAll } = openQueue();
  queue.wanted(Array.from({ length: 2_000 }, (_, at) => `https://h${at}.b/`));
  await finishAll();
  // two are taken at once, before the queue is full
  expect(asked.length).toBeLessThanOrEqual(502);
  expect(asked).toContain('https://h1999.b/');
  expect(asked).not.toContain('https://h1000.b/');
  const before = asked.length;
  queue.wanted(['https://h1999.b/']);
  expect(asked.length).toBe(before);
  await vi.advanceTimersByTimeAsync(600_000);
  queue.wanted(['https://h1999.b/']);
  expect(asked.length).toBe(before + 1);
  await finishAll();
  vi.setSystemTime(Math.ceil(Date.now() / 3_600_000) * 3_600_000);
  asked.length = 0;
  queue.wanted(Array.from({ length: 400 }, (_, at) => `https://one.b/${at}`));
  await finishAll();
  expect(asked).toHaveLength(120);
});

test('NOTE-08 a closed queue waits for the running pages and takes no more', async () => {
  const { queue, asked, finishAll } = openQueue();
  queue.wanted(['https://a.b/', 'https://c.d/', 'https://e.f/']);
  let isClosed = false;
  const closed = queue.close().then(() => (isClosed = true));
  await vi.advanceTimersByTimeAsync(0);
  expect(isClosed).toBe(false);
  await finishAll();
  await closed;
  queue.wanted(['https://g.h/']);
  expect(asked).toHaveLength(2);
});
