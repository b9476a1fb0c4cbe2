import { type ComponentProps, type MouseEvent, type ReactNode, use } from 'react';
import { barCount } from '../../../events/core/format.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Icon, type IconName } from '../../ui/display/Icon.tsx';
import { ShellContext } from '../../ui/hooks/shell-context.ts';
import type { EarlyAct } from './early-acts.ts';
import { useLocale, useStrings } from '../../ui/strings.ts';
import styles from './ActionBar.module.css';

export interface ActionBarProps {
  readonly event: VerifiedEvent;
  /** On a row of a page: the reposts that brought it there. */
  readonly reposts?: readonly string[];
}

/**
 * Reply, zap, like, repost, bookmark in cells of fixed position (NOTE-01, look.md). The service claims the counts. Zero shows no number.
 */
export function ActionBar(props: ActionBarProps) {
  const shell = use(ShellContext);
  return shell?.own ? <shell.own.ActionBar {...props} /> : <VisitorBar event={props.event} />;
}

/**
 * The bar for a visitor, who has no actions of their own (FEED-08). A signed-in user sees it while the code of the actions loads. Their
 * presses are kept and run afterwards.
 */
function VisitorBar({ event }: { readonly event: VerifiedEvent }) {
  const { note } = useStrings();
  const shell = use(ShellContext);
  const stats = useFacts((facts) => getRow(facts.stats, event.id));
  const press = (act: EarlyAct) => () => shell?.onEarly(act, event);
  return (
    <ActBar>
      <Act icon="reply" label={note.reply} count={stats?.replies} onPress={press('reply')} />
      <Act icon="zap" label={note.zap} count={stats?.satszapped} onPress={press('zap')} />
      <Act icon="like" label={note.like} count={stats?.likes} onPress={press('like')} />
      <Act icon="repost" label={note.repost} count={stats?.reposts} onPress={press('repost')} />
      <Act icon="bookmark" label={note.bookmark} onPress={press('bookmark')} />
    </ActBar>
  );
}

/** The row of cells, each an `<Act>`. */
export function ActBar({ children }: { readonly children: ReactNode }) {
  const { note } = useStrings();
  return (
    <div className={styles.actions} role="group" aria-label={note.actions}>
      {children}
    </div>
  );
}

interface ActProps extends Omit<ComponentProps<'button'>, 'onClick'> {
  readonly icon: IconName;
  readonly label: string;
  readonly count?: number | undefined;
  readonly done?: boolean | undefined;
  readonly busy?: boolean | undefined;
  readonly tone?: 'zapped' | 'liked' | 'reposted' | 'bookmarked';
  /** `undefined` if the action is done. */
  readonly onPress?: ((press: MouseEvent) => void) | undefined;
  readonly onClick?: ((press: MouseEvent) => void) | undefined;
}

/** One action: its icon and its count. */
export function Act({ icon, label, count = 0, done = false, busy = false, tone, onPress, onClick = onPress, ...rest }: ActProps) {
  const locale = useLocale();
  const shown = barCount(count, locale);
  return (
    <button
      type="button"
      data-act={icon}
      aria-pressed={done}
      {...rest}
      className={cx(styles.act, done && tone && styles[tone])}
      aria-busy={busy || undefined}
      aria-label={shown === '' ? label : `${label}, ${shown}`}
      onClick={onClick}
    >
      <Icon name={icon} className={styles.icon} />
      {shown !== '' && <span>{shown}</span>}
    </button>
  );
}
