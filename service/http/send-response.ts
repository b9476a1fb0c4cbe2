import type { IncomingMessage, ServerResponse } from 'node:http';
import { COMMON_HEADERS } from './headers.ts';
import type { InFlight } from './in-flight.ts';

export interface HttpExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  /** Network address of the client, as normalized by `addressOf`. */
  readonly from: string;
  readonly inFlight: InFlight;
}

export type Headers = Readonly<Record<string, string>>;

/** Send a whole response, without its body for a HEAD request. */
export function send(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  headers: Headers,
  body: string | Uint8Array = '',
): void {
  if (response.headersSent || response.destroyed) return;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  response.writeHead(status, {
    ...COMMON_HEADERS,
    'Content-Length': String(bytes.byteLength),
    ...headers,
  });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

export function sendText(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  text: string,
  headers: Headers = {},
): void {
  send(
    request,
    response,
    status,
    { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
    `${text}\n`,
  );
}

export function sendJson(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Headers = {},
): void {
  const body = typeof value === 'string' ? value : JSON.stringify(value);
  send(
    request,
    response,
    status,
    { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store', ...headers },
    body,
  );
}

/**
 * True if a header's list contains a value, ignoring parameters such as `;q=0.5`. `*` does not
 * count.
 */
export function accepts(header: string | undefined, name: string): boolean {
  return (header ?? '').split(',').some((part) => {
    const [value = '', ...parameters] = part.split(';');
    return (
      value.trim().toLowerCase() === name &&
      !parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter))
    );
  });
}

/** True for a request of another site's page. */
export function isForeign({ headers }: IncomingMessage): boolean {
  const origin = headers['sec-fetch-site'];
  return origin !== undefined && origin !== 'same-origin' && origin !== 'none';
}

/**
 * The reason why a body is refused, as an HTTP status: it is too large, or too much is in flight.
 */
export type BodyFault = 413 | 429;

/** Read the body as text, up to `most` bytes. Its bytes count as in flight until the response. */
export async function readBody(
  { request, response, from, inFlight }: HttpExchange,
  most: number,
): Promise<string | BodyFault> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const held = inFlight.begin(from);
  response.once('close', () => held.release());
  try {
    // Keep the connection, so that a client that sends too much still gets the response.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      if (!(chunk instanceof Uint8Array)) return 413;
      size += chunk.byteLength;
      if (size > most) return 413;
      if (!held.add(chunk.byteLength)) return 429;
      chunks.push(chunk);
    }
  } catch {
    return 413;
  }
  return Buffer.concat(chunks).toString('utf8');
}
