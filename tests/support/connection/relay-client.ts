import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { SignedEvent } from '../../../src/events/nostr/event.ts';

/** A client of the relay at that address that keeps every frame it was sent. */
export async function connectRelay(url: string) {
  const socket = new WebSocket(url.replace('http', 'ws'));
  const frames: unknown[][] = [];
  let wake = () => {};
  socket.on('message', (data: Buffer) => {
    frames.push(JSON.parse(data.toString()) as unknown[]);
    wake();
  });
  await once(socket, 'open');
  const until = async (found: () => unknown[] | undefined) => {
    for (;;) {
      const frame = found();
      if (frame) return frame;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return {
    socket,
    frames,
    say: (...messages: unknown[]) =>
      messages.forEach((message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message))),
    /** The next frame (or one that came already) that begins so. */
    hear: (...start: unknown[]) => until(() => frames.find((frame) => start.every((part, i) => frame[i] === part))),
    eventsOf: (id: string) => frames.filter(([type, sub]) => type === 'EVENT' && sub === id).map(([, , event]) => event as SignedEvent),
  };
}
