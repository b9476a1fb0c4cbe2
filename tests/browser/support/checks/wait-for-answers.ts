import { expect, type Page } from '../test.ts';

/**
 * Watch the requests of a page to its caching service. Returns a function that waits until all are
 * answered. Call it before the page connects.
 */
export function watchAnswers(page: Page): () => Promise<void> {
  const open = new Set<string>();
  let isAsked = false;
  page.on('websocket', (socket) => {
    if (!socket.url().endsWith('/v1')) return;
    socket.on('framesent', ({ payload }) => {
      const [, word, id = ''] = /^\["(REQ|CLOSE)","([^"]+)"/.exec(String(payload)) ?? [];
      isAsked ||= word === 'REQ';
      if (word === 'REQ') open.add(id);
      else open.delete(id);
    });
    socket.on('framereceived', ({ payload }) => {
      const [, id] = /^\["(?:EOSE|NOTICE)","([^"]+)"/.exec(String(payload)) ?? [];
      if (id !== undefined) open.delete(id);
    });
    socket.on('close', () => open.clear());
  });
  return () =>
    expect.poll(() => ({ isAsked, open: [...open] })).toEqual({ isAsked: true, open: [] });
}
