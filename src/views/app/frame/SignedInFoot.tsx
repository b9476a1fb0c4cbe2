import styles from './AccountFoot.module.css';
import type { Account } from '../../../events/account/account.ts';
import { PeopleNames } from '../../account/profile/PeopleNames.tsx';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { cx } from '../../ui/hooks/class-names.ts';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { UnfinishedDot } from '../../ui/display/Badge.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { Menu, type MenuEntry } from '../../ui/controls/Menu.tsx';
import type { ShellState } from '../../ui/hooks/shell-context.ts';
import { type Language, useLanguage, useStrings, wordsIn } from '../../ui/strings.ts';
import { english } from '../../ui/strings/english.ts';
import { accountMenuWords } from '../../ui/strings/account-menu.ts';
import text from '../../ui/styles/text.module.css';
import { useNavigate } from '../../ui/navigation/use-navigate.ts';
import type { Lock } from '../use-current-user.ts';

interface OwnFootProps {
  readonly state: ShellState;
  readonly account: NonNullable<ShellState['account']>;
}

/** Menu actions for the account in use and for the others of this browser. */
export function accountEntries(
  state: ShellState,
  language: Language,
  go: (path: string) => void,
): readonly MenuEntry[] {
  const words = accountMenuWords(language);
  const strings = wordsIn(language, 'main', english);
  const { onLock, onUnlock, onOpenMutes } = state;
  return [
    ...(state.isUnconfirmed
      ? [
          {
            label: words.unconfirmedLists,
            icon: 'clock',
            disabled: true,
            onSelect: () => undefined,
          } satisfies MenuEntry,
        ]
      : []),
    ...state.others.map(
      ({ pubkey, name }): MenuEntry => ({
        label: words.switchTo(name),
        icon: 'user',
        // the session loads after the frame, and would otherwise seem to have lost the account
        late: pubkey,
        onSelect: () => state.onSwitch(pubkey),
      }),
    ),
    { label: words.addAccount, icon: 'plus', onSelect: state.onSignIn },
    {
      label: strings.account.publishing(state.unfinished),
      icon: 'send',
      onSelect: () => go('/settings/publishing'),
    },
    { label: words.membership, icon: 'verified-here', onSelect: () => go('/premium') },
    ...(onOpenMutes
      ? [{ label: words.openMutes, icon: 'eye-off', onSelect: onOpenMutes } satisfies MenuEntry]
      : []),
    'line',
    ...(onLock ? [{ label: words.lock, icon: 'lock', onSelect: onLock } satisfies MenuEntry] : []),
    // an open menu keeps its entries: this one is listed from the beginning, and enabled once the
    // session is loaded
    ...(onUnlock
      ? [
          {
            label: words.unlock,
            icon: 'key',
            onSelect: onUnlock,
            disabled: state.canUnlock === false,
          } satisfies MenuEntry,
        ]
      : []),
    { label: words.signOut, icon: 'sign-out', onSelect: state.onSignOut },
  ];
}

export function OwnFoot({ state, account }: OwnFootProps) {
  const language = useLanguage();
  const strings = useStrings();
  const navigate = useNavigate();
  const words = accountMenuWords(language);
  const me = `${words.you}: ${account.name}`;
  const unfinished = state.unfinished > 0 ? strings.account.publishing(state.unfinished) : '';
  const label = [me, unfinished, state.isUnconfirmed ? words.unconfirmedWhy : '']
    .filter((part) => part !== '')
    .join('. ');
  const entries = () => accountEntries(state, language, (path) => navigate(path));
  return (
    <div className={styles.foot}>
      {state.others.length > 0 && <PeopleNames people={state.others.map(({ pubkey }) => pubkey)} />}
      <AppLink to="/profile" className={styles.me} aria-label={label}>
        <span className={styles.face}>
          <Avatar pubkey={account.pubkey} name={account.name} src={account.picture} size="s" />
          {unfinished !== '' && <UnfinishedDot className={styles.dot} />}
          {unfinished === '' && state.isUnconfirmed && (
            <span className={cx(styles.dot, styles.ring)} title={words.unconfirmedWhy} />
          )}
        </span>
        <span className={styles.words}>
          <IsolatedText className={cx(text.strong, text.cut, styles.name)}>
            {account.name}
          </IsolatedText>
          <span className={styles.status}>{state.status && words.status[state.status]}</span>
        </span>
      </AppLink>
      <Menu
        label={words.menu}
        entries={entries}
        renderTrigger={(props) => <IconButton {...props} compact icon="more" label={words.menu} />}
      />
    </div>
  );
}

/**
 * The status of this account: it is read-only, its key waits for a PIN, or it is ready. A
 * key without a PIN opens by itself when it is needed.
 */
export function statusOf({ method }: Account, lock: Lock): ShellState['status'] {
  if (method === 'readonly') return 'readsOnly';
  return lock && lock !== 'open' ? 'locked' : 'ready';
}
