import { shallowEqual, useSelector } from '@xstate/react';
import { secretOf } from '../../events/account/keys/secret.ts';
import { formOf, type MessageForm } from '../../events/messages/outgoing-message.ts';
import type { DirectMessage } from '../../events/messages/rumor.ts';
import type { OutgoingMessageActor } from '../../machines/messages/outgoing-message.machine.ts';
import { nowMillis } from '../ui/hooks/now.ts';
import type { MessagesHandle } from './use-messages.ts';

/**
 * Return the message that is being written to a peer, and its format. `isNamed`: the peer accepts
 * private messages.
 */
export function useOutgoingMessage(actor: MessagesHandle, peer: string) {
  const outgoing = useSelector(
    actor,
    ({ children }): OutgoingMessageActor | undefined => children[`outgoing ${peer}`],
  );
  const state = useSelector(
    outgoing,
    (snapshot) => {
      const {
        outgoing: { wanted } = {},
        relays = 'asking',
        isUnable = false,
      } = snapshot?.context ?? {};
      return {
        text: snapshot?.context.outgoing.text.reveal() ?? '',
        failure: snapshot?.context.failure,
        others: snapshot?.context.others.length ?? 0,
        isSending: snapshot?.hasTag('sending') ?? false,
        isReady: snapshot !== undefined && !snapshot.hasTag('checking'),
        ...formOf({ wanted, relays, isUnable }),
        isNamed: relays !== 'asking' && relays !== 'unknown' && relays.peer.length > 0,
      };
    },
    shallowEqual,
  );
  return {
    ...state,
    write: (text: string) =>
      outgoing?.send({ type: 'outgoing.write', text: secretOf(text), now: nowMillis() }),
    send: () => outgoing?.send({ type: 'outgoing.send', now: nowMillis() }),
    showOther: () => outgoing?.send({ type: 'outgoing.showNext' }),
    react: ({ id, pubkey }: DirectMessage, emoji: string) =>
      outgoing?.send({
        type: 'outgoing.react',
        to: { id, author: pubkey },
        emoji,
        now: nowMillis(),
      }),
    choose: (form: MessageForm) => outgoing?.send({ type: 'outgoing.chooseForm', form }),
  };
}
