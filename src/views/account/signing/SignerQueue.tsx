import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { cx } from '../../ui/hooks/class-names.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { useTopModal } from '../../ui/overlays/modals.ts';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { useSignerStrings } from '../../ui/strings/signer.ts';
import text from '../../ui/styles/text.module.css';
import styles from './SignerQueue.module.css';
import type { SessionHandle } from '../session/use-session.ts';
import {
  type SignerHandle,
  signerIntents,
  useSignerQueue,
  useSigningMethod,
  type Waiting,
} from './use-signer.ts';
import { useSay } from '../../ui/strings/own-messages.ts';

/**
 * BEYOND-03: requests that wait for the account's signer, in order with their reasons, once they
 * take longer than a moment.
 */
export function SignerQueue({ session }: { readonly session: SessionHandle }) {
  const { signer, queue } = useSignerQueue(session);
  const modal = useTopModal();
  if (!signer || queue.length === 0) return null;
  // Content behind a modal is unreachable, and the modal may be waiting for a signature.
  const panel = <Panel signer={signer} queue={queue} modal={modal} />;
  return modal ? createPortal(panel, modal) : panel;
}

interface PanelProps {
  readonly signer: SignerHandle;
  readonly queue: readonly Waiting[];
  readonly modal: HTMLElement | undefined;
}

function Panel({ signer, queue, modal }: PanelProps) {
  const words = useSignerStrings();
  const say = useSay();
  const [first] = queue;
  const panel = useFocusLed(() =>
    modal
      ? modal.querySelector<HTMLElement>('textarea, input, button')
      : document.getElementById('main'),
  );
  const next = queue.find(({ prompt }) => prompt === undefined);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className={cx(styles.panel, modal && styles.inModal)}
      aria-label={words.title}
    >
      <News text={`${words.title}: ${first ? say(first.reason) : ''}`} />
      <header className={styles.head}>
        <Icon name="key" />
        <h2 className={styles.title}>{words.title}</h2>
        <span className={styles.count}>{queue.length}</span>
      </header>
      <ol>
        {queue.map((one) => (
          <Row key={one.id} waiting={one} signer={signer} isNext={one === next} />
        ))}
      </ol>
    </section>
  );
}

/** Delay after which the user may request a lost prompt again, in seconds. */
const LONG = 15;

interface RowProps {
  readonly waiting: Waiting;
  readonly signer: SignerHandle;
  readonly isNext: boolean;
}

function Row({ waiting, signer, isNext }: RowProps) {
  const { reason, prompt, waited, challenge } = waiting;
  const words = useSignerStrings();
  const what = useSay()(reason);
  const method = useSigningMethod(signer);
  const isAsked = prompt !== undefined;
  const row = useFocusLed<HTMLLIElement>((box) => box.closest('section'));
  return (
    <li ref={row} className={styles.row}>
      {isAsked ? <Spinner /> : <Icon name="clock" className={text.faint} />}
      <div className={styles.words}>
        <p className={cx(isAsked && text.strong)}>{what}</p>
        <p className={styles.since}>
          {isAsked
            ? words.asked(waited, words.where[method])
            : isNext
              ? words.next
              : words.afterwards}
        </p>
        {challenge !== undefined && (
          <a className={styles.link} href={challenge} target="_blank" rel="noopener noreferrer">
            {words.challenge(new URL(challenge).host)}
            <Icon name="external" size="s" />
          </a>
        )}
      </div>
      <div className={styles.acts}>
        {isAsked && waited >= LONG && method !== 'key' && (
          <Button compact tone="quiet" onClick={() => signerIntents.again(signer, waiting)}>
            {words.again}
          </Button>
        )}
        <Button
          compact
          tone="quiet"
          aria-label={words.cancelOf(what)}
          onClick={() => signerIntents.cancel(signer, waiting)}
        >
          {words.cancel}
        </Button>
      </div>
    </li>
  );
}

/**
 * Announces changes. The live region exists before its text, so that every screen reader announces
 * it.
 */
function News({ text: news }: { readonly text: string }) {
  const words = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (words.current) words.current.textContent = news;
  }, [news]);
  return <p ref={words} className={text.hidden} role="status" />;
}

/**
 * Move the focus when its button is removed: to the next useful element, not to the top of the
 * page. It never takes the focus from elsewhere.
 */
function useFocusLed<Box extends HTMLElement>(find: (box: Box) => HTMLElement | null | undefined) {
  const ref = useRef<Box>(null);
  const lead = useEffectEvent(find);
  useLayoutEffect(() => {
    const box = ref.current;
    return () => {
      if (box?.contains(document.activeElement)) lead(box)?.focus({ preventScroll: true });
    };
  }, []);
  return ref;
}
