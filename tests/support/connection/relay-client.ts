import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { SignedEvent } from '../../../src/events/nostr/event.ts';

/** Connect a client to the relay at that address and keep every received frame. */
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
      messages.forEach((message) =>
        socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
      ),
    /** Wait for the next frame, or an earlier one, that begins with `start`. */
    hear: (...start: unknown[]) =>
      until(() => frames.find((frame) => start.every((part, i) => frame[i] === part))),
    eventsOf: (id: string) =>
      frames
        .filter(([type, sub]) => type === 'EVENT' && sub === id)
        .map(([, , event]) => event as SignedEvent),
  };
}
