import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import type { SignedEvent, VerifiedEvent } from '../../src/events/nostr/event.ts';
import { readBroadcast } from '../../src/events/publish/outbox/broadcast.ts';
import { KIND, RESULT } from '../../src/events/nostr/kinds.ts';
import { signed } from '../../tests/support/events/signed.ts';
import { verify } from '../../tests/support/service/village.ts';
import { INTERNET } from '../public-network.ts';
import { type Service, startService } from '../start.ts';
import { openBroadcast } from './broadcast.ts';

const stops: (() => unknown)[] = [];

afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function serve(): Promise<Service> {
  const service = await startService({ port: 0 });
  stops.push(() => service.stop());
  return service;
}

/** Start a relay that sends `greeting` at the start, and answers each event by `answer`. */
async function relay(
  talk: { greeting?: unknown; answer?: (event: SignedEvent, socket: WebSocket) => void } = {},
): Promise<string> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (socket) => {
    if (talk.greeting !== undefined) socket.send(JSON.stringify(talk.greeting));
    socket.on('message', (data: Buffer) =>
      talk.answer?.((JSON.parse(data.toString()) as [string, SignedEvent])[1], socket),
    );
  });
  await once(server, 'listening');
  stops.push(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const ok = (event: SignedEvent, socket: WebSocket) =>
  socket.send(JSON.stringify(['OK', event.id, true, '']));
const relayOf = ({ url }: Service) => url.replace('http', 'ws');
const now = () => Math.floor(Date.now() / 1000);
const note = (content: string) =>
  verify(signed({ content, created_at: now() })) ?? expect.fail('not signed');

async function post(service: Service, verb: string, payload: unknown): Promise<unknown> {
  const response = await fetch(`${service.url}/api`, {
    method: 'POST',
    body: JSON.stringify([verb, payload]),
  });
  return response.json();
}

/** Return the rows of the only result: relays with their responses. */
async function said(
  service: Service,
  verb: string,
  payload: unknown,
): Promise<{ event_id: string; responses: [string, string][] }[]> {
  const answer = (await post(service, verb, payload)) as { kind: number; content: string }[];
  expect(answer.map(({ kind }) => kind)).toEqual([RESULT.BroadcastResponses]);
  return JSON.parse(answer[0]?.content ?? '') as {
    event_id: string;
    responses: [string, string][];
  }[];
}

const orderOf = (events: readonly VerifiedEvent[], relays: readonly string[]) => ({
  events,
  relays,
  sender: { proved: [], from: 'here' },
});
const HERE = {
  own: 'ws://127.0.0.1:1',
  home: 'http://127.0.0.1:1',
  intake: { offer: () => expect.fail('offered to the own relay') },
};
const never = () => new AbortController().signal;

test('PUBLISH-03 broadcast_events reaches the named relays and the own one, and returns each response', async () => {
  const [service, other] = [await serve(), await serve()];
  const event = note('far and wide');
  const refusing = await relay({
    answer: ({ id }, socket) => socket.send(JSON.stringify(['OK', id, false, 'blocked: not here'])),
  });
  const relays = [
    `${relayOf(service)}/`,
    relayOf(other),
    refusing,
    'ws://127.0.0.1:9',
    'ws://10.0.0.1',
    'https://x.example',
    'nonsense',
    7,
  ];
  const rows = await said(service, 'broadcast_events', { events: [event], relays });
  expect(rows).toEqual([
    {
      event_id: event.id,
      responses: [
        [`${relayOf(service)}/`, `["OK","${event.id}",true,""]`],
        [relayOf(other), `["OK","${event.id}",true,""]`],
        [refusing, `["OK","${event.id}",false,"blocked: not here"]`],
      ],
    },
  ]);
  for (const { store } of [service, other]) expect(await store.events([event.id])).toHaveLength(1);
  // The result as the client reads it.
  const claim = { claim: 'other', kind: RESULT.BroadcastResponses, content: rows } as const;
  expect(readBroadcast([claim], event.id).accepted).toEqual([
    `${relayOf(service)}/`,
    relayOf(other),
  ]);
});

test('E-15 only signed events are sent, and a few at once at most', async () => {
  const service = await serve();
  const event = note('true');
  const relays = [relayOf(service)];
  expect(
    await post(service, 'broadcast_events', { events: [{ ...event, content: 'false' }], relays }),
  ).toEqual({
    error: 'verification failed',
  });
  expect(await post(service, 'broadcast_events', { events: [event] })).toEqual({ error: 'error' });
  expect(
    await post(service, 'broadcast_events', { events: Array(51).fill(event), relays }),
  ).toEqual({ error: 'limit too big' });
  expect(await service.store.events([event.id])).toEqual([]);
  const silent = await relay();
  const broadcast = openBroadcast({ ...HERE, timeout: 20 });
  const all = await Promise.all(
    Array.from({ length: 11 }, () => broadcast(orderOf([event], [silent]), never())),
  );
  expect(all.map((heard) => heard?.size)).toEqual([...Array(10).fill(1), undefined]);
  expect((await broadcast(orderOf([event], [silent]), never()))?.get(silent)).toEqual(new Map());
});

test('broadcast_reply sends the parent of a note to the relays of its author', async () => {
  const [service, other] = [await serve(), await serve()];
  const root = note('root');
  const reply = signed({
    created_at: now(),
    tags: [
      ['e', root.id, '', 'root'],
      ['e', 'f'.repeat(64), '', 'mention'],
    ],
  });
  const list = signed({
    kind: KIND.RelayList,
    created_at: now(),
    tags: [
      ['r', relayOf(other), 'write'],
      ['r', relayOf(service), 'read'],
    ],
  });
  await post(service, 'import_events', { events: [root, list] });
  const rows = await said(service, 'broadcast_reply', { event: reply });
  expect(rows).toEqual([
    { event_id: root.id, responses: [[relayOf(other), `["OK","${root.id}",true,""]`]] },
  ]);
  expect(await other.store.events([root.id])).toHaveLength(1);
});

test('an OK replaces a greeting; a greeting alone is quoted; the timeout ends the wait', async () => {
  const greeting = ['AUTH', 'challenge'];
  const [answering, greeter, silent] = [
    await relay({ greeting, answer: ok }),
    await relay({ greeting }),
    await relay(),
  ];
  const [event, second] = [note('one'), note('two')];
  const broadcast = openBroadcast({ ...HERE, timeout: 10_000, grace: 50 });
  const heard = await broadcast(
    orderOf([event, second], [answering, greeter, silent, `${answering}/`]),
    never(),
  );
  const words = (text: (event: SignedEvent) => unknown) =>
    new Map([event, second].map((each) => [each.id, JSON.stringify(text(each))]));
  expect(heard).toEqual(
    new Map([
      [answering, words(({ id }) => ['OK', id, true, ''])],
      [greeter, words(() => greeting)],
      [silent, new Map()],
    ]),
  );
});

test('PUBLISH-03 the wait ends with the last answer, or soon after the first acceptance', async () => {
  const [event, second] = [note('one'), note('two')];
  const agents: unknown[] = [];
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  stops.push(() => server.close());
  server.on('connection', (socket, request) => {
    const { 'user-agent': agent, 'sec-websocket-extensions': extensions } = request.headers;
    agents.push([agent, extensions]);
    socket.on('message', () => socket.close());
  });
  await once(server, 'listening');
  const closing = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [answering, silent] = [await relay({ answer: ok }), await relay()];
  const long = 600_000;
  const patient = openBroadcast({ ...HERE, timeout: long, grace: long });
  const heard = await patient(orderOf([event, second], [answering, closing]), never());
  expect([heard?.get(answering)?.size, heard?.get(closing)?.size]).toEqual([2, 0]);
  expect(agents).toEqual([['Starling', undefined]]);
  const brief = { timeout: long, grace: 20 };
  const after = await openBroadcast({ ...HERE, ...brief })(
    orderOf([event], [answering, silent]),
    never(),
  );
  expect([after?.get(answering)?.size, after?.get(silent)?.size]).toEqual([1, 0]);
  const refused = Promise.withResolvers<void>();
  const refusing = await relay({
    answer: ({ id }, socket) => {
      socket.on('close', () => setTimeout(refused.resolve, 100));
      socket.send(JSON.stringify(['OK', id, false, 'blocked: not here']));
    },
  });
  const late = await relay({ answer: (...asked) => void refused.promise.then(() => ok(...asked)) });
  const all = await openBroadcast({ ...HERE, ...brief })(
    orderOf([event], [refusing, late]),
    never(),
  );
  expect(all?.get(late)?.size).toBe(1);
  const intake: Parameters<typeof openBroadcast>[0]['intake'] = {
    offer: (_, answer) => answer({ id: event.id, accepted: true, reason: '' }),
  };
  const own = await openBroadcast({ ...HERE, ...brief, intake })(
    orderOf([event], [HERE.own, silent]),
    never(),
  );
  expect([own?.get(HERE.own)?.size, own?.get(silent)?.size]).toEqual([1, 0]);
});

test('INV-ISOLATE a relay that sends garbage, answers for other events or disconnects harms no other', async () => {
  const event = note('to all');
  const rubbish = await relay({
    answer: ({ id }, socket) => {
      for (const text of [
        '',
        '[',
        '{}',
        `["OK","${'a'.repeat(64)}",true,""]`,
        `["OK","${id}","yes"]`,
      ])
        socket.send(text);
      socket.send(Buffer.from(`["OK","${id}",true,""]`));
      socket.close();
    },
  });
  const talking = (length: number) =>
    relay({
      greeting: ['NOTICE', 'x'.repeat(length)],
      answer: (_, socket) => socket.close(),
    });
  const [flooding, chatty] = [await talking(65_536), await talking(65_000)];
  const fine = await relay({ answer: ok });
  const heard = await openBroadcast(HERE)(
    orderOf([event], [rubbish, flooding, chatty, fine]),
    never(),
  );
  expect(heard?.get(chatty)?.size).toBe(1);
  expect(heard?.get(rubbish)).toEqual(new Map());
  expect(heard?.get(flooding)).toEqual(new Map());
  expect(heard?.get(fine)?.size).toBe(1);
});

test('E-24 strangers reach no relay of this machine or its network, not even by a public name', async () => {
  const asked: string[] = [];
  const local = await relay({ answer: ok });
  const { port } = new URL(local);
  const network = {
    ...INTERNET,
    lookup: (host: string) => {
      asked.push(host);
      return Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
    },
  };
  const broadcast = openBroadcast({ ...HERE, home: undefined, network });
  const inside = `ws://inside.example:${port}`;
  const heard = await broadcast(
    orderOf(
      [note('hello')],
      [local, `ws://localhost:${port}`, 'ws://[::1]', 'ws://192.168.0.1', inside],
    ),
    never(),
  );
  expect(heard).toEqual(new Map([[inside, new Map()]]));
  expect(asked).toEqual(['inside.example']);
});

test('a client that no longer waits ends it at once', async () => {
  const closed = Promise.withResolvers<void>();
  const silent = await relay({
    answer: (_, socket) => socket.on('close', () => closed.resolve()) && stop.abort(),
  });
  const stop = new AbortController();
  const heard = await openBroadcast(HERE)(orderOf([note('never mind')], [silent]), stop.signal);
  expect(heard?.get(silent)).toEqual(new Map());
  await closed.promise;
  const late = new AbortController();
  late.abort();
  expect(await openBroadcast(HERE)(orderOf([note('too late')], [silent]), late.signal)).toEqual(
    new Map([[silent, new Map()]]),
  );
});
