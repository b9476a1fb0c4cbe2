import { lookup as systemLookup } from 'node:dns/promises';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPrivateHost } from '../../src/events/connection/url.ts';

/** What came from a web address: the first bytes of it, decoded as the server says. `url` is where redirects led. */
export interface FetchedPage {
  readonly url: string;
  readonly mime: string;
  readonly body: string;
}

/** How the fetcher sees the network; a test gives it a network of its own. */
export interface Network {
  /** All addresses of a host name. Rejects if there are none. */
  readonly lookup: (host: string) => Promise<readonly { address: string; family: number }[]>;
  readonly isPrivate: (host: string) => boolean;
  readonly ports: readonly string[];
  /** How long a whole page may take, redirects included. Milliseconds. */
  readonly deadline: number;
}

/** The internet. */
export const INTERNET: Network = {
  lookup: (host) => systemLookup(host, { all: true }),
  isPrivate: isPrivateHost,
  ports: ['', '80', '443'],
  deadline: 3_000,
};

const LARGEST = 512 * 1024;
const MOST_REDIRECTS = 3;

/**
 * Fetches the start of a web page for a preview (E-24): http and https on the usual ports of public hosts only. A name is resolved
 * once, every address it has must be public, and the connection goes to an address that was looked at; the same for each redirect.
 * Rejects with the reason, when the network's deadline is over at the latest.
 */
export async function fetchPage(address: string, network: Network = INTERNET): Promise<FetchedPage> {
  const signal = AbortSignal.timeout(network.deadline);
  let url = new URL(address);
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    const response = await open(url, network, signal);
    const location = response.headers.location;
    if (response.statusCode !== undefined && response.statusCode >= 300 && response.statusCode < 400 && location) {
      response.destroy();
      url = new URL(location, url);
      continue;
    }
    if (response.statusCode !== 200) {
      response.destroy();
      throw new Error(`answered ${response.statusCode}`);
    }
    return await read(url, response);
  }
  throw new Error('too many redirects');
}

async function open(url: URL, network: Network, signal: AbortSignal): Promise<IncomingMessage> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('not a web address');
  if (url.username !== '' || url.password !== '' || !network.ports.includes(url.port)) throw new Error('address refused');
  if (network.isPrivate(url.hostname)) throw new Error('private address');
  const request = url.protocol === 'https:' ? secureRequest : plainRequest;
  const headers = {
    Accept: 'text/html,application/xhtml+xml,*/*;q=0.5',
    'Accept-Encoding': 'identity',
    'User-Agent': 'Starling link preview',
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { lookup: publicLookup(network), agent: false, signal, headers });
    outgoing.on('response', resolve);
    outgoing.on('error', reject);
    outgoing.end();
  });
}

/** Resolves a name as the socket does, and fails if any of its addresses is private. */
function publicLookup(network: Network): LookupFunction {
  return (host, options, callback) => {
    network.lookup(host).then(
      (addresses) => {
        const [first] = addresses;
        if (!first || addresses.some(({ address }) => network.isPrivate(address))) return callback(new Error('private address'), '', 0);
        if (options.all) return callback(null, [...addresses]);
        return callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error('unknown host'), '', 0),
    );
  };
}

async function read(url: URL, response: IncomingMessage): Promise<FetchedPage> {
  const [mime = '', ...parameters] = (response.headers['content-type'] ?? '').split(';').map((part) => part.trim().toLowerCase());
  const isText = mime === 'text/html' || mime === 'application/xhtml+xml' || mime === '';
  if (!isText || (response.headers['content-encoding'] ?? 'identity') !== 'identity') {
    response.destroy();
    return { url: url.href, mime, body: '' };
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response) {
    if (!(chunk instanceof Uint8Array)) break;
    chunks.push(chunk);
    size += chunk.byteLength;
    // the head of a page is all that is read
    if (size >= LARGEST) break;
  }
  const charset = parameters.find((part) => part.startsWith('charset='))?.slice('charset='.length) ?? 'utf-8';
  return { url: url.href, mime, body: decoderOf(charset).decode(Buffer.concat(chunks).subarray(0, LARGEST)) };
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset.replaceAll('"', ''));
  } catch {
    return new TextDecoder();
  }
}
