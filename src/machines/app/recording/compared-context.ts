import type { AnyStateMachine, ContextFrom } from 'xstate';
import { isRecord } from '../../../events/core/json.ts';
import type { scopeMachine } from '../../account/session/scope.machine.ts';
import type { conversationMachine } from '../../messages/conversation.machine.ts';
import type { giftWrapsMachine } from '../../messages/gift-wraps.machine.ts';
import type { messageListMachine } from '../../messages/message-list.machine.ts';
import type { messagesMachine } from '../../messages/messages.machine.ts';

type Fields<M extends AnyStateMachine> = ReadonlyArray<keyof ContextFrom<M> & string>;

/**
 * Fields that follow from decrypted texts, by the id of their machine. Senders and texts of private
 * messages never leave a device, so a replay has none of them (TRUST-05). It is compared without
 * them, or all later differences would be missed.
 */
const DECRYPTED: Readonly<Record<string, readonly string[] | undefined>> = {
  conversation: ['messages', 'texts', 'held'],
  giftWraps: ['texts', 'seals', 'opened', 'contacts', 'reactions', 'rest', 'arrived', 'read'],
  messageList: ['kept', 'lines', 'privately', 'opened'],
  messages: ['opened', 'privately'],
  scope: ['known'],
} satisfies {
  conversation: Fields<typeof conversationMachine>;
  giftWraps: Fields<typeof giftWrapsMachine>;
  messageList: Fields<typeof messageListMachine>;
  messages: Fields<typeof messagesMachine>;
  // the last notice of opened messages is one of them
  scope: Fields<typeof scopeMachine>;
};

/** Return the part of a machine's context that a replay of a shared recording must have as well. */
export function comparedContext(machine: string, context: unknown): unknown {
  const fields = Object.hasOwn(DECRYPTED, machine) ? DECRYPTED[machine] : undefined;
  if (!fields || !isRecord(context)) return context;
  return Object.fromEntries(Object.entries(context).filter(([name]) => !fields.includes(name)));
}
