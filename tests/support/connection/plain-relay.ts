import { once } from 'node:events';
import { type WebSocket, WebSocketServer } from 'ws';
import { matchFilter, readFilter } from '../../../src/events/connection/filter.ts';
import { parseJson } from '../../../src/events/core/json.ts';
import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { inSeconds } from '../../../src/events/core/time.ts';

interface PlainOptions {
  /** Maximum number of events in one answer. */
  readonly most: number;
  /** Extra messages that it sends with every answer. */
  readonly beside?: readonly unknown[];
  /** Its answer to unknown messages; `NOTICE` by default. */
  readonly unknown?: 'NOTICE' | 'CLOSED';
  /** Sends no messages at all. */
  readonly isSilent?: boolean;
}

/** Start a relay that supports only NIP-01 and returns short pages. */
export async function startPlainRelay(
  events: readonly SignedEvent[],
  { most, beside = [], unknown = 'NOTICE', isSilent = false }: PlainOptions,
) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  const sorted = events.toSorted(
    (one, other) => inSeconds(other.created_at) - inSeconds(one.created_at),
  );
  const asked: string[] = [];
  const answer = (socket: WebSocket, text: string) => {
    const frame = parseJson(text);
    if (!Array.isArray(frame) || isSilent) return;
    const [type, id, value]: unknown[] = frame;
    asked.push(text);
    const say = (...message: unknown[]) => socket.send(JSON.stringify(message));
    if (type === 'CLOSE') return;
    const why = `unknown message: ${String(type)}`;
    if (type !== 'REQ') return unknown === 'NOTICE' ? say('NOTICE', why) : say('CLOSED', id, why);
    const filter = readFilter(value);
    const found = filter
      ? sorted
          .filter((event) => matchFilter(filter, event))
          .slice(0, Math.min(most, filter.limit ?? most))
      : [];
    for (const event of [...found, ...beside]) say('EVENT', id, event);
    say('EOSE', id);
  };
  server.on('connection', (socket) =>
    socket.on('message', (data: Buffer) => answer(socket, data.toString())),
  );
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `ws://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`,
    /** The messages that it received, as sent. */
    asked,
    async stop(): Promise<void> {
      for (const client of server.clients) client.terminate();
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}
