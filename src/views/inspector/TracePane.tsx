import { nameOf } from '../../machines/inspector/actor-rows.ts';
import { type Hop, traceOf } from '../../machines/inspector/events-shown.ts';
import type { Origin } from '../../machines/inspector/history.ts';
import { Button } from '../ui/controls/Button.tsx';
import { Icon, type IconName } from '../ui/display/Icon.tsx';
import { cx } from '../ui/hooks/class-names.ts';
import { useInspectorStrings } from '../ui/strings/inspector.ts';
import panes from './Inspector.module.css';
import styles from './TracePane.module.css';
import type { Inspected } from './use-inspector.ts';

const ICONS: Readonly<Record<Origin, IconName>> = {
  outside: 'user',
  answer: 'server',
  actor: 'send',
  timer: 'clock',
};

/** Levels that are set off from each other. */
const MOST_DEPTH = 6;
/** Indentation of the first level and of each further one, in pixels. */
const [INDENT, STEP] = [20, 16];

/** The causes of the chosen event, back to the first one, and its effects (TOOL-05). */
export function TracePane({ history, events, studied: shown, choose, studyNewest }: Inspected) {
  const say = useInspectorStrings();
  const hops = shown ? traceOf(history, shown) : [];
  return (
    <section className={cx(panes.pane, panes.trace)} aria-label={say.pane.trace}>
      <header className={panes.paneHead}>
        <h2>{say.pane.trace}</h2>
        <span className={panes.count}>{say.length(hops.at(-1)?.after ?? 0)}</span>
        {shown !== events.at(-1) && (
          <Button compact tone="quiet" onClick={studyNewest}>
            {say.newest}
          </Button>
        )}
      </header>
      <ol className={styles.hops}>
        {hops.map((hop) => (
          <li key={hop.event.seq}>
            <HopRow hop={hop} isChosen={hop.event === shown} onChoose={() => choose(hop.event)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface HopRowProps {
  readonly hop: Hop;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function HopRow({ hop: { event: one, depth, after }, isChosen, onChoose }: HopRowProps) {
  const say = useInspectorStrings();
  return (
    <button
      type="button"
      className={cx(styles.hop, depth > 0 && styles.effect)}
      style={{ paddingInlineStart: INDENT + Math.min(depth, MOST_DEPTH) * STEP }}
      aria-current={isChosen ? 'step' : undefined}
      onClick={onChoose}
    >
      <span className={styles.sign}>
        <Icon name={ICONS[one.origin]} size="s" label={say.origin[one.origin]} />
      </span>
      <bdi className={styles.type}>{one.event.type}</bdi>
      <span className={styles.after}>+ {say.length(after)}</span>
      <bdi className={styles.to} title={nameOf(one.to)}>
        {nameOf(one.to)}
      </bdi>
    </button>
  );
}
