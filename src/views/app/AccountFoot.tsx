import { use } from 'react';
import { useNavigate } from 'react-router';
import { AppLink } from './AppLink.tsx';
import styles from './AccountFoot.module.css';
import { cx } from './class-names.ts';
import { Avatar } from './primitives/Avatar.tsx';
import { Button } from './primitives/Button.tsx';
import { IconButton } from './primitives/IconButton.tsx';
import { Isolate } from './primitives/Isolate.tsx';
import { Menu, type MenuEntry } from './primitives/Menu.tsx';
import { ShellContext, type ShellState } from './shell-context.ts';
import { useStrings } from './strings.ts';
import text from './styles/text.module.css';
import { ThemeMenu } from './ThemeMenu.tsx';

/** The foot of the navigation: the account in use, or the way in. */
export function AccountFoot() {
  const state = use(ShellContext);
  if (!state) return null;
  return state.account ? <Account state={state} account={state.account} /> : <Visitor onSignIn={state.onSignIn} />;
}

function Account({ state, account }: { readonly state: ShellState; readonly account: NonNullable<ShellState['account']> }) {
  const { nav } = useStrings().app;
  const words = useStrings().account;
  const { onLock, onUnlock } = state;
  const navigate = useNavigate();
  const entries = (): readonly MenuEntry[] => [
    ...state.others.map(
      ({ pubkey, name }): MenuEntry => ({ label: words.switchTo(name), icon: 'user', onSelect: () => state.onSwitch(pubkey) }),
    ),
    { label: words.addAccount, icon: 'plus', onSelect: state.onSignIn },
    { label: words.publishing(state.unfinished), icon: 'send', onSelect: () => void navigate('/settings/publishing') },
    'line',
    ...(onLock ? [{ label: words.lock, icon: 'lock', onSelect: onLock } satisfies MenuEntry] : []),
    ...(onUnlock ? [{ label: words.unlock, icon: 'key', onSelect: onUnlock } satisfies MenuEntry] : []),
    { label: nav.signOut, icon: 'sign-out', onSelect: state.onSignOut },
  ];
  return (
    <div className={styles.foot}>
      <AppLink to="/profile" className={styles.me} aria-label={`${nav.you}: ${account.name}`}>
        <Avatar pubkey={account.pubkey} name={account.name} src={account.picture} size="s" />
        <span className={styles.words}>
          <Isolate className={cx(text.strong, text.cut, styles.name)}>{account.name}</Isolate>
          <span className={styles.status}>{state.status}</span>
        </span>
      </AppLink>
      <Menu
        label={nav.account}
        entries={entries}
        renderTrigger={(props) => <IconButton {...props} compact icon="more" label={nav.account} className={styles.more} />}
      />
    </div>
  );
}

function Visitor({ onSignIn }: { readonly onSignIn: () => void }) {
  const { nav } = useStrings().app;
  return (
    <div className={styles.foot}>
      <Button icon="sign-in" className={styles.enter} aria-label={nav.signIn} onClick={onSignIn}>
        <span className={styles.label} aria-hidden>
          {nav.signIn}
        </span>
      </Button>
      <ThemeMenu />
    </div>
  );
}
