import { shallowEqual, useSelector } from '@xstate/react';
import { useCallback } from 'react';
import { secretOf } from '../../events/account/keys/secret.ts';
import { opensAccount } from '../../events/core/opening-secrets.ts';
import { formOf, isNamed, type MessageForm } from '../../events/messages/outgoing-message.ts';
import type { DirectMessage } from '../../events/messages/rumor.ts';
import type { OutgoingMessage } from '../../events/messages/outgoing-message.ts';
import type { OutgoingMessageActor } from '../../machines/messages/outgoing-message.machine.ts';
import { useAsk } from '../ui/hooks/use-ask.ts';
import { useReconnected } from '../ui/hooks/use-reconnected.ts';
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

/**
 * Return a function that sends the text in the field. A private key is sent only after a question,
 * once for each text (TRUST-05).
 */
export function useConfirmedSend(actor: MessagesHandle, peer: string, text: string): () => void {
  const outgoing = useOutgoing(actor, peer);
  const { ask } = useAsk();
  return () => {
    if (!outgoing) return;
    if (opensAccount(text))
      ask({ code: 'sendSecret' }, { to: outgoing, event: { type: 'outgoing.confirm', now: 0 } });
    else outgoing.send({ type: 'outgoing.send', now: nowMillis() });
  };
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

/** Return the texts that a failure stopped, without the one in the field. */
function stoppedIn(snapshot: Snapshot | undefined): readonly OutgoingMessage[] {
  const stopped = snapshot?.context.others.filter((one) => one.isUnsent === true) ?? NOTHING;
  return stopped.length > 0 ? stopped : NOTHING;
}

/**
 * Return the message that is being written to a peer, and its format. `isNamed`: the peer accepts
 * private messages. `sending`: the texts that are being sent, the current one first. `failed`: the
 * text that the failure is about, if it is not in the field. `stopped`: texts that a failure
 * stopped. `isUnsent`: the text in the field is such a text. `isLocked`: texts of
 * an earlier page wait for the key.
 */
export function useOutgoingMessage(actor: MessagesHandle, peer: string) {
  const outgoing = useOutgoing(actor, peer);
  const state = useSelector(
    outgoing,
    (snapshot) => {
      const {
        outgoing: { wanted, isUnsent = false } = {},
        relays = 'asking',
        isUnable = false,
        others = NOTHING,
        failedId,
      } = snapshot?.context ?? {};
      return {
        text: snapshot ? textInField(snapshot) : '',
        failure: snapshot?.context.failure,
        failed:
          failedId === undefined
            ? undefined
            : others.find((one) => one.id === failedId && !one.isUnsent),
        isUnsent,
        isLocked: snapshot?.hasTag('locked') ?? false,
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
  const stopped = useSelector(outgoing, stoppedIn, shallowEqual);
  useReconnected(state.reason === 'unknown', () => outgoing?.send({ type: 'outgoing.locate' }));
  return {
    ...state,
    sending,
    stopped,
    sendNow: () => outgoing?.send({ type: 'outgoing.allowPrompts' }),
    write: (text: string) =>
      outgoing?.send({ type: 'outgoing.write', text: secretOf(text), now: nowMillis() }),
    showOther: () => outgoing?.send({ type: 'outgoing.showNext' }),
    choose: (form: MessageForm) => outgoing?.send({ type: 'outgoing.chooseForm', form }),
  };
}
