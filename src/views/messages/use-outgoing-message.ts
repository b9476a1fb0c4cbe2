import { shallowEqual, useSelector } from '@xstate/react';
import { useCallback } from 'react';
import { secretOf } from '../../events/account/keys/secret.ts';
import { formOf, isNamed, type MessageForm } from '../../events/messages/outgoing-message.ts';
import type { DirectMessage } from '../../events/messages/rumor.ts';
import type { OutgoingMessage } from '../../events/messages/outgoing-message.ts';
import type { OutgoingMessageActor } from '../../machines/messages/outgoing-message.machine.ts';
import { nowMillis } from '../ui/hooks/now.ts';
import type { MessagesHandle } from './use-messages.ts';

function useOutgoing(actor: MessagesHandle, peer: string): OutgoingMessageActor | undefined {
  return useSelector(
    actor,
    ({ children }): OutgoingMessageActor | undefined => children[`outgoing ${peer}`],
  );
}

/**
 * Return a function that sends a reaction. `undefined` if the peer cannot receive one. Apart from
 * the text, because the messages are not rendered again for each key press.
 */
export function useReact(actor: MessagesHandle, peer: string) {
  const outgoing = useOutgoing(actor, peer);
  const canReact = useSelector(outgoing, (snapshot) =>
    isNamed(snapshot?.context.relays ?? 'asking'),
  );
  const react = useCallback(
    ({ id }: DirectMessage, emoji: string) =>
      outgoing?.send({ type: 'outgoing.react', to: id, emoji, now: nowMillis() }),
    [outgoing],
  );
  return canReact ? react : undefined;
}

type Snapshot = ReturnType<OutgoingMessageActor['getSnapshot']>;

/** Return the text in the field. The text that is being sent is shown above it. */
export function textInField(snapshot: Snapshot): string {
  const { outgoing, next } = snapshot.context;
  const shown = snapshot.hasTag('sending')
    ? next
    : snapshot.hasTag('checking')
      ? (next ?? outgoing)
      : outgoing;
  return shown?.text.reveal() ?? '';
}

function sendingIn(snapshot: Snapshot | undefined): readonly OutgoingMessage[] {
  if (!snapshot?.hasTag('sending')) return NOTHING;
  const { outgoing, queue } = snapshot.context;
  return [outgoing, ...queue.map((one) => one.outgoing)];
}

const NOTHING: readonly OutgoingMessage[] = [];

/**
 * Return the message that is being written to a peer, and its format. `isNamed`: the peer accepts
 * private messages. `sending`: the texts that are being sent, the current one first. `failed`: the
 * text that the failure is about, if it is not in the field.
 */
export function useOutgoingMessage(actor: MessagesHandle, peer: string) {
  const outgoing = useOutgoing(actor, peer);
  const state = useSelector(
    outgoing,
    (snapshot) => {
      const {
        outgoing: { wanted } = {},
        relays = 'asking',
        isUnable = false,
        others = NOTHING,
        failedId,
      } = snapshot?.context ?? {};
      return {
        text: snapshot ? textInField(snapshot) : '',
        failure: snapshot?.context.failure,
        failed: failedId === undefined ? undefined : others.find(({ id }) => id === failedId),
        others: others.length,
        isSending: snapshot?.hasTag('sending') ?? false,
        isThere: snapshot !== undefined,
        isReady: snapshot !== undefined && !snapshot.hasTag('checking'),
        ...formOf({ wanted, relays, isUnable }),
        isNamed: isNamed(relays),
      };
    },
    shallowEqual,
  );
  const sending = useSelector(outgoing, sendingIn, shallowEqual);
  return {
    ...state,
    sending,
    write: (text: string) =>
      outgoing?.send({ type: 'outgoing.write', text: secretOf(text), now: nowMillis() }),
    send: () => outgoing?.send({ type: 'outgoing.send', now: nowMillis() }),
    showOther: () => outgoing?.send({ type: 'outgoing.showNext' }),
    choose: (form: MessageForm) => outgoing?.send({ type: 'outgoing.chooseForm', form }),
  };
}
