import { once } from 'node:events';
import { get, type Server } from 'node:http';
import type { ServiceOptions } from '../start.ts';

export async function listen(
  server: Server,
  { host = '127.0.0.1', port, origin }: ServiceOptions,
): Promise<string> {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  const taken = typeof address === 'object' && address ? address.port : port;
  const name = isEverywhere(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return origin ?? `http://${name}:${taken}`;
}

/** Request the first page from the listening address, independent of the public name. */
export async function askItself(server: Server): Promise<void> {
  const address = server.address();
  if (typeof address !== 'object' || !address) return;
  const { promise, resolve: settle } = Promise.withResolvers<void>();
  get({ host: address.address, port: address.port, agent: false }, (response) =>
    response.resume().on('close', settle),
  ).on('error', () => settle());
  await promise;
}

export function isEverywhere(host: string | undefined): boolean {
  return host === '0.0.0.0' || host === '::';
}

/** Stop listening, and close each connection when it is idle, at the latest after `timeout`. */
export async function closeServer(server: Server, timeout: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const again = setInterval(() => server.closeIdleConnections(), 50);
  const last = setTimeout(() => server.closeAllConnections(), timeout);
  await closed;
  clearInterval(again);
  clearTimeout(last);
}
