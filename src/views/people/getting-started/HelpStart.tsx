import { canAct } from '../../../events/account/account.ts';
import { useAccount } from '../../ui/hooks/app-context.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { useStrings } from '../../ui/strings.ts';
import { useGettingStartedStrings } from '../../ui/strings/getting-started.ts';
import text from '../../ui/styles/text.module.css';
import { useActingSoon } from '../../account/use-features.ts';
import { gettingStartedIntents, useGettingStarted } from './use-getting-started.ts';
import { useSignIn } from '../../account/session/use-session.ts';
import styles from './HelpStart.module.css';

/** 'Getting started' under Help (ACCOUNT-19). Users who cannot act yet see the sign-in. */
export function HelpStart() {
  const words = useGettingStartedStrings();
  const account = useAccount();
  return (
    <section aria-label={words.title}>
      <h2 className={styles.title}>{words.title}</h2>
      <p className={text.muted}>{canAct(account) ? words.help.text : words.help.visitor}</p>
      <div className={styles.acts}>
        {canAct(account) ? <Opener label={words.help.open} /> : <Ways />}
      </div>
    </section>
  );
}

function Opener({ label }: { readonly label: string }) {
  const start = useGettingStarted();
  useActingSoon();
  return (
    <Button
      icon="list"
      disabled={!start}
      onClick={() => start && gettingStartedIntents.open(start)}
    >
      {label}
    </Button>
  );
}

function Ways() {
  const { nav } = useStrings().app;
  const signIn = useSignIn();
  return (
    <>
      <LinkButton to="/new">{nav.createAccount}</LinkButton>
      <Button tone="quiet" onClick={signIn}>
        {nav.signIn}
      </Button>
    </>
  );
}
