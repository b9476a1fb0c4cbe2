import type { CallbackActorLogic } from 'xstate';
import type { RelayCommand } from '../../../machines/connection/relay-protocol.ts';
import type { RelayClient } from './relay-client.ts';
import { callbackAdapter } from '../../../machines/core/ports.ts';

/**
 * The relay machine's `socket` port. Each run of this actor is one connection: once it is stopped,
 * it reports nothing (INV-EPOCH).
 */
export function relaySocket(
  client: RelayClient,
): CallbackActorLogic<RelayCommand, { url: string }> {
  return callbackAdapter<RelayCommand, { url: string }>(({ input, sendBack, receive }) => {
    const attachment = client.attach(input.url, sendBack);
    receive(attachment.send);
    return attachment.detach;
  });
}
