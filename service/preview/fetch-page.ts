import type { IncomingMessage } from 'node:http';
import { parseJson } from '../../src/events/core/json.ts';
import { isEncoded, type Network, readAddress } from '../public-network.ts';
import { charsetIn, decodePage } from './page-charset.ts';

/**
 * A response from a web address: its first bytes, decoded. `url` is the address after redirects.
 */
export interface FetchedPage {
  readonly url: string;
  readonly mime: string;
  readonly body: string;
}

const LARGEST = 512 * 1024;
/** Bytes of an oEmbed document. */
const LARGEST_EMBED = 64 * 1024;
const ACCEPT = 'text/html,application/xhtml+xml,*/*;q=0.5';
const AGENT = 'Starling link preview';

/**
 * Fetch the start of a web page for a preview, see `readAddress`. Rejects with the reason, at the
 * latest when `signal` is aborted.
 */
export async function fetchPage(
  address: string,
  network: Network,
  signal: AbortSignal,
): Promise<FetchedPage> {
  const opening = { signal, accept: ACCEPT, agent: AGENT };
  return readAddress(address, network, opening, async (response, { href }) => {
    const type = response.headers['content-type'] ?? '';
    const mime = (type.split(';', 1)[0] ?? '').trim().toLowerCase();
    const isPage = mime === 'text/html' || mime === 'application/xhtml+xml' || mime === '';
    if (!isPage || isEncoded(response)) return { url: href, mime, body: '' };
    const bytes = await startOf(response, LARGEST);
    return { url: href, mime, body: decodePage(bytes, charsetIn(type)) };
  });
}

/** Fetch a small JSON document as `fetchPage` fetches a page. `undefined` if it is none. */
export async function fetchEmbed(
  address: string,
  network: Network,
  signal: AbortSignal,
): Promise<unknown> {
  const opening = { signal, accept: 'application/json', agent: AGENT };
  return readAddress(address, network, opening, async (response) => {
    const isJson = /^application\/(?:json|json\+oembed|javascript)\b|^text\/javascript\b/i.test(
      response.headers['content-type'] ?? '',
    );
    if (!isJson || isEncoded(response)) return undefined;
    return parseJson(new TextDecoder().decode(await startOf(response, LARGEST_EMBED)));
  });
}

/** Read at most `most` bytes. */
async function startOf(response: IncomingMessage, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response) {
    if (!(chunk instanceof Uint8Array)) break;
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size >= most) break;
  }
  return Buffer.concat(chunks).subarray(0, most);
}
