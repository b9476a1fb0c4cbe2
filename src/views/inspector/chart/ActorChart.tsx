import { useId, useLayoutEffect, useMemo, useRef } from 'react';
import type { AnyStateMachine } from 'xstate';
import { cx } from '../../ui/hooks/class-names.ts';
import { useSettingsStrings } from '../../ui/strings/settings.ts';
import styles from './ActorChart.module.css';
import { activeKeys, type Chart, chartOf, innermost } from './chart.ts';
import {
  type Arrow,
  type Box,
  type Drawing,
  layoutChart,
  LINE,
  PAD,
  type Point,
} from './chart-layout.ts';
import { chartWords, stateLines } from './chart-words.ts';

interface ActorChartProps {
  readonly name: string;
  readonly machine: AnyStateMachine;
  /** The value of the machine's snapshot. */
  readonly value: unknown;
}

/** From the top of a line to its baseline. */
const BASE = 12;

/** The chart of a machine with its active states marked, and the same in words (TOOL-01). */
export function ActorChart({ name, machine, value }: ActorChartProps) {
  const say = useSettingsStrings().devtools;
  const [chart, drawing] = useMemo(() => {
    const made = chartOf(machine);
    return [made, layoutChart(made, chartWords(made, say))] as const;
  }, [machine, say]);
  const current = innermost(value);
  const view = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const marked = view.current?.querySelector('[data-current]');
    if (view.current && marked)
      view.current.scrollLeft = middleOf(marked) - middleOf(view.current) + view.current.scrollLeft;
  }, []);
  const states = (current.length > 0 ? current : [machine.id]).join(', ');
  return (
    <div className={styles.panel}>
      <p className={styles.now}>{say.nowIn(states)}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide chart scrolls by the keyboard too */}
      <section
        ref={view}
        className={styles.scroll}
        aria-label={say.chartOf(name, states)}
        tabIndex={0}
      >
        <Picture
          drawing={drawing}
          label={say.chartOf(name, states)}
          active={activeKeys(value)}
          current={current}
          mark={say.now}
        />
      </section>
      <InWords chart={chart} current={current} />
    </div>
  );
}

interface PictureProps {
  readonly drawing: Drawing;
  readonly label: string;
  readonly active: readonly string[];
  readonly current: readonly string[];
  readonly mark: string;
}

function Picture({
  drawing: { width, height, frames, arrows, boxes },
  label,
  active,
  current,
  mark,
}: PictureProps) {
  const head = useId();
  return (
    <svg
      role="img"
      aria-label={label}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className={styles.picture}
    >
      <defs>
        <marker
          id={head}
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="7"
          markerHeight="7"
          orient="auto-start-reverse"
        >
          <path d="M0 .5 8 4 0 7.5z" className={styles.tip} />
        </marker>
      </defs>
      {frames.map(({ state, x, y, width: w, height: h }) => (
        <rect
          key={state.key}
          x={x}
          y={y}
          width={w}
          height={h}
          rx="12"
          className={cx(styles.frame, active.includes(state.key) && styles.on)}
        />
      ))}
      {arrows.map((arrow) => (
        <path
          key={keyOf(arrow)}
          d={pathOf(arrow.points)}
          className={cx(styles.arrow, !arrow.edge && styles.first)}
          markerEnd={`url(#${head})`}
        />
      ))}
      {boxes.map((box) => (
        <StateBox
          key={box.state.key}
          box={box}
          current={current.includes(box.state.key)}
          mark={mark}
        />
      ))}
      {arrows.map((arrow) => (
        <Label key={keyOf(arrow)} arrow={arrow} />
      ))}
    </svg>
  );
}

function StateBox({
  box,
  current,
  mark,
}: {
  readonly box: Box;
  readonly current: boolean;
  readonly mark: string;
}) {
  const { x, y, width, height, state, lines } = box;
  return (
    <g
      data-current={current || undefined}
      className={cx(
        styles.state,
        current && styles.current,
        state.kind === 'final' && styles.final,
      )}
    >
      <rect x={x} y={y} width={width} height={height} rx="8" />
      <text x={x + PAD} y={y + PAD + BASE} className={styles.name}>
        {state.name}
      </text>
      {current && (
        <text x={x + width - PAD} y={y + PAD + BASE} textAnchor="end" className={styles.mark}>
          {mark}
        </text>
      )}
      <Lines lines={lines} x={x + PAD} y={y + PAD + BASE + LINE} />
    </g>
  );
}

function Label({ arrow: { lines, label } }: { readonly arrow: Arrow }) {
  if (lines.length === 0) return null;
  const { x, y, width, height } = label;
  return (
    <g textAnchor="middle">
      <rect x={x} y={y} width={width} height={height} className={styles.ground} />
      <Lines lines={lines} x={x + width / 2} y={y + 3 + BASE} />
    </g>
  );
}

function Lines({
  lines,
  x,
  y,
}: {
  readonly lines: readonly string[];
  readonly x: number;
  readonly y: number;
}) {
  return lines.map((line, at) => (
    <text key={line} x={x} y={y + at * LINE}>
      {line}
    </text>
  ));
}

function InWords({
  chart,
  current,
}: {
  readonly chart: Chart;
  readonly current: readonly string[];
}) {
  const say = useSettingsStrings().devtools;
  return (
    <details className={styles.words}>
      <summary>{say.inWords}</summary>
      <dl>
        {chart.states.map((state) => (
          <div key={state.key}>
            <dt>
              {[
                state.key || state.name,
                state.initial && say.first,
                state.kind === 'final' && say.last,
                current.includes(state.key) && say.now,
              ]
                .filter(Boolean)
                .join(', ')}
            </dt>
            {stateLines(chart, state, say).map((line) => (
              <dd key={line}>{line}</dd>
            ))}
          </div>
        ))}
      </dl>
    </details>
  );
}

function middleOf(element: Element): number {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}

function keyOf({ edge, points }: Arrow): string {
  return edge ? `${edge.from}>${edge.to}` : points.map(({ x, y }) => `${x},${y}`).join(' ');
}

/** Return an SVG path with rounded corners. */
function pathOf(points: readonly Point[]): string {
  const [start, ...rest] = points;
  const end = rest.pop();
  if (!start || !end) return '';
  const turns = rest.map((turn, at) => {
    const next = rest[at + 1] ?? end;
    return `Q${turn.x} ${turn.y} ${(turn.x + next.x) / 2} ${(turn.y + next.y) / 2}`;
  });
  return `M${start.x} ${start.y}${turns.join('')}L${end.x} ${end.y}`;
}
