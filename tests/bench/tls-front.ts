import { once } from 'node:events';
import { request } from 'node:http';
import { createSecureServer, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http2';
import { type AddressInfo, connect, type Server } from 'node:net';
import { createServer } from 'node:tls';
import type { Certificate } from './certificate.ts';
import type { Passed } from './delay-proxy.ts';

/** A TLS server of this machine that forwards to a service without TLS. */
export interface Front<Seen> {
  /** Its port on 127.0.0.1. */
  readonly port: number;
  /** The forwarded traffic, oldest first. */
  readonly seen: readonly Seen[];
  readonly stop: () => void;
}

/** Headers that are valid for one connection only (RFC 9113, 8.2.2). */
const HOP = /^(?::|connection$|keep-alive$|transfer-encoding$|upgrade$|host$)/;

/** Serve a site by HTTP/2. `seen`: its requests, in milliseconds of the epoch. */
export async function startSiteFront(
  target: string,
  { key, cert }: Certificate,
): Promise<Front<Passed>> {
  const seen: Passed[] = [];
  const server = createSecureServer({ key, cert, noDelay: true });
  server.on('stream', (stream, { ':method': method = 'GET', ':path': path = '/', ...headers }) => {
    const one: Passed = { path, at: Date.now(), done: 0 };
    seen.push(one);
    const onward = request(target + path, { method, headers: kept(headers) }, (answer) => {
      // the page is gone
      if (stream.destroyed) return answer.destroy();
      stream.respond({ ...kept(answer.headers), ':status': answer.statusCode ?? 502 });
      answer.pipe(stream);
      answer.on('end', () => {
        one.done = Date.now();
      });
    });
    onward.on('error', () => stream.destroy());
    stream.on('error', () => onward.destroy());
    stream.pipe(onward);
  });
  return { port: await portOf(server), seen, stop: () => void server.close() };
}

function kept(headers: IncomingHttpHeaders | OutgoingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP.test(name)));
}

/**
 * A chunk of a connection's traffic: the connection's number, the direction, and the time in
 * milliseconds of the epoch.
 */
export interface Said {
  readonly connection: number;
  readonly to: 'service' | 'page';
  readonly at: number;
}

/** Forward every connection unchanged, mainly sockets of the caching service. */
export async function startSocketFront(
  target: string,
  { key, cert }: Certificate,
): Promise<Front<Said>> {
  const { hostname, port } = new URL(target);
  const seen: Said[] = [];
  let count = 0;
  const server = createServer({ key, cert, noDelay: true, ALPNProtocols: ['http/1.1'] }, (near) => {
    const far = connect({ host: hostname, port: Number(port), noDelay: true });
    const connection = ++count;
    near.on('data', () => seen.push({ connection, to: 'service', at: Date.now() }));
    far.on('data', () => seen.push({ connection, to: 'page', at: Date.now() }));
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy());
      one.pipe(other);
    }
  });
  return { port: await portOf(server), seen, stop: () => void server.close() };
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address: AddressInfo = Object(server.address());
  return address.port;
}
