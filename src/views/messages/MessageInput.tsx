import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import { LONGEST_MESSAGE, type OutgoingMessage } from '../../events/messages/outgoing-message.ts';
import { isInputMethodKey } from '../ui/hooks/input-method.ts';
import { Button } from '../ui/controls/Button.tsx';
import { IsolatedText } from '../ui/display/IsolatedText.tsx';
import { Notice } from '../ui/display/Notice.tsx';
import { useDirectMessageStrings } from '../ui/strings/direct-messages.ts';
import { useSay } from '../ui/strings/own-messages.ts';
import { useReasonStrings } from '../ui/strings/reasons.ts';
import { useConnection } from '../connection/use-connection.ts';
import { useFailureWords } from '../publish/outbox/use-failure-words.ts';
import { NetworkLink } from '../account/relays/NetworkLink.tsx';
import { useIsProxied } from '../account/relays/use-network.ts';
import styles from './MessageInput.module.css';
import { MessageFormChoice } from './MessageFormChoice.tsx';
import { useIsWaiting } from './use-conversation-list.ts';
import { useConfirmedSend, useOutgoingMessage } from './use-outgoing-message.ts';
import { type MessagesHandle, useMessagesState } from './use-messages.ts';

interface MessageBoxProps {
  readonly messages: MessagesHandle;
  readonly peer: string;
  readonly name: string;
  /** True if a message of the conversation was also sent to others. */
  readonly hasOthers: boolean;
}

/** State of a history entry whose conversation was opened by the screen, not by the user. */
export const RESUMED = 'resumed';

/**
 * The input box (DM-05). Until a relay accepts a message, its text stays above the box, which takes
 * the next one.
 */
export function MessageInput({ messages, peer, name, hasOthers }: MessageBoxProps) {
  const words = useDirectMessageStrings();
  const outgoing = useOutgoingMessage(messages, peer);
  const { text, sending, failure, failed, others, isSending, isThere, isReady } = outgoing;
  const { stopped, isUnsent, isLocked, write, showOther } = outgoing;
  const { isKept } = useMessagesState(messages);
  const [isProxied] = useIsProxied();
  const isWaiting = useIsWaiting();
  const field = useRef<HTMLTextAreaElement>(null);
  const send = useConfirmedSend(messages, peer, text);
  const isTooLong = text.length > LONGEST_MESSAGE;
  const isResumed = useLocation().state === RESUMED;
  // A user who opens a conversation wants to write. On touch devices, the focus would open a
  // keyboard over the messages.
  const enter = useEffectEvent(() => {
    if (!isResumed && !(window.matchMedia?.('(pointer: coarse)').matches ?? false))
      field.current?.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (isThere) enter();
  }, [isThere]);
  const press = (event: KeyboardEvent) => {
    if (isInputMethodKey(event.nativeEvent) || event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    send();
  };
  return (
    <div className={styles.write}>
      {others > 0 && (
        <Notice
          action={
            <Button
              compact
              disabled={isSending || !isReady}
              onClick={() => {
                showOther();
                field.current?.focus();
              }}
            >
              {words.showOther}
            </Button>
          }
        >
          {words.unsent(others + (text === '' ? 0 : 1))}
        </Notice>
      )}
      {failed && <Unsent texts={[failed]} label={words.unsent(1)} />}
      {stopped.length > 0 && <Unsent texts={stopped} label={words.notSent} />}
      {(stopped.length > 0 || (isUnsent && !isSending && !failure)) && (
        <p className={styles.sending} role="status">
          {words.notSent}
        </p>
      )}
      {failure && !(isSending && isWaiting && failure.why) && <Failure failure={failure} />}
      {hasOthers && <p className={styles.waiting}>{words.onlyTo(name)}</p>}
      {isTooLong && <Notice tone="warning">{words.tooLong(LONGEST_MESSAGE)}</Notice>}
      {!isKept && text !== '' && <Notice tone="warning">{words.unkept}</Notice>}
      {isSending && (
        <>
          <Unsent texts={sending} label={words.sending} />
          {isLocked ? (
            <Notice
              announce
              action={
                <Button compact onClick={outgoing.sendNow}>
                  {words.sendNow}
                </Button>
              }
            >
              {words.locked}
            </Notice>
          ) : (
            <p className={styles.sending} role="status">
              {isWaiting || failure?.why ? words.waiting : words.sending}
            </p>
          )}
        </>
      )}
      <form
        noValidate
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <textarea
          ref={field}
          className={styles.text}
          dir="auto"
          rows={1}
          aria-label={words.label}
          placeholder={words.write(name)}
          value={text}
          readOnly={!isThere}
          aria-busy={!isReady || undefined}
          onKeyDown={press}
          onChange={({ target }) => write(target.value)}
        />
        <Button
          type="submit"
          tone="primary"
          icon="send"
          disabled={!isReady || text.trim() === '' || isTooLong}
          className={styles.send}
          aria-label={words.send}
        >
          {null}
        </Button>
      </form>
      <MessageFormChoice outgoing={outgoing} name={name} isProxied={isProxied} />
    </div>
  );
}

/** Own texts that no relay has accepted. */
function Unsent({
  texts,
  label,
}: {
  readonly texts: readonly OutgoingMessage[];
  readonly label: string;
}) {
  return (
    <div className={styles.unsent} tabIndex={0} role="group" aria-label={label}>
      {texts.map(({ id, text }) => (
        <p key={id ?? ''} className={styles.bubble} dir="auto">
          {text.reveal()}
        </p>
      ))}
    </div>
  );
}

function Failure({
  failure: { message, why },
}: {
  readonly failure: NonNullable<ReturnType<typeof useOutgoingMessage>['failure']>;
}) {
  const words = useDirectMessageStrings();
  const say = useSay();
  const failureWords = useFailureWords();
  const reason = why && failureWords(why);
  const { waits } = useReasonStrings();
  const { isOffline } = useConnection();
  if (isOffline && (message.code === 'messages.unlocated' || message.code === 'messages.unloaded'))
    return <Notice announce>{waits.offlineOnly}</Notice>;
  if (reason?.wait !== undefined)
    return (
      <Notice announce {...(reason.wait === 'proxied' ? { action: <NetworkLink /> } : {})}>
        {reason.text} {words.staysHere}
      </Notice>
    );
  return (
    <Notice tone="danger" announce>
      {words.failures[message.code] ?? say(message)}
      {reason && (
        <div>
          <IsolatedText>{reason.text}</IsolatedText>
        </div>
      )}
    </Notice>
  );
}
