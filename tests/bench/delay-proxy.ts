import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A request through the proxy: its path, its start, and the end of its response (milliseconds of
 * the epoch).
 */
export interface Passed {
  readonly path: string;
  readonly at: number;
  done: number;
}

export interface DelayProxy {
  /** Address of the site through the proxy, without a trailing slash. */
  readonly url: string;
  /** Requests in order of arrival, including WebSocket upgrades. */
  readonly passed: readonly Passed[];
  readonly stop: () => Promise<void>;
}

/**
 * Add `delay` milliseconds to all data to and from a service, sockets included. Bandwidth is not
 * limited. With `handshake`, opening a connection takes a round trip, too.
 */
export async function startDelayProxy(
  target: string,
  delay: number,
  { handshake = false } = {},
): Promise<DelayProxy> {
  const { hostname, port } = new URL(target);
  const passed: Passed[] = [];
  const open = new Set<Socket>();
  const server = createServer({ noDelay: true }, (near) => {
    const far = connect({ host: hostname, port: Number(port), noDelay: true });
    let last: Passed | undefined;
    if (handshake) {
      // the handshake on this machine took no time: later data waits for a simulated one
      near.pause();
      setTimeout(() => near.resume(), 2 * delay);
    }
    carry(near, far, delay, (bytes) => {
      const path = /^(?:GET|POST|HEAD) (\S+) HTTP/.exec(
        bytes.subarray(0, 400).toString('latin1'),
      )?.[1];
      if (path === undefined) return;
      last = { path, at: Date.now(), done: 0 };
      passed.push(last);
    });
    carry(far, near, delay, () => {
      if (last) last.done = Date.now() + delay;
    });
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('close', () => open.delete(socket));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo = Object(server.address());
  const stop = async () => {
    for (const socket of open) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${address.port}`, passed, stop };
}

function carry(from: Socket, to: Socket, delay: number, seen: (bytes: Buffer) => void): void {
  from.on('data', (bytes) => {
    seen(bytes);
    setTimeout(() => to.writable && to.write(bytes), delay);
  });
  from.on('error', () => to.destroy());
  from.on('close', () => setTimeout(() => to.end(), delay));
}
