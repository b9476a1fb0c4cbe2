import { nowSeconds } from '../../src/adapters/core/now.ts';
import { quotedMessage } from '../../src/events/account/user-message.ts';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { finalizeEvent, getPublicKey } from 'nostr-tools/pure';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type WebSocket as Peer, WebSocketServer } from 'ws';
import { createActor } from 'xstate';
import { startService, type Service } from '../../service/start.ts';
import { relayAsker } from '../support/connection/fake-relays.ts';
import { fakeSession } from '../support/account/fake-session.ts';
import { signed } from '../support/events/signed.ts';
import { wasmCheck } from '../support/events/wasm-check.ts';
import { readEvent } from '../../src/events/nostr/event-shape.ts';
import { type Verify, verifyWith } from '../../src/events/nostr/verify.ts';
import { relayMachine } from '../../src/machines/connection/relay.machine.ts';
import type { RelayAsk } from '../../src/machines/connection/relay-protocol.ts';
import { openRelayClient } from '../../src/adapters/connection/relays/relay-client.ts';
import { relaySocket } from '../../src/adapters/connection/relays/relay-socket.ts';
import { openRelaySockets } from '../../src/adapters/connection/relays/relay-worker-sockets.ts';
import { openWebSocket } from '../../src/adapters/connection/web-socket.ts';
import { pressed } from '../../src/events/nostr/ours.ts';

let service: Service;
let verify: Verify;
beforeAll(async () => {
  verify = verifyWith(await wasmCheck());
  service = await startService({ port: 0 });
});
afterAll(() => service.stop());

const KEY = new Uint8Array(32).fill(5);

/** The relay machine with its real adapter and the worker's code in this thread. */
function start(url: string) {
  const line = openRelayClient((report) => {
    const inside = openRelaySockets(
      { openSocket: openWebSocket, verify: () => verify, now: nowSeconds, later: setImmediate },
      (said) => queueMicrotask(() => report(said)),
    );
    return { post: inside.obey, end: () => undefined };
  });
  const desk = fakeSession((request) => {
    if (request.act.do !== 'sign') return undefined;
    const { kind, tags } = request.act.template;
    const event = readEvent(
      finalizeEvent(
        {
          kind,
          content: '',
          tags: tags.map((tag) => [...tag]),
          created_at: Math.floor(Date.now() / 1000),
        },
        KEY,
      ),
    );
    return event && verify(event);
  });
  const actor = createActor(relayMachine.provide({ actors: { socket: relaySocket(line) } }), {
    input: {
      url: pressed(url),
      seed: 0.5,
      suspended: false,
      rule: 'silent',
      signer: desk.ref,
      account: getPublicKey(KEY),
    },
  }).start();
  const ask = (what: RelayAsk) => {
    const asker = relayAsker();
    actor.send({ type: 'relay.ask', from: asker.ref, ask: what, as: pressed(url) });
    return new Promise<typeof asker.heard>((resolve) => {
      const look = () =>
        asker.heard.some(({ type }) => type !== 'relay.events')
          ? resolve(asker.heard)
          : setTimeout(look, 5);
      look();
    });
  };
  return { actor, ask };
}
const verified = (fields: Parameters<typeof signed>[0], key = 1) => {
  const event = verify(signed(fields, key));
  if (!event) throw new Error('unsigned');
  return event;
};

test('RELAY-05 the embedded relay accepts events, also repeated, confirms them and returns them verified', async () => {
  const url = service.url.replace('http', 'ws');
  const { actor, ask } = start(url);
  const event = verified({ content: 'through the real relay' });
  expect(await ask({ kind: 'publish', event: pressed(event) })).toMatchObject([
    { type: 'relay.outcome', outcome: 'accepted', eventId: event.id },
  ]);
  expect(await ask({ kind: 'publish', event: pressed(event) })).toMatchObject([
    { outcome: 'accepted', reason: quotedMessage('duplicate: already have this event') },
  ]);
  const heard = await ask({ kind: 'subscribe', filters: [{ ids: [event.id] }] });
  expect(heard).toEqual([
    { type: 'relay.events', url, events: [event] },
    { type: 'relay.ended', url, complete: true },
  ]);
  expect(await ask({ kind: 'count', filters: [{ ids: [event.id] }] })).toMatchObject([
    { type: 'relay.counted', count: 1 },
  ]);
  actor.stop();
});

test('an event that the embedded relay refuses is rejected with its reason', async () => {
  const { actor, ask } = start(service.url.replace('http', 'ws'));
  const future = verified({
    content: 'tomorrow',
    created_at: Math.floor(Date.now() / 1000) + 86_400,
  });
  expect(await ask({ kind: 'publish', event: pressed(future) })).toMatchObject([
    { outcome: 'rejected', reason: quotedMessage('invalid: created_at is too far in the future') },
  ]);
  actor.stop();
});

test("RELAY-01 without a server the connection has 'errored'", async () => {
  const { actor, ask } = start('ws://127.0.0.1:9');
  expect(
    await ask({ kind: 'publish', event: pressed(verified({ content: 'nobody' })) }),
  ).toMatchObject([{ outcome: 'silent', reason: { code: 'relay.errored' } }]);
  actor.stop();
});

/** A relay with NIP-42 that accepts no events before authentication. */
async function strictRelay() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const taken: unknown[] = [];
  server.on('connection', (peer: Peer) => {
    let who: string | undefined;
    const say = (...message: unknown[]) => peer.send(JSON.stringify(message));
    say('AUTH', 'challenge-1');
    peer.on('message', (data) => {
      const [type, value]: [string, ReturnType<typeof signed>] = JSON.parse(
        Buffer.isBuffer(data) ? data.toString() : '[]',
      );
      if (type === 'AUTH') {
        const isRight =
          verify(value) &&
          value.kind === 22_242 &&
          value.tags.some(([name, text]) => name === 'challenge' && text === 'challenge-1');
        if (isRight) who = value.pubkey;
        say('OK', value.id, Boolean(isRight), '');
      } else if (type === 'EVENT' && who !== undefined) {
        taken.push(who);
        say('OK', value.id, true, '');
      } else if (type === 'EVENT') say('OK', value.id, false, 'auth-required: members only');
    });
  });
  const { port }: AddressInfo = Object(server.address());
  return { url: `ws://127.0.0.1:${port}`, taken, server };
}

test('NIP-42 a relay that requires authentication receives it, and accepts the event', async () => {
  const relay = await strictRelay();
  const { actor, ask } = start(relay.url);
  expect(
    await ask({ kind: 'publish', event: pressed(verified({ content: 'for members' })) }),
  ).toMatchObject([{ outcome: 'accepted' }]);
  expect(relay.taken).toEqual([getPublicKey(KEY)]);
  actor.stop();
  for (const peer of relay.server.clients) peer.terminate();
  relay.server.close();
});
