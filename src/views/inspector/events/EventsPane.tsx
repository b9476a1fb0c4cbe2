import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { fullNumber } from '../../../events/core/format.ts';
import { inMillis } from '../../../events/core/time.ts';
import { nameOf, since } from '../../../machines/inspector/actor-rows.ts';
import { payloadBrief } from '../../../machines/inspector/event-brief.ts';
import type { SentEvent } from '../../../machines/inspector/history.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { cx } from '../../ui/hooks/class-names.ts';
import { useLocale } from '../../ui/strings.ts';
import { useInspectorStrings } from '../../ui/strings/inspector.ts';
import { EventFilters } from './EventFilters.tsx';
import { EventMenu } from './EventMenu.tsx';
import styles from './EventsPane.module.css';
import panes from '../Inspector.module.css';
import { timeOf } from '../times.ts';
import type { Inspected } from '../use-inspector.ts';

/** Height of a row in pixels, as in the style sheet. */
const ROW = 40;
/** Height of the menu of a row in pixels, at most. */
const MENU = 130;
/** Rows that are drawn above and below the visible ones, and above the end of the list. */
const [AROUND, ABOVE_END] = [10, 2];
/** Height of the list in pixels until it is known. */
const HEIGHT = 960;

/** The event whose menu is open, and its place in the pane. */
interface MenuOf {
  readonly event: SentEvent;
  readonly top: number;
}

/** Every event that passes the filter, the oldest first. */
export function EventsPane({
  isSequence,
  onSequence,
  ...inspected
}: Inspected & { readonly isSequence: boolean; readonly onSequence: () => void }) {
  const say = useInspectorStrings();
  const locale = useLocale();
  const pane = useRef<HTMLElement>(null);
  const [menu, setMenu] = useState<MenuOf>();
  const { events, clear, chosen } = inspected;
  const open = (event: SentEvent, at: Element) => {
    const [inner, outer] = [at.getBoundingClientRect(), pane.current?.getBoundingClientRect()];
    // inside the pane, which would scroll to it
    const lowest = (outer?.height ?? 0) - MENU;
    setMenu({ event, top: Math.max(0, Math.min(inner.bottom - (outer?.top ?? 0), lowest)) });
  };
  const close = () => {
    setMenu(undefined);
    pane.current?.querySelector<HTMLElement>('[role=listbox]')?.focus();
  };
  return (
    <section
      ref={pane}
      className={cx(panes.pane, panes.events, styles.pane)}
      aria-label={say.pane.events}
    >
      <header className={cx(panes.paneHead, styles.head)}>
        <h2>{say.pane.events}</h2>
        <span className={panes.count} title={say.events(events.length)}>
          {fullNumber(events.length, locale)}
        </span>
        {chosen && (
          <IconButton
            compact
            icon="more"
            label={say.menuOf(chosen.event.type)}
            aria-haspopup="menu"
            aria-expanded={menu !== undefined}
            onClick={({ currentTarget }) => open(chosen, currentTarget)}
          />
        )}
        <Button compact tone="quiet" aria-pressed={isSequence} onClick={onSequence}>
          {say.sequence}
        </Button>
        <Button compact tone="quiet" onClick={clear}>
          {say.clear}
        </Button>
      </header>
      <EventFilters {...inspected} />
      <List {...inspected} onMenu={open} />
      {menu && <EventMenu {...inspected} {...menu} onClose={close} />}
    </section>
  );
}

/** The visible part of the list, in pixels, and the place that it was scrolled to. */
interface Sight {
  readonly top: number;
  readonly height: number;
  readonly at: number | undefined;
}

/** Return the least scrolled position in which a row is visible. */
function topFor(at: number, { top, height }: Pick<Sight, 'top' | 'height'>): number {
  return Math.max(0, Math.max(Math.min(top, at * ROW), (at + 1) * ROW - height));
}

/** Draws only the rows in sight. Follows the end while nothing is chosen. */
function List({
  events,
  chosen,
  at,
  choose,
  step,
  onMenu,
}: Inspected & { readonly onMenu: (event: SentEvent, at: Element) => void }) {
  const say = useInspectorStrings();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [sight, setSight] = useState<Sight>({ top: 0, height: HEIGHT, at: undefined });
  const { top, height } = sight;
  // in the same drawing, because the inspected tab waits for each
  if (sight.at !== at) setSight({ top: topFor(at, sight), height, at });
  useLayoutEffect(() => {
    const box = list.current;
    if (box) box.scrollTop = topFor(at, { top: box.scrollTop, height: box.clientHeight });
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
  const end = Math.max(0, events.length * ROW - height);
  const around = top < end ? AROUND : ABOVE_END;
  const first = Math.max(0, Math.floor(Math.min(top, end) / ROW) - around);
  const count = Math.ceil(height / ROW) + 2 * around;
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
        setSight((before) =>
          before.top === scrollTop && before.height === clientHeight
            ? before
            : { ...before, top: scrollTop, height: clientHeight },
        )
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
            title={`${one.origin === 'outside' || !one.from ? say.origin[one.origin] : nameOf(one.from)} → ${nameOf(one.to)}`}
            onClick={() => choose(one)}
            onContextMenu={(event) => {
              event.preventDefault();
              choose(one);
              onMenu(one, event.currentTarget);
            }}
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
      <span className={styles.what}>
        <bdi className={styles.type}>{event.type}</bdi>
        <bdi className={styles.payload}>{payloadBrief(event)}</bdi>
      </span>
      <span className={styles.time}>{timeOf(inMillis(at))}</span>
      <span className={styles.way}>
        <bdi className={styles.from}>
          {origin === 'outside' || !from ? say.origin[origin] : from.id}
        </bdi>
        <span aria-hidden> → </span>
        {to.path.length > 1 && <bdi className={styles.owner}>{to.path.slice(0, -1).join('/')}</bdi>}
        {to.path.length > 1 && '/'}
        <bdi className={styles.to}>{to.id}</bdi>
      </span>
      <span className={styles.cost}>
        {microsteps.length > 1 && say.microsteps(microsteps.length)}{' '}
        {settled ? say.length(since(at, settled.at)) : say.unsettled}
      </span>
    </>
  );
}
