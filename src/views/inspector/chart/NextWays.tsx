import { isMachineSnapshot } from 'xstate';
import { fieldsBrief } from '../../../machines/inspector/event-brief.ts';
import type { Kept } from '../../../machines/inspector/history.ts';
import { Icon } from '../../ui/display/Icon.tsx';
import { cx } from '../../ui/hooks/class-names.ts';
import { useInspectorStrings } from '../../ui/strings/inspector.ts';
import { useSettingsStrings } from '../../ui/strings/settings.ts';
import pane from '../ActorPane.module.css';
import panes from '../Inspector.module.css';
import type { Inspected } from '../use-inspector.ts';
import { reasonWords } from './chart-words.ts';
import { type GuardReads, matches, type NextWay, nextWays, type Verdict } from './next-ways.ts';
import styles from './NextWays.module.css';

interface NextWaysProps {
  readonly inspected: Inspected;
  readonly kept: Kept | undefined;
}

/** The next possible transitions of the current states, each with the answer of its guard. */
export function NextWays({ inspected: { history, actor, moment }, kept }: NextWaysProps) {
  const { next: say } = useInspectorStrings();
  const snapshot: unknown = kept?.snapshot;
  if (!isMachineSnapshot(snapshot) || snapshot.status !== 'active') return null;
  const ways = nextWays(snapshot, (descriptor) => {
    if (descriptor === '') return kept?.by?.event;
    if (descriptor.startsWith('xstate.after.')) return { type: descriptor };
    return history.events.findLast(
      ({ seq, to, event }) => seq <= moment.seq && to === actor && matches(descriptor, event.type),
    )?.event;
  });
  const states = [...Map.groupBy(ways, ({ state }) => state)];
  return (
    <div className={pane.part}>
      <header className={pane.partHead}>
        <h3>{say.title}</h3>
      </header>
      {states.length === 0 && <p className={pane.none}>{say.nothing}</p>}
      <ul>
        {states.map(([state, own]) => (
          <li key={state} className={styles.state}>
            <bdi className={styles.name}>{state === '' ? say.anywhere : state}</bdi>
            <ul>
              {own.map((way) => (
                <Way key={JSON.stringify([way.reason, way.to])} {...way} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Way({ reason, to, verdict, reads }: NextWay) {
  const { next: say } = useInspectorStrings();
  const { devtools } = useSettingsStrings();
  const why = reasonWords(reason, devtools);
  return (
    <li className={styles.way}>
      <bdi className={panes.mono}>
        {to.length === 0 ? devtools.stays(why) : devtools.leads(why, to.join(', '))}
      </bdi>
      {verdict !== undefined && (
        <span className={cx(styles.verdict, styles[toneOf(verdict)])}>
          <Icon name={ICON[toneOf(verdict)]} size="s" />
          {verdict === 'depends'
            ? say.depends
            : verdict.isSure
              ? say.now(verdict.passes)
              : say.byLast(verdict.passes)}
        </span>
      )}
      {reads && <Reads {...reads} />}
    </li>
  );
}

/** The values that a guard read when it did not hold, and its text behind a press. */
export function Reads({ params, context, source }: GuardReads) {
  const { next: say } = useInspectorStrings();
  const values = params === undefined ? context : [[say.params, params] as const, ...context];
  return (
    <div className={styles.reads}>
      {values.length > 0 && (
        <p>
          {say.reads} <bdi className={panes.mono}>{fieldsBrief(values)}</bdi>
        </p>
      )}
      {source !== undefined && (
        <details>
          <summary>{say.source}</summary>
          <code dir="ltr" className={panes.mono}>
            {source}
          </code>
        </details>
      )}
    </div>
  );
}

const ICON = { passes: 'check', fails: 'x', open: 'help' } as const;

function toneOf(verdict: Verdict): keyof typeof ICON {
  return verdict === 'depends' ? 'open' : verdict.passes ? 'passes' : 'fails';
}
