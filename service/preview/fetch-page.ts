import type { IncomingMessage } from 'node:http';
import { INTERNET, type Network, openAddress } from '../public-network.ts';

/**
 * A response from a web address: its first bytes, decoded by the server's charset. `url` is the
 * address after redirects.
 */
export interface FetchedPage {
  readonly url: string;
  readonly mime: string;
  readonly body: string;
}

const LARGEST = 512 * 1024;
const ACCEPT = 'text/html,application/xhtml+xml,*/*;q=0.5';

/**
 * Fetch the start of a web page for a preview, see `openAddress`. Rejects with the reason, at the
 * latest at the network's deadline.
 */
export async function fetchPage(
  address: string,
  network: Network = INTERNET,
): Promise<FetchedPage> {
  const signal = AbortSignal.timeout(network.deadline);
  const { url, response } = await openAddress(address, network, {
    signal,
    accept: ACCEPT,
    agent: 'Starling link preview',
  });
  return read(url, response);
}

async function read(url: URL, response: IncomingMessage): Promise<FetchedPage> {
  const [mime = '', ...parameters] = (response.headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase());
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
    // Only the head of a page is read.
    if (size >= LARGEST) break;
  }
  const charset =
    parameters.find((part) => part.startsWith('charset='))?.slice('charset='.length) ?? 'utf-8';
  return {
    url: url.href,
    mime,
    body: decoderOf(charset).decode(Buffer.concat(chunks).subarray(0, LARGEST)),
  };
}

function decoderOf(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset.replaceAll('"', ''));
  } catch {
    return new TextDecoder();
  }
}
