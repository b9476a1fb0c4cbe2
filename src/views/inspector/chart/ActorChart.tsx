import { useMemo, useState } from 'react';
import type { AnyStateMachine } from 'xstate';
import { Button } from '../../ui/controls/Button.tsx';
import { cx } from '../../ui/hooks/class-names.ts';
import { useInspectorStrings } from '../../ui/strings/inspector.ts';
import { useSettingsStrings } from '../../ui/strings/settings.ts';
import styles from './ActorChart.module.css';
import { ChartPicture } from './ChartPicture.tsx';
import { activeKeys, type Chart, chartOf, innermost } from './chart.ts';
import { foldChart, foldedAtFirst, groupsOf, shownKey } from './chart-fold.ts';
import { type Drawing, layoutChart } from './chart-layout.ts';
import { chartWords, stateLines } from './chart-words.ts';
import { usePanZoom } from './use-pan-zoom.ts';

interface ActorChartProps {
  readonly name: string;
  readonly machine: AnyStateMachine;
  /** The value of the machine's snapshot. */
  readonly value: unknown;
}

/**
 * The chart of a machine with its active states marked, and the same in words (TOOL-01). It is
 * zoomed and moved, and groups of states are folded (TOOL-05).
 */
export function ActorChart({ name, machine, value }: ActorChartProps) {
  const say = useSettingsStrings().devtools;
  const { chart: tools } = useInspectorStrings();
  const chart = useMemo(() => chartOf(machine), [machine]);
  const active = activeKeys(value);
  const [folded, setFolded] = useState(() => foldedAtFirst(chart, active));
  const drawing = useMemo(() => {
    const shown = foldChart(chart, folded);
    return layoutChart(shown, chartWords(shown, say));
  }, [chart, folded, say]);
  const { view, scale, zoom, fit, hold, ...gestures } = usePanZoom(drawing);
  const [isWhole, setWhole] = useState(false);
  const groups = groupsOf(chart);
  const current = innermost(value);
  const states = (current.length > 0 ? current : [machine.id]).join(', ');
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape works anywhere inside
    <div
      className={cx(styles.panel, isWhole && styles.whole)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isWhole) return;
        event.stopPropagation();
        setWhole(false);
      }}
    >
      <p className={styles.now}>{say.nowIn(states)}</p>
      <div className={styles.tools} role="group" aria-label={tools.tools}>
        <Button compact aria-label={tools.zoomOut} onClick={() => zoom(-1)}>
          −
        </Button>
        <Button compact aria-label={tools.zoomIn} onClick={() => zoom(1)}>
          +
        </Button>
        <Button compact onClick={fit}>
          {tools.fit}
        </Button>
        <Button compact aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
          {tools.whole}
        </Button>
        {groups.length > 0 && (
          <Button compact onClick={() => setFolded(folded.size > 0 ? new Set() : new Set(groups))}>
            {folded.size > 0 ? tools.unfoldAll : tools.foldAll}
          </Button>
        )}
      </div>
      {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- a chart that moves is a control */}
      <section
        ref={view}
        className={styles.scroll}
        dir="ltr"
        aria-label={say.chartOf(name, states)}
        tabIndex={0}
        {...gestures}
      >
        {/* oxlint-enable */}
        <div
          className={styles.sheet}
          style={{ width: drawing.width * scale, height: drawing.height * scale }}
        >
          <ChartPicture
            drawing={drawing}
            scale={scale}
            label={say.chartOf(name, states)}
            active={active}
            current={current.map((key) => shownKey(key, folded))}
            mark={say.now}
          />
          <Folds
            {...{ drawing, scale, groups, folded }}
            onToggle={(key, button) => {
              hold(button);
              const next = new Set(folded);
              if (!next.delete(key)) next.add(key);
              setFolded(next);
            }}
          />
        </div>
      </section>
      <InWords chart={chart} current={current} />
    </div>
  );
}

/** Diameter of a fold's button. In a small drawing a large one would hide its state. */
const [SMALL_PX, LARGE_PX] = [16, 24];

interface FoldsProps {
  readonly drawing: Drawing;
  readonly scale: number;
  readonly groups: readonly string[];
  readonly folded: ReadonlySet<string>;
  readonly onToggle: (key: string, button: Element) => void;
}

/** The buttons of the groups, above the drawing: a picture has no controls in it. */
function Folds({ drawing, scale, groups, folded, onToggle }: FoldsProps) {
  const { chart: say } = useInspectorStrings();
  const size = Math.min(LARGE_PX, Math.max(SMALL_PX, LARGE_PX * scale));
  return drawing.boxes
    .filter(({ state }) => groups.includes(state.key))
    .map(({ state: { key }, x, y }) => (
      <button
        key={key}
        type="button"
        className={styles.fold}
        style={{ left: x * scale, top: y * scale, width: size, height: size }}
        // a press on it does not begin to drag the chart
        onPointerDown={(event) => event.stopPropagation()}
        aria-expanded={!folded.has(key)}
        aria-label={say.group(key)}
        title={folded.has(key) ? say.unfold(key) : say.fold(key)}
        onClick={({ currentTarget }) => onToggle(key, currentTarget)}
      >
        <span aria-hidden="true">{folded.has(key) ? '+' : '−'}</span>
      </button>
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
