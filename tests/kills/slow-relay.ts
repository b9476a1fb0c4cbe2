import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type RawData, WebSocket, WebSocketServer } from 'ws';

/** A relay behind a slow connection: all frames to and from a real relay are delayed, in order. */
export interface SlowRelay {
  /** ws://127.0.0.1:... */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/**
 * Start the relay. `delay` in milliseconds, computed for each frame. Frames in transit still arrive
 * after a client disconnects.
 */
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

/** Run functions one after the other, each after its own delay. */
function line(delay: () => number): (run: () => unknown) => void {
  let tail = Promise.resolve();
  return (run) => {
    tail = tail
      .then(() => new Promise<void>((resolve) => setTimeout(resolve, delay())))
      .then(async () => void (await run()));
    tail.catch(() => undefined);
  };
}

function textOf(data: RawData): string {
  return Buffer.from(
    Array.isArray(data)
      ? Buffer.concat(data)
      : data instanceof ArrayBuffer
        ? new Uint8Array(data)
        : data,
  ).toString();
}
