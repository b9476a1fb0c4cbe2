import { use } from 'react';
import styles from './AccountFoot.module.css';
import { Button } from '../../ui/controls/Button.tsx';
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
    <div className={styles.foot}>
      <Button icon="sign-in" className={styles.enter} aria-label={nav.signIn} onClick={onSignIn}>
        <span className={styles.label}>{nav.signIn}</span>
      </Button>
      <ThemeMenu />
    </div>
  );
}
