import { once } from 'node:events';
import type { Event } from 'nostr-tools';
import { makeAuthEvent } from 'nostr-tools/nip42';
import { finalizeEvent } from 'nostr-tools/pure';
import { WebSocket } from 'ws';
import { secretKey } from '../../../support/events/signed.ts';

/**
 * Return the events that the relay of a site stores for a filter, as any other client would. `key`:
 * signs in (NIP-42) where only that account may read them.
 */
export async function stored(url: string, filter: object, key?: number): Promise<Event[]> {
  const relay = url.replace('http', 'ws');
  const socket = new WebSocket(relay);
  await once(socket, 'open');
  const events: Event[] = [];
  const send = (...frame: unknown[]): void => socket.send(JSON.stringify(frame));
  const ended = new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      const [type, text, event]: [string, string, Event] = JSON.parse(
        Buffer.isBuffer(data) ? data.toString() : '[]',
      );
      if (type === 'EVENT') events.push(event);
      else if (key === undefined || type === 'EOSE') resolve();
      else if (type === 'AUTH')
        send('AUTH', finalizeEvent(makeAuthEvent(relay, text), secretKey(key)));
      else if (type === 'OK') send('REQ', 'a', filter);
    });
  });
  send('REQ', 'a', filter);
  await ended;
  socket.terminate();
  return events;
}
