import { use } from 'react';
import { useNavigate } from 'react-router';
import { barCount } from '../../events/app/format.ts';
import type { VerifiedEvent } from '../../events/event.ts';
import { getRow } from '../../events/table.ts';
import { useFacts } from '../app/app-context.ts';
import { cx } from '../app/class-names.ts';
import { Icon, type IconName } from '../app/primitives/Icon.tsx';
import { ShellContext } from '../app/shell-context.ts';
import { useStrings } from '../app/strings.ts';
import styles from './ActionBar.module.css';
import { noteTarget } from './note-link.ts';
import { useOwnActs } from './own-acts.ts';

/** Reply, zap, like, repost, bookmark in cells that never move (NOTE-01, look.md). Counts are the service's claim; zero shows no number. */
export function ActionBar({ event }: { readonly event: VerifiedEvent }) {
  const { note, account, money } = useStrings();
  const shell = use(ShellContext);
  const navigate = useNavigate();
  const stats = useFacts((facts) => getRow(facts.stats, event.id));
  const { own, isLiked, isNew, like } = useOwnActs(event);
  const refuse = (reason: string) => () => shell?.onRefused(reason);
  return (
    <div className={styles.actions} role="group" aria-label={note.actions}>
      <Act icon="reply" label={note.reply} count={stats?.replies} done={own?.replied} onPress={() => void navigate(noteTarget(event))} />
      <Act
        icon="zap"
        label={note.zap}
        count={stats?.satszapped}
        done={own?.zapped}
        tone={styles.zapped}
        onPress={refuse(money.signInNeeded)}
      />
      <Act
        icon="like"
        label={note.like}
        count={(stats?.likes ?? 0) + (isNew ? 1 : 0)}
        done={isLiked}
        tone={styles.liked}
        onPress={isLiked ? undefined : (like ?? refuse(account.signInNeeded))}
      />
      <Act
        icon="repost"
        label={note.repost}
        count={stats?.reposts}
        done={own?.reposted}
        tone={styles.reposted}
        onPress={refuse(account.signInNeeded)}
      />
      <Act icon="bookmark" label={note.bookmark} onPress={refuse(account.signInNeeded)} />
    </div>
  );
}

interface ActProps {
  readonly icon: IconName;
  readonly label: string;
  readonly count?: number | undefined;
  readonly done?: boolean | undefined;
  readonly tone?: string | undefined;
  /** Undefined: it is done. */
  readonly onPress: (() => void) | undefined;
}

function Act({ icon, label, count = 0, done = false, tone, onPress }: ActProps) {
  const shown = barCount(count);
  return (
    <button
      type="button"
      className={cx(styles.act, done && tone)}
      aria-pressed={done}
      aria-label={shown === '' ? label : `${label}, ${shown}`}
      onClick={onPress}
    >
      <Icon name={icon} className={styles.icon} />
      <span>{shown}</span>
    </button>
  );
}
