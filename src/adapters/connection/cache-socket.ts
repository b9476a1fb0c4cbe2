import { type CallbackActorLogic, fromCallback } from 'xstate';
import type { CacheCommand } from '../../machines/connection/wire.ts';
import type { CacheLine, SocketInput } from './cache-line.ts';

/** The cache machine's `socket` port. One life of this actor is one connection: once it is stopped, nothing of it comes back (INV-EPOCH). */
export function cacheSocket(line: CacheLine): CallbackActorLogic<CacheCommand, SocketInput> {
  return fromCallback<CacheCommand, SocketInput>(({ input, sendBack, receive }) => {
    const attachment = line.attach(input, sendBack);
    receive(attachment.send);
    return attachment.detach;
  });
}
