import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type RawData, WebSocket, WebSocketServer } from 'ws';

/** A relay as it is at the end of a slow line: what goes in and out of a true one is held up, in order. */
export interface SlowRelay {
  /** ws://127.0.0.1:... */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** `delay` in milliseconds, asked anew for each frame. What was on its way when a client went still arrives. */
export async function startSlowRelay(target: string, delay: () => number): Promise<SlowRelay> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  server.on('connection', (client) => {
    const relay = new WebSocket(target.replace('http', 'ws'));
    const send = { in: line(delay), out: line(delay) };
    const opened = once(relay, 'open');
    client.on('message', (data) => send.in(async () => (await opened, relay.send(textOf(data)))));
    relay.on('message', (data) => send.out(() => client.send(textOf(data), () => undefined)));
    relay.on('error', () => client.terminate());
    client.on('close', () => send.in(() => relay.close()));
    relay.on('close', () => client.terminate());
  });
  const { port }: AddressInfo = Object(server.address());
  return {
    url: `ws://127.0.0.1:${port}`,
    stop: async () => {
      for (const client of server.clients) client.terminate();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Runs one after the other, each after a time of its own. */
function line(delay: () => number): (run: () => unknown) => void {
  let tail = Promise.resolve();
  return (run) => {
    tail = tail.then(() => new Promise<void>((resolve) => setTimeout(resolve, delay()))).then(async () => void (await run()));
    tail.catch(() => undefined);
  };
}

function textOf(data: RawData): string {
  return Buffer.from(Array.isArray(data) ? Buffer.concat(data) : data instanceof ArrayBuffer ? new Uint8Array(data) : data).toString();
}
