import type { CallbackActorLogic } from 'xstate';
import type { CacheCommand } from '../../../machines/core/cache-protocol.ts';
import type { CacheClient, SocketInput } from './cache-client.ts';
import { callbackAdapter } from '../../../machines/core/ports.ts';

/**
 * The cache machine's `socket` port. Each run of this actor is one connection: once it is stopped,
 * it reports nothing (INV-EPOCH). `log` receives the reasons of closed sockets. It is set only for
 * developers (local flag devMode).
 */
export function cacheSocket(
  line: CacheClient,
  log?: (text: string) => void,
): CallbackActorLogic<CacheCommand, SocketInput> {
  return callbackAdapter<CacheCommand, SocketInput>(({ input, sendBack, receive }) => {
    const attachment = line.attach(input, (signal) => {
      if (signal.type === 'socket.closed') log?.(`${input.url}: ${signal.reason}`);
      sendBack(signal);
    });
    receive(attachment.send);
    return attachment.detach;
  });
}
