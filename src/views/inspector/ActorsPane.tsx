import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { type ActorRow, nameOf, readSnapshot } from '../../machines/inspector/actor-rows.ts';
import type { ActorRecord } from '../../machines/inspector/history.ts';
import { Icon } from '../ui/display/Icon.tsx';
import { StatusLight } from '../ui/display/StatusLight.tsx';
import { cx } from '../ui/hooks/class-names.ts';
import { useInspectorStrings } from '../ui/strings/inspector.ts';
import { innermost } from './chart/chart.ts';
import styles from './ActorsPane.module.css';
import panes from './Inspector.module.css';
import { FindField } from './FindField.tsx';
import type { Inspected } from './use-inspector.ts';

/** Indentation of a child under its parent, in pixels. */
const STEP = 12;

interface ActorsPaneProps extends Inspected {
  /** The actors to list. Undefined: all. */
  readonly only: readonly ActorRecord[] | undefined;
  /** Above the list. */
  readonly children?: ReactNode;
}

/** The actors of the moment, as a tree. */
export function ActorsPane({ rows, actor, chooseActor, only, children }: ActorsPaneProps) {
  const say = useInspectorStrings();
  const id = useId();
  const [wanted, setWanted] = useState('');
  const text = wanted.trim().toLowerCase();
  const shown = rows.filter(
    (row) => (only?.includes(row.record) ?? true) && (text === '' || wordsOf(row).includes(text)),
  );
  const at = shown.findIndex(({ record }) => record === actor);
  const rowId = (row: ActorRow) =>
    `${id} ${row.record.born.seq} ${nameOf(row.record)}`.replaceAll(' ', '-');
  const keys = (event: KeyboardEvent) => {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const next = nextRow(isRtl ? (MIRRORED[event.key] ?? event.key) : event.key, shown, at);
    if (!next) return;
    event.preventDefault();
    chooseActor(next.record);
  };
  const current = shown[at];
  const currentId = current && rowId(current);
  const tree = useRef<HTMLDivElement>(null);
  // also if an event, a jump or a restart chose it
  useEffect(() => {
    const box = tree.current;
    const chosen = currentId === undefined ? null : box?.ownerDocument.getElementById(currentId);
    if (!box || !chosen) return;
    const below = chosen.offsetTop + chosen.offsetHeight - box.clientHeight;
    box.scrollTop = Math.min(chosen.offsetTop, Math.max(below, box.scrollTop));
  }, [currentId, tree]);
  return (
    <section className={cx(panes.pane, panes.actors)} aria-label={say.pane.actors}>
      <header className={panes.paneHead}>
        <h2>{say.pane.actors}</h2>
        <span className={panes.count}>
          {say.running(rows.filter(({ state }) => state === 'running').length)}
        </span>
      </header>
      {children}
      <FindField label={say.findActor} text={wanted} onFind={setWanted} />
      <div
        ref={tree}
        role="tree"
        className={styles.tree}
        tabIndex={0}
        aria-label={say.pane.actors}
        aria-activedescendant={currentId}
        onKeyDown={keys}
      >
        {shown.map((row) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the tree has the keys
          <div
            key={rowId(row)}
            id={rowId(row)}
            role="treeitem"
            tabIndex={-1}
            aria-level={row.depth + 1}
            aria-selected={row.record === actor}
            className={cx(styles.row, row.state !== 'running' && styles.ended)}
            style={{ paddingInlineStart: 20 + row.depth * STEP }}
            onClick={() => chooseActor(row.record)}
          >
            <Actor row={row} />
          </div>
        ))}
      </div>
    </section>
  );
}

function Actor({ row }: { readonly row: ActorRow }) {
  const say = useInspectorStrings();
  const { record, state, age, waiting, deadlines, crashes } = row;
  const next = deadlines[0];
  return (
    <>
      <StatusLight state={LIGHTS[state]} />
      <bdi className={styles.id}>{record.id}</bdi>
      <span className={styles.age}>
        {state === 'running'
          ? record.born.seq === 0
            ? say.over(age)
            : say.length(age)
          : say.ended[state]}
      </span>
      <span className={styles.more}>
        <bdi className={styles.states}>{statesOf(row).join(', ')}</bdi>
        {next && (
          <span className={styles.due} title={say.deadlines(deadlines.length)}>
            <Icon name="clock" size="s" />
            {say.dueIn(next.left)}
          </span>
        )}
      </span>
      {(waiting.length > 0 || crashes > 0) && (
        <span className={styles.note}>
          {waiting.length > 0 && (
            <bdi>{say.waiting(waiting.length, waiting[0]?.event.type ?? '')}</bdi>
          )}
          {crashes > 0 && <span className={styles.crashed}>{say.crashed(crashes)}</span>}
        </span>
      )}
    </>
  );
}

const LIGHTS = { running: 'online', done: 'paused', failed: 'failed' } as const;

function statesOf({ kept }: ActorRow): readonly string[] {
  return innermost(readSnapshot(kept?.snapshot).value);
}

function wordsOf(row: ActorRow): string {
  return [nameOf(row.record), ...statesOf(row)].join(' ').toLowerCase();
}

/** Keys of a page that is read from right to left. */
const MIRRORED: Readonly<Record<string, string>> = {
  ArrowLeft: 'ArrowRight',
  ArrowRight: 'ArrowLeft',
};

/** Return the row that a key leads to: up, down, the ends, the parent, the first child. */
function nextRow(key: string, rows: readonly ActorRow[], at: number): ActorRow | undefined {
  const row = rows[at];
  if (key === 'ArrowDown') return rows[at + 1];
  if (key === 'ArrowUp') return rows[at - 1];
  if (key === 'Home') return rows[0];
  if (key === 'End') return rows.at(-1);
  if (key === 'ArrowLeft') return rows.find(({ record }) => record === row?.record.parent);
  if (key === 'ArrowRight') return rows.find(({ record }) => record.parent === row?.record);
  return undefined;
}
