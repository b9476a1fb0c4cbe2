import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Start a server of this machine with that listener. `end` waits until it is closed. */
export async function loopback(
  listener: RequestListener,
): Promise<{ readonly origin: string; readonly end: () => Promise<unknown> }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port }: AddressInfo = Object(server.address());
  const end = () => {
    server.closeAllConnections();
    server.close();
    return once(server, 'close');
  };
  return { origin: `http://127.0.0.1:${port}`, end };
}
