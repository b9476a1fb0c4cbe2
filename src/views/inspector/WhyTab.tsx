import { isMachineSnapshot } from 'xstate';
import { inMillis } from '../../events/core/time.ts';
import { readSnapshot } from '../../machines/inspector/actor-rows.ts';
import { changesBy, lastActs, lastChanges } from '../../machines/inspector/events-shown.ts';
import type { Kept, SentEvent } from '../../machines/inspector/history.ts';
import { Icon } from '../ui/display/Icon.tsx';
import { useInspectorStrings } from '../ui/strings/inspector.ts';
import { useSettingsStrings } from '../ui/strings/settings.ts';
import styles from './ActorPane.module.css';
import { innermost } from './chart/chart.ts';
import { reasonWords } from './chart/chart-words.ts';
import { Reads } from './chart/NextWays.tsx';
import { type Refusal, refusalsOf } from './chart/next-ways.ts';
import panes from './Inspector.module.css';
import { timeOf } from './times.ts';
import type { Inspected } from './use-inspector.ts';

/** Why the actor is as it is, and why an act of the user had no effect on it (TOOL-05). */
export function WhyTab({ history, actor, moment, choose }: Inspected) {
  const { why: say, neverChanged } = useInspectorStrings();
  const changes = lastChanges(actor, moment.seq);
  const failed = lastActs(history, actor, moment.seq).flatMap(([event, before]) => {
    const hasLed = history.events.some(({ cause }) => cause === event);
    const found = failureOf(event, before, hasLed);
    return found ? [{ event, ...found }] : [];
  });
  return (
    <>
      <section className={styles.why} aria-label={say.nothing}>
        <h3>{say.nothing}</h3>
        <p className={styles.none}>
          {failed.length === 0 ? say.noneRefused(actor.id) : say.nothingHint(actor.id)}
        </p>
        <ul>
          {failed.map(({ event, refusals, isTaken }) => (
            <li key={event.seq}>
              <Act {...{ event, choose }} />
              {refusals.map((refusal) => (
                <Refused key={refusal.state} {...refusal} />
              ))}
              {refusals.length === 0 && (
                <p className={styles.refused}>{isTaken ? say.unchanged : say.notTaken}</p>
              )}
            </li>
          ))}
        </ul>
      </section>
      <section className={styles.why} aria-label={say.shown}>
        <h3>{say.shown}</h3>
        <p className={styles.none}>
          {changes.length === 0 ? neverChanged : say.shownHint(actor.id)}
        </p>
        <ul>
          {changes.map(({ by, seq, ...kept }) => (
            <li key={seq}>
              <Act
                event={by}
                choose={choose}
                after={[
                  innermost(readSnapshot(kept.snapshot).value).join(', '),
                  changesBy(
                    actor.snapshots.find((one) => one.seq === seq && one.by === by),
                    actor,
                  )
                    .map(({ path }) => path.join('.'))
                    .slice(0, 5)
                    .join(', '),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              />
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** Return why an event did less than its machine could do. Undefined if it did all, or led on. */
function failureOf(event: SentEvent, { snapshot }: Kept, hasLed: boolean) {
  if (!isMachineSnapshot(snapshot) || snapshot.status !== 'active') return undefined;
  const found = refusalsOf(snapshot, event.event);
  return found.refusals.length > 0 || !(event.changed || hasLed) ? found : undefined;
}

interface ActProps {
  readonly event: SentEvent;
  readonly choose: (event: SentEvent) => void;
  readonly after?: string;
}

function Act({ event, choose, after }: ActProps) {
  return (
    <button type="button" className={styles.reason} onClick={() => choose(event)}>
      <bdi className={panes.mono}>{event.event.type}</bdi>
      <span className={panes.count}>{timeOf(inMillis(event.at))}</span>
      {after !== undefined && <bdi className={styles.after}>{after}</bdi>}
    </button>
  );
}

/** The transitions of one state that an event could have caused. */
function Refused({ ways }: Refusal) {
  const { why: say } = useInspectorStrings();
  const { devtools } = useSettingsStrings();
  return ways.map((way) => (
    <div key={JSON.stringify([way.reason, way.to])} className={styles.refused}>
      <Icon name="x" size="s" />
      <bdi>{say.refused(way.to.join(', ') || way.state, reasonWords(way.reason, devtools))}</bdi>
      {way.reads && <Reads {...way.reads} />}
    </div>
  ));
}
