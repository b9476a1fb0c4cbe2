import type { WebSocket } from 'ws';
import { LIMITS } from './limits.ts';
import { Session, type SessionParts } from './session.ts';

/** A NIP-01 relay over the store. */
export interface Relay {
  /** Serves one client until its socket closes. */
  serve(socket: WebSocket): void;
  close(): void;
}

export function openRelay(parts: SessionParts): Relay {
  const sessions = new Set<Session>();
  const room = { left: LIMITS.reconciledInAll };
  const stop = parts.store.onInserted(({ added, ephemeral }) => {
    for (const session of sessions) session.deliver([...added, ...ephemeral]);
  });
  return {
    serve(socket) {
      const session = new Session(socket, parts, room);
      sessions.add(session);
      socket.on('close', () => sessions.delete(session));
    },
    close: stop,
  };
}
