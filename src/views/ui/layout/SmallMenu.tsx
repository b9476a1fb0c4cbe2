import { use } from 'react';
import { cx } from '../hooks/class-names.ts';
import { Avatar } from '../display/Avatar.tsx';
import { UnfinishedDot } from '../display/Badge.tsx';
import { Icon } from '../display/Icon.tsx';
import { MenuButton } from '../controls/Menu.tsx';
import { lazyPart } from '../overlays/lazy-part.tsx';
import { ShellContext } from '../hooks/shell-context.ts';
import styles from './SmallMenu.module.css';
import { useStrings } from '../strings.ts';

export const SmallMenuBox = lazyPart(
  () => import('./menu-boxes.tsx').then((code) => code.SmallMenuBox),
  { close: ({ hide }) => hide() },
);

/**
 * In the header of small screens: the account's avatar with a menu. It has the places that do not
 * fit into the bar, and the account's actions.
 */
export function SmallMenu({ className }: { readonly className?: string | undefined }) {
  const strings = useStrings();
  const state = use(ShellContext);
  if (!state) return null;
  const { nav } = strings.app;
  const { account } = state;
  const unfinished = state.unfinished > 0 ? strings.account.publishing(state.unfinished) : '';
  return (
    <MenuButton
      label={nav.menu}
      align="start"
      renderBox={(menu) => <SmallMenuBox {...menu} state={state} />}
      renderTrigger={(props) => (
        <button
          {...props}
          type="button"
          aria-label={unfinished === '' ? nav.menu : `${nav.menu}. ${unfinished}`}
          className={cx(styles.button, className)}
        >
          {account ? (
            <Avatar pubkey={account.pubkey} name={account.name} src={account.picture} size="s" />
          ) : (
            <Icon name="menu" size="l" />
          )}
          {unfinished !== '' && <UnfinishedDot className={styles.dot} />}
        </button>
      )}
    />
  );
}
