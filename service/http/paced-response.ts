import { COMMON_HEADERS } from './headers.ts';
import { type InFlight, openInFlight } from './in-flight.ts';
import type { MinimumRate } from './minimum-rate.ts';
import { type Headers, type HttpExchange, send } from './send-response.ts';

/** Sends media, whose bytes are in memory until the client has read them. */
export interface PacedResponses {
  /** Returns false at the limit of unread bytes, of the client's address or of all. */
  send(exchange: HttpExchange, status: number, headers: Headers, body: Uint8Array): boolean;
}

/** A connection of 64 kbit/s keeps it. Proxies in front end a stalled response after as long. */
const PACE: MinimumRate = { grace: 60_000, least: 8 * 1024, every: 5_000 };
const CHUNK = 64 * 1024;

/**
 * Count the bytes of unread responses, and end those that are read too slowly. Neither takes bytes
 * from unfinished bodies: readers of media hold up no messages (E-27).
 */
export function openPacedResponses(
  unread: InFlight = openInFlight(),
  pace: MinimumRate = PACE,
): PacedResponses {
  return {
    send(exchange, status, headers, body) {
      const { request, response, from } = exchange;
      if (response.headersSent || response.destroyed) return true;
      if (request.method === 'HEAD') {
        send(request, response, status, headers, body);
        return true;
      }
      const held = unread.begin(from);
      if (!held.add(body.byteLength)) return false;
      response.once('close', () => held.release());
      const length = String(body.byteLength);
      response.writeHead(status, { ...COMMON_HEADERS, 'Content-Length': length, ...headers });
      writePaced(exchange, body, pace);
      return true;
    },
  };
}

/** Write in chunks, because only the end of a chunk shows that the client reads. */
function writePaced(
  { response }: HttpExchange,
  body: Uint8Array,
  { grace, least, every }: MinimumRate,
): void {
  let written = 0;
  const write = () => {
    let isFree = true;
    while (isFree && written < body.byteLength) {
      const chunk = body.subarray(written, written + CHUNK);
      written += chunk.byteLength;
      isFree = response.write(chunk);
    }
    if (written === body.byteLength) response.end();
  };
  response.on('drain', write);
  // Earlier speed counts for no longer than the grace period.
  let left = grace;
  let before = { at: performance.now(), written };
  const timer = setInterval(() => {
    const now = { at: performance.now(), written };
    const gained = ((now.written - before.written) / least) * 1_000;
    left = Math.min(grace, left + gained - (now.at - before.at));
    before = now;
    if (left < 0) response.destroy();
  }, every).unref();
  response.once('close', () => clearInterval(timer));
  write();
}
