import { useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../ui/controls/Button.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { useStrings } from '../../ui/strings.ts';
import { useWelcomeStrings } from '../../ui/strings/welcome.ts';
import { useSignIn } from './use-session.ts';
import styles from './Welcome.module.css';

let isDismissed = false;
const listeners = new Set<() => void>();

/**
 * For visitors on Home: the name, a line about the app, and the two ways to an account. In the side
 * column, or in a strip over the end of narrower screens until it is dismissed.
 */
export function Welcome() {
  const { action } = useStrings().app;
  const isGone = useSyncExternalStore(subscribe, () => isDismissed);
  return (
    <>
      <section className={styles.side} aria-labelledby="welcome">
        <Words id="welcome" />
      </section>
      {!isGone &&
        createPortal(
          <section className={styles.strip} aria-labelledby="welcome-strip">
            <Words id="welcome-strip" />
            <IconButton icon="x" label={action.close} className={styles.close} onClick={dismiss} />
          </section>,
          document.body,
        )}
    </>
  );
}

function Words({ id }: { readonly id: string }) {
  const { nav } = useStrings().app;
  const words = useWelcomeStrings();
  const signIn = useSignIn();
  return (
    <>
      <h2 id={id} className={styles.title}>
        {words.title}
      </h2>
      <p className={styles.text}>{words.text}</p>
      <div className={styles.acts}>
        <LinkButton to="/new" tone="primary">
          {nav.createAccount}
        </LinkButton>
        <Button onClick={signIn}>{nav.signIn}</Button>
      </div>
    </>
  );
}

function dismiss(): void {
  isDismissed = true;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
