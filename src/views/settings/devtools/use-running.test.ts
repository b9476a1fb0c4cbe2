import { quotedMessage } from '../../../events/account/user-message.ts';
import { expect, test } from 'vitest';
import { fakeApp } from '../../../../tests/support/views/fake-app.ts';
import { type Running, runningFrom } from './use-running.ts';

function start() {
  const fake = fakeApp();
  fake.app.start();
  const find = (path: string): Running => {
    const one = runningFrom(fake.app).find((running) => running.path === path);
    if (!one) throw new Error(`nothing runs at ${path}`);
    return one;
  };
  return { ...fake, find };
}

test('TOOL-01 every running actor is found below the root, by its path of ids, parents first', () => {
  const { app, find } = start();
  const paths = runningFrom(app).map(({ path }) => path);
  expect(paths).toEqual([
    '/',
    '/facts',
    '/settings',
    '/settings/device',
    '/toasts',
    '/activity',
    '/activity/watch',
    '/online',
    '/cache',
    '/cache/pool',
    '/cache/socket',
    '/screens',
    '/screens/feeds',
    '/screens/feeds/request',
    '/account',
  ]);
  expect(find('/screens/feeds').depth).toBe(2);
  expect(find('/').id).toBe('app');
  expect(find('/cache').machine?.id).toBe('cache');
  expect([find('/facts').machine, find('/cache/socket').machine]).toEqual([undefined, undefined]);
});

test('TOOL-01 state, tags and context are current', () => {
  const { app, socket, find } = start();
  expect(find('/cache')).toMatchObject({
    states: ['live.connecting'],
    tags: ['connecting'],
    status: 'active',
  });
  socket.connect();
  expect(find('/cache')).toMatchObject({ states: ['live.connected.fresh'], tags: ['online'] });
  app.send({ type: 'toast.show', kind: 'info', message: quotedMessage('hello') });
  expect(find('/toasts').states).toEqual(['showing']);
  expect(find('/toasts').kept).toEqual([
    { name: 'toasts', text: '1' },
    { name: 'nextId', text: '2' },
  ]);
  expect(find('/facts').kept.find(({ name }) => name === 'events')?.text).toBe('0');
  expect(find('/cache').kept.map(({ name }) => name)).not.toContain('bus');
  expect(find('/screens/feeds/request').kept).toContainEqual({
    name: 'query',
    text: '{ verb "get_home_feeds", payload {0} }',
  });
});

test('TRUST-05 the context of an actor shows no secrets', () => {
  const { app, find } = start();
  app.send({ type: 'toast.show', kind: 'info', message: quotedMessage('x') });
  const settings = app.getSnapshot().children.settings;
  settings?.send({
    type: 'settings.change',
    change: { selectedHomeFeed: `nsec1${'q'.repeat(58)}`, homeSidebarSelection: 'a' },
  });
  expect(JSON.stringify(find('/settings').kept)).not.toContain('nsec1');
});

test('TOOL-01 a lazily loaded machine is drawn like any other', () => {
  const { app, find } = start();
  app
    .getSnapshot()
    .children.screens?.send({ type: 'screen.opened', order: { kind: 'stats', key: 'stats' } });
  expect(find('/screens/stats').machine?.id).toBe('stats');
});
