import { use } from 'react';
import styles from './AccountFoot.module.css';
import { Button } from '../../ui/controls/Button.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { cx } from '../../ui/hooks/class-names.ts';
import { ShellContext } from '../../ui/hooks/shell-context.ts';
import { useStrings } from '../../ui/strings.ts';
import { ThemeMenu } from '../../ui/layout/ThemeMenu.tsx';

/** The foot of the navigation: the account in use, or the sign-in button. */
export function AccountFoot() {
  const state = use(ShellContext);
  if (!state) return null;
  if (!state.account) return <Visitor onSignIn={state.onSignIn} />;
  return state.foot ? (
    <state.foot state={state} account={state.account} />
  ) : (
    <div className={styles.foot} />
  );
}

function Visitor({ onSignIn }: { readonly onSignIn: () => void }) {
  const { nav } = useStrings().app;
  return (
    <div className={cx(styles.foot, styles.visitor)}>
      <LinkButton to="/new" icon="user" className={styles.create} aria-label={nav.createAccount}>
        <span className={styles.label}>{nav.createAccount}</span>
      </LinkButton>
      <Button icon="sign-in" className={styles.enter} aria-label={nav.signIn} onClick={onSignIn}>
        <span className={styles.label}>{nav.signIn}</span>
      </Button>
      <ThemeMenu />
    </div>
  );
}
