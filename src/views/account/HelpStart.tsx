import { useAccount, useAccountActor } from '../app/app-context.ts';
import { Button } from '../app/primitives/Button.tsx';
import { LinkButton } from '../app/primitives/LinkButton.tsx';
import { useStrings } from '../app/strings.ts';
import { useGettingStartedStrings } from '../app/strings/getting-started.ts';
import text from '../app/styles/text.module.css';
import { useActingSoon } from './use-features.ts';
import { useGettingStarted } from './GettingStarted.tsx';
import styles from './HelpStart.module.css';

/** 'Getting started' under Help (ACCOUNT-19); who cannot act yet is shown the way in. */
export function HelpStart() {
  const words = useGettingStartedStrings();
  const account = useAccount();
  const canAct = account !== undefined && account.method !== 'readonly';
  return (
    <section aria-label={words.title}>
      <h2 className={styles.title}>{words.title}</h2>
      <p className={text.muted}>{canAct ? words.help.text : words.help.visitor}</p>
      <div className={styles.acts}>{canAct ? <Opener label={words.help.open} /> : <Ways />}</div>
    </section>
  );
}

function Opener({ label }: { readonly label: string }) {
  const actor = useGettingStarted();
  useActingSoon();
  return (
    <Button icon="list" disabled={!actor} onClick={() => actor?.send({ type: 'start.open' })}>
      {label}
    </Button>
  );
}

function Ways() {
  const { nav } = useStrings().app;
  const owner = useAccountActor();
  return (
    <>
      <LinkButton to="/new">{nav.createAccount}</LinkButton>
      <Button tone="quiet" onClick={() => owner.send({ type: 'account.signIn' })}>
        {nav.signIn}
      </Button>
    </>
  );
}
