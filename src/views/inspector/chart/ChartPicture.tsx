import { useId } from 'react';
import { cx } from '../../ui/hooks/class-names.ts';
import styles from './ActorChart.module.css';
import { type Arrow, type Box, type Drawing, LINE, PAD, type Point } from './chart-layout.ts';

/** From the top of a line to its baseline. */
const BASE = 12;

interface ChartPictureProps {
  readonly drawing: Drawing;
  readonly scale: number;
  readonly label: string;
  readonly active: readonly string[];
  readonly current: readonly string[];
  readonly mark: string;
}

/** The drawing of a chart. Transitions of the current states are marked. */
export function ChartPicture({
  drawing: { width, height, frames, arrows, boxes },
  label,
  active,
  current,
  mark,
  scale,
}: ChartPictureProps) {
  const head = useId();
  return (
    <svg
      role="img"
      aria-label={label}
      width={width * scale}
      height={height * scale}
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
          className={cx(
            styles.arrow,
            !arrow.edge && styles.first,
            arrow.edge && current.includes(arrow.edge.from) && styles.ahead,
          )}
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
