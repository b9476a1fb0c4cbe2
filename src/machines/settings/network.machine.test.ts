import { type ActorRefFrom, createActor, type EventObject, setup } from 'xstate';
import { expect, test } from 'vitest';
import { fakeBus } from '../../../tests/support/connection/fake-bus.ts';
import { fakePort } from '../../../tests/support/machines/fake-port.ts';
import { fakePromises } from '../../../tests/support/machines/fake-promises.ts';
import type { RelayInfo } from '../../events/connection/relay-info.ts';
import { networkMachine, type ProxyCommand, type ProxySignal } from './network.machine.ts';
import type { OnlineSignal } from '../core/ports.ts';
import type { NetworkNews } from '../connection/relay-protocol.ts';

const URL = 'wss://relay.example';
const INFO: RelayInfo = { name: 'Harbour', description: '', software: '', nips: [1], limits: [] };

function start() {
  const bus = fakeBus();
  const promises = fakePromises();
  const proxy = fakePort<ProxyCommand, { account: string }, ProxySignal>();
  const news: NetworkNews[] = [];
  const online = fakePort<EventObject, undefined, OnlineSignal>();
  const network = networkMachine.provide({
    actors: { info: promises.port('info'), proxy: proxy.logic, online: online.logic },
  });
  const citizen = setup({
    types: { events: {} as NetworkNews },
    actors: { network },
  }).createMachine({
    invoke: {
      id: 'network',
      src: 'network',
      input: { bus: bus.bus, account: 'a'.repeat(64), home: 'http://127.0.0.1:1' },
    },
    on: { '*': { actions: ({ event }) => news.push(event) } },
  });
  const actor = createActor(citizen).start().getSnapshot().children['network'] as ActorRefFrom<
    typeof networkMachine
  >;
  return {
    bus,
    promises,
    proxy,
    online,
    news,
    actor,
    infos: () => actor.getSnapshot().context.infos.get(URL),
  };
}

test('RELAY-09 a relay document is fetched on demand, one request at a time, and retried after an error', async () => {
  const { actor, promises, infos } = start();
  actor.send({ type: 'network.info', url: URL });
  actor.send({ type: 'network.info', url: URL });
  expect([infos(), promises.all.length]).toEqual(['asking', 1]);
  await promises.answer(undefined);
  expect(infos()).toBe('none');
  actor.send({ type: 'network.info', url: URL });
  await promises.answer(INFO);
  expect([infos(), Object.keys(actor.getSnapshot().children)]).toEqual([INFO, ['proxy', 'online']]);
});

test('RELAY-07 recommended relays load on demand, pass the URL policy and can be retried after an error', () => {
  const { actor, bus } = start();
  expect(bus.open()).toEqual([]);
  actor.send({ type: 'network.recommend' });
  bus.refuse('get_default_relays');
  expect(actor.getSnapshot().hasTag('failed')).toBe(true);
  actor.send({ type: 'network.recommend' });
  const values = [
    'ws://127.0.0.1:1',
    'wss://a.example/',
    'wss://a.example',
    'ws://10.0.0.1',
    'https://b.example',
  ];
  bus.answer({ claims: [{ claim: 'list', list: 'defaultRelays', values }] }, 'get_default_relays');
  expect(actor.getSnapshot().context.recommended).toEqual(['ws://127.0.0.1:1', 'wss://a.example']);
});

test('RELAY-08 the proxy setting is reported as stored, and saved when it changes', () => {
  const { actor, proxy, news } = start();
  proxy.report({ type: 'proxy.found', on: true });
  actor.send({ type: 'network.proxy', on: false });
  expect([news, proxy.last().told]).toEqual([
    [true, false].map((on) => ({ type: 'network.proxied', on })),
    [{ type: 'proxy.keep', on: false }],
  ]);
});

test('RELAY-03 SETTINGS-03 a lost network connection is reported, and its return', () => {
  const { online, news } = start();
  online.report({ type: 'network.wentOffline' });
  online.report({ type: 'network.wentOnline' });
  expect(news).toEqual([
    { type: 'network.offline', on: true },
    { type: 'network.offline', on: false },
    { type: 'network.online' },
  ]);
});
