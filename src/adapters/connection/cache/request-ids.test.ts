import { expect, test } from 'vitest';
import { arrival } from '../../../../tests/support/connection/fake-cache.ts';
import { openRequestIds } from './request-ids.ts';

const FEEDS = { verb: 'get_home_feeds' };
const PAGE = { verb: 'mega_feed_directive', payload: { spec: '{}', limit: 20 } };

test('early responses are held until the same request gets an id, then arrive under that id', () => {
  const routes = openRequestIds();
  const wire = routes.prefetch(PAGE) ?? '';
  expect(routes.prefetch({ ...PAGE, payload: { limit: 20, spec: '{}' } })).toBeUndefined();
  expect(routes.has(wire)).toBe(true);
  expect(routes.route(arrival(wire, { rejected: 1 }))).toBeUndefined();
  expect(routes.name('7', { ...PAGE, payload: { limit: 20, spec: '{}' } })).toEqual({
    asked: true,
    arrivals: [arrival('7', { rejected: 1 })],
  });
  expect(routes.route(arrival(wire, { ended: true }))).toEqual(arrival('7', { ended: true }));
  expect(routes.name('8', PAGE)).toEqual({ asked: false, arrivals: [] });
  expect(routes.close('7')).toEqual([wire]);
  expect(routes.has(wire)).toBe(false);
  expect(routes.has('8')).toBe(true);
});

test('unclaimed requests expire; a claimed one stays', () => {
  const routes = openRequestIds();
  const [feeds = '', page = ''] = [routes.prefetch(FEEDS), routes.prefetch(PAGE)];
  routes.name('1', FEEDS);
  expect(routes.giveUp()).toEqual([page]);
  expect([routes.has(feeds), routes.has(page)]).toEqual([true, false]);
  expect(routes.name('2', PAGE)).toEqual({ asked: false, arrivals: [] });
  expect(routes.close('unknown')).toEqual([]);
});
