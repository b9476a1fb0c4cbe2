import { once } from 'node:events';
import type { Event } from 'nostr-tools';
import { WebSocket } from 'ws';

/** What the relay of a site holds for a filter, as any other client would ask for it. */
export async function stored(url: string, filter: object): Promise<Event[]> {
  const socket = new WebSocket(url.replace('http', 'ws'));
  await once(socket, 'open');
  const events: Event[] = [];
  const ended = new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      const [type, , event]: [string, string, Event] = JSON.parse(Buffer.isBuffer(data) ? data.toString() : '[]');
      if (type === 'EVENT') events.push(event);
      else resolve();
    });
  });
  socket.send(JSON.stringify(['REQ', 'a', filter]));
  await ended;
  socket.terminate();
  return events;
}
