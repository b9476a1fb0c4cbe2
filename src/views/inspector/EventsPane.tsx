import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { inMillis } from '../../events/core/time.ts';
import { nameOf, since } from '../../machines/inspector/actor-rows.ts';
import type { SentEvent } from '../../machines/inspector/history.ts';
import { Button } from '../ui/controls/Button.tsx';
import { cx } from '../ui/hooks/class-names.ts';
import { useInspectorStrings } from '../ui/strings/inspector.ts';
import styles from './EventsPane.module.css';
import panes from './Inspector.module.css';
import { timeOf } from './times.ts';
import type { Inspected } from './use-inspector.ts';

/** Height of a row in pixels, as in the style sheet. */
const ROW = 48;
/** Rows that are drawn above and below the visible ones. */
const AROUND = 10;

/** Every event that passes the filter, the oldest first. */
export function EventsPane({
  isSequence,
  onSequence,
  ...inspected
}: Inspected & { readonly isSequence: boolean; readonly onSequence: () => void }) {
  const say = useInspectorStrings();
  const { events, clear } = inspected;
  return (
    <section className={cx(panes.pane, panes.events)} aria-label={say.pane.events}>
      <header className={cx(panes.paneHead, styles.head)}>
        <h2>{say.pane.events}</h2>
        <span className={panes.count}>{say.events(events.length)}</span>
        <Button compact tone="quiet" aria-pressed={isSequence} onClick={onSequence}>
          {say.sequence}
        </Button>
        <Button compact tone="quiet" onClick={clear}>
          {say.clear}
        </Button>
      </header>
      <Filters {...inspected} />
      <List {...inspected} />
    </section>
  );
}

function Filters({ filter, setFilter, types, actor }: Inspected) {
  const say = useInspectorStrings();
  return (
    <div className={styles.filters}>
      <input
        type="search"
        className={panes.search}
        aria-label={say.findEvent}
        placeholder={say.findEvent}
        value={filter.text}
        onChange={({ currentTarget }) => setFilter({ text: currentTarget.value })}
      />
      <select
        className={styles.types}
        aria-label={say.type}
        value={filter.type}
        onChange={({ currentTarget }) => setFilter({ type: currentTarget.value })}
      >
        <option value="">{say.allTypes}</option>
        {types.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </select>
      <Check
        label={say.onlyActor(actor.id)}
        on={filter.actor !== undefined}
        onChange={(on) => setFilter({ actor: on ? actor : undefined })}
      />
      <Check
        label={say.onlyOutside}
        on={filter.onlyOutside}
        onChange={(onlyOutside) => setFilter({ onlyOutside })}
      />
      <Check
        label={say.onlyEffect}
        on={filter.onlyEffect}
        onChange={(onlyEffect) => setFilter({ onlyEffect })}
      />
    </div>
  );
}

interface CheckProps {
  readonly label: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}

function Check({ label, on, onChange }: CheckProps) {
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={on}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <bdi>{label}</bdi>
    </label>
  );
}

/** Draws only the rows in sight. Follows the end while nothing is chosen. */
function List({ events, chosen, at, choose, step }: Inspected) {
  const say = useInspectorStrings();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [{ top, height }, setSight] = useState({ top: 0, height: 960 });
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    const [above, below] = [at * ROW, (at + 1) * ROW - box.clientHeight];
    if (box.scrollTop > above) box.scrollTop = above;
    if (box.scrollTop < below) box.scrollTop = below;
  }, [at]);
  const keys = (event: KeyboardEvent) => {
    const by = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: 10,
      PageUp: -10,
      Home: -Infinity,
      End: Infinity,
    };
    const way = Object.entries(by).find(([key]) => key === event.key)?.[1];
    if (way === undefined) return;
    event.preventDefault();
    step(way);
  };
  // a list that became shorter is drawn before its scroll event
  const highest = Math.min(top, Math.max(0, events.length * ROW - height));
  const first = Math.max(0, Math.floor(highest / ROW) - AROUND);
  const count = Math.ceil(height / ROW) + 2 * AROUND;
  return (
    <div
      ref={list}
      role="listbox"
      tabIndex={0}
      className={styles.list}
      aria-label={say.pane.events}
      aria-activedescendant={chosen && `${id}-${chosen.seq}`}
      onKeyDown={keys}
      onScroll={({ currentTarget: { scrollTop, clientHeight } }) =>
        setSight({ top: scrollTop, height: clientHeight })
      }
    >
      <div className={styles.all} style={{ height: events.length * ROW }}>
        {events.slice(first, first + count).map((one, place) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list has the keys
          <div
            key={one.seq}
            id={`${id}-${one.seq}`}
            role="option"
            tabIndex={-1}
            aria-selected={one === chosen}
            className={cx(styles.row, !one.changed && styles.idle)}
            style={{ top: (first + place) * ROW }}
            onClick={() => choose(one)}
          >
            <Row one={one} />
          </div>
        ))}
      </div>
    </div>
  );
}

function Row({ one }: { readonly one: SentEvent }) {
  const say = useInspectorStrings();
  const { from, to, event, at, settled, microsteps, origin } = one;
  return (
    <>
      <bdi className={styles.type}>{event.type}</bdi>
      <span className={styles.time}>{timeOf(inMillis(at))}</span>
      <span className={styles.way}>
        <bdi>{origin === 'outside' || !from ? say.origin[origin] : nameOf(from)}</bdi>
        <span aria-hidden> → </span>
        <bdi>{nameOf(to)}</bdi>
      </span>
      <span className={styles.cost}>
        {microsteps.length > 1 && say.microsteps(microsteps.length)}{' '}
        {settled ? say.length(since(at, settled.at)) : say.unsettled}
      </span>
    </>
  );
}
