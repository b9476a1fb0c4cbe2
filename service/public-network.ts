import { lookup as systemLookup } from 'node:dns/promises';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPrivateHost } from '../src/events/core/url.ts';

/** The network as the service sees it. Tests provide their own. */
export interface Network {
  /** All addresses of a host name. Rejects if there are none. */
  readonly lookup: (host: string) => Promise<readonly { address: string; family: number }[]>;
  readonly isPrivate: (host: string) => boolean;
  readonly ports: readonly string[];
  /** Timeout of a whole page including redirects. Milliseconds. */
  readonly deadline: number;
}

export const INTERNET: Network = {
  lookup: (host) => systemLookup(host, { all: true }),
  isPrivate: isPrivateHost,
  ports: ['', '80', '443'],
  deadline: 3_000,
};

/** A request to an untrusted address. */
export interface Opening {
  /** Aborts the request, also during the response. */
  readonly signal: AbortSignal;
  readonly accept: string;
  readonly agent: string;
  /** Redirects that are followed. */
  readonly redirects?: number;
  /** Asks for a part (`bytes=0-99`). Then status 206 counts, too. */
  readonly range?: string;
}

/**
 * The address has no document: its host said so, or no public host has that name. Other failures
 * leave that open.
 */
export class NotFound extends Error {
  /** The status of the host's answer, if it gave one. */
  readonly status: number | undefined;

  constructor(reason: string, status?: number) {
    super(reason);
    this.status = status;
  }
}

const MOST_REDIRECTS = 3;
/** From this status on a host reports a failure of its own. */
const TROUBLE = 500;

/**
 * Read an untrusted web address (E-24): http and https on the usual ports of public hosts only. A
 * name is resolved once, all its addresses must be public, and the connection uses a checked
 * address. The same applies to each redirect. `read` gets a response with status 200, or 206 for a
 * part, and its address. The connection is closed afterwards. Rejects with the reason for all
 * other responses.
 */
export async function readAddress<T>(
  address: string,
  network: Network,
  opening: Opening,
  read: (response: IncomingMessage, url: URL) => Promise<T>,
): Promise<T> {
  const { response, url } = await openAddress(address, network, opening);
  try {
    return await read(response, url);
  } finally {
    response.destroy();
  }
}

async function openAddress(
  address: string,
  network: Network,
  opening: Opening,
): Promise<{ readonly url: URL; readonly response: IncomingMessage }> {
  let url = new URL(address);
  const { redirects = MOST_REDIRECTS } = opening;
  for (let hops = 0; hops <= redirects; hops++) {
    const response = await ask(url, network, opening);
    const location = response.headers.location;
    if (
      response.statusCode !== undefined &&
      response.statusCode >= 300 &&
      response.statusCode < 400 &&
      location
    ) {
      response.destroy();
      url = new URL(location, url);
      continue;
    }
    const isPart = opening.range !== undefined && response.statusCode === 206;
    if (response.statusCode !== 200 && !isPart) {
      response.destroy();
      const { statusCode: status = TROUBLE } = response;
      const said = `answered ${status}`;
      throw status < TROUBLE ? new NotFound(said, status) : new Error(said);
    }
    return { url, response };
  }
  throw new NotFound('too many redirects');
}

/** True for a compressed response, though `readAddress` asks for none. */
export function isEncoded({ headers }: IncomingMessage): boolean {
  return (headers['content-encoding'] ?? 'identity') !== 'identity';
}

/** Read a whole response. Returns `undefined` if it is longer than `most` bytes. */
export async function readAtMost(
  response: IncomingMessage,
  most: number,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response) {
    if (!(chunk instanceof Uint8Array)) return undefined;
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > most) return undefined;
  }
  return Buffer.concat(chunks);
}

async function ask(
  url: URL,
  network: Network,
  { signal, accept, agent, range }: Opening,
): Promise<IncomingMessage> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new NotFound('not a web address');
  if (url.username !== '' || url.password !== '' || !network.ports.includes(url.port))
    throw new Error('address refused');
  if (network.isPrivate(url.hostname)) throw new NotFound('private address');
  const request = url.protocol === 'https:' ? secureRequest : plainRequest;
  const headers = {
    Accept: accept,
    'Accept-Encoding': 'identity',
    'User-Agent': agent,
    ...(range !== undefined && { Range: range }),
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { lookup: publicLookup(network), agent: false, signal, headers });
    outgoing.on('response', resolve);
    outgoing.on('error', reject);
    outgoing.end();
  });
}

/** Resolve a name for a socket. Fails if any of its addresses is private. */
export function publicLookup(network: Network): LookupFunction {
  return (host, options, callback) => {
    network.lookup(host).then(
      (addresses) => {
        const [first] = addresses;
        if (!first || addresses.some(({ address }) => network.isPrivate(address)))
          return callback(new NotFound('private address'), '', 0);
        if (options.all) return callback(null, [...addresses]);
        return callback(null, first.address, first.family);
      },
      (error: unknown) =>
        callback(error instanceof Error ? error : new Error('unknown host'), '', 0),
    );
  };
}
