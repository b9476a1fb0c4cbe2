import { fullNumber } from '../../events/core/format.ts';
import { inMillis } from '../../events/core/time.ts';
import { causesOf } from '../../machines/inspector/events-shown.ts';
import type { Origin, SentEvent } from '../../machines/inspector/history.ts';
import { cx } from '../ui/hooks/class-names.ts';
import { useLocale } from '../ui/strings.ts';
import { useInspectorStrings } from '../ui/strings/inspector.ts';
import { timeOf } from './times.ts';
import styles from './Lanes.module.css';
import type { Inspected } from './use-inspector.ts';

const LANES: readonly Origin[] = ['outside', 'answer', 'actor', 'timer'];

/** Number of marks: more could not be told apart. */
const MARKS = 400;
/** Share of the timeline within which two labels overlap. */
const NEAR = 0.3;

/** Kinds of marks, the topmost last. One path draws all of a kind, because elements cost more. */
const MARKED = ['later', 'mark', 'cause', 'chosen'] as const;
/** A timer is a bar, others are a line without length: its caps are the mark. */
const markAt = (x: number, origin: Origin) => (origin === 'timer' ? `M${x} .15v.7` : `M${x} .5h0`);

/** The last shown events by origin, along their order. A slider over them jumps to any. */
export function Lanes({ events, chosen, at, choose, goLive }: Inspected) {
  const say = useInspectorStrings();
  const locale = useLocale();
  const from = Math.max(0, Math.min(events.length - MARKS, at - MARKS / 2));
  const marked = events.slice(from, from + MARKS);
  const last = marked.length - 1;
  const causes = new Set(chosen && causesOf(chosen));
  const place = (index: number) => `${last > 0 ? (index / last) * 100 : 100}%`;
  const now = Math.max(0, at - from);
  const kindOf = (one: SentEvent, index: number): (typeof MARKED)[number] =>
    one === chosen
      ? 'chosen'
      : causes.has(one)
        ? 'cause'
        : chosen && index > now
          ? 'later'
          : 'mark';
  const paths = Map.groupBy(
    marked.entries(),
    ([index, one]) => `${one.origin} ${kindOf(one, index)}`,
  );
  const [current, newest] = [marked[now], marked.at(-1)];
  return (
    <section className={styles.lanes} aria-label={say.timeline}>
      {LANES.map((origin) => (
        <div key={origin} className={styles.lane}>
          <span className={styles.name}>{say.origin[origin]}</span>
          <svg
            className={cx(styles.marks, styles[origin])}
            viewBox={`0 0 ${Math.max(last, 1)} 1`}
            preserveAspectRatio="none"
            aria-hidden
          >
            {MARKED.map((kind) => (
              <path
                key={kind}
                className={styles[kind]}
                d={(paths.get(`${origin} ${kind}`) ?? [])
                  .map(([index]) => markAt(last > 0 ? index : 1, origin))
                  .join('')}
              />
            ))}
          </svg>
        </div>
      ))}
      <div className={styles.track}>
        <span className={styles.playhead} style={{ insetInlineStart: place(now) }}>
          {current && chosen && (
            <span className={cx(styles.at, now < last / 2 && styles.early)}>
              {timeOf(inMillis(current.at))}
            </span>
          )}
        </span>
      </div>
      <input
        type="range"
        className={styles.slider}
        min={0}
        max={Math.max(last, 0)}
        value={now}
        aria-label={say.scrub}
        aria-valuetext={current && `${fullNumber(from + now + 1, locale)}, ${current.event.type}`}
        onChange={({ currentTarget }) => {
          const one = marked[Number(currentTarget.value)];
          if (!one || (!chosen && Number(currentTarget.value) === last)) goLive();
          else choose(one);
        }}
      />
      {/* the label of the shown event would lie over that of a near end */}
      {marked[0] && !(chosen && now < last * NEAR) && (
        <span className={styles.from}>
          {timeOf(inMillis(marked[0].at))}
          {from > 0 && <span> · {say.earlier(from)}</span>}
        </span>
      )}
      {newest && !(chosen && now > last * (1 - NEAR)) && (
        <span className={styles.until}>{timeOf(inMillis(newest.at))}</span>
      )}
    </section>
  );
}
