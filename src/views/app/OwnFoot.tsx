import { useNavigate } from 'react-router';
import styles from './AccountFoot.module.css';
import { AppLink } from './AppLink.tsx';
import { cx } from './class-names.ts';
import { Avatar } from './primitives/Avatar.tsx';
import { IconButton } from './primitives/IconButton.tsx';
import { Isolate } from './primitives/Isolate.tsx';
import { Menu, type MenuEntry } from './primitives/Menu.tsx';
import type { ShellState } from './shell-context.ts';
import { useStrings } from './strings.ts';
import { useFootStrings } from './strings/foot.ts';
import text from './styles/text.module.css';

interface OwnFootProps {
  readonly state: ShellState;
  readonly account: NonNullable<ShellState['account']>;
}

/** The account in use, and what can be done with it and with the others of this browser. */
export function OwnFoot({ state, account }: OwnFootProps) {
  const {
    app: { nav },
    account: { publishing, openMutes },
  } = useStrings();
  const words = useFootStrings();
  const { onLock, onUnlock, onOpenMutes } = state;
  const navigate = useNavigate();
  const entries = (): readonly MenuEntry[] => [
    ...state.others.map(
      ({ pubkey, name }): MenuEntry => ({ label: words.switchTo(name), icon: 'user', onSelect: () => state.onSwitch(pubkey) }),
    ),
    { label: words.addAccount, icon: 'plus', onSelect: state.onSignIn },
    { label: publishing(state.unfinished), icon: 'send', onSelect: () => void navigate('/settings/publishing') },
    ...(onOpenMutes ? [{ label: openMutes, icon: 'eye-off', onSelect: onOpenMutes } satisfies MenuEntry] : []),
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
