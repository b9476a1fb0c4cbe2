import { useId } from 'react';
import type { AnyStateMachine } from 'xstate';
import { nameOf, readSnapshot } from '../../machines/inspector/actor-rows.ts';
import { transitionsTaken } from '../../machines/inspector/events-shown.ts';
import { fieldOf, tablesIn } from '../../machines/inspector/fact-tables.ts';
import { type History, keptAt } from '../../machines/inspector/history.ts';
import { valueAsJson } from '../../machines/inspector/shown-value.ts';
import { Button } from '../ui/controls/Button.tsx';
import { Tabs } from '../ui/controls/Tabs.tsx';
import { Tag } from '../ui/display/Tag.tsx';
import { cx } from '../ui/hooks/class-names.ts';
import { saveFile } from '../ui/hooks/save-file.ts';
import { useInspectorStrings } from '../ui/strings/inspector.ts';
import { useSettingsStrings } from '../ui/strings/settings.ts';
import { ActorChart } from './chart/ActorChart.tsx';
import styles from './ActorPane.module.css';
import { chartOf, innermost } from './chart/chart.ts';
import { svgFile } from './chart/chart-svg.ts';
import { chartText, machineAsJson, type TextWords } from './chart/chart-text.ts';
import { reasonWords } from './chart/chart-words.ts';
import { NextWays } from './chart/NextWays.tsx';
import { ContextTab } from './ContextTab.tsx';
import { CopyButton } from './CopyButton.tsx';
import { FactsTab } from './facts/FactsTab.tsx';
import { ActTab } from './faults/ActTab.tsx';
import panes from './Inspector.module.css';
import type { Inspected } from './use-inspector.ts';
import { ValueTree } from './ValueTree.tsx';
import { WhyTab } from './WhyTab.tsx';

const VIEWS = ['chart', 'context', 'facts', 'event', 'why', 'act'] as const;
export type View = (typeof VIEWS)[number];

interface ActorPaneProps extends Inspected {
  readonly view: View;
  readonly onView: (view: View) => void;
}

/** The chosen actor at the moment: its chart, its context, its last changes. */
export function ActorPane({ view: wanted, onView, ...inspected }: ActorPaneProps) {
  const say = useInspectorStrings();
  const { actor, moment, hand } = inspected;
  const panel = useId();
  const kept = keptAt(actor, moment.seq) ?? actor.snapshots.at(-1);
  const read = readSnapshot(kept?.snapshot);
  const views = VIEWS.filter((one) => (one !== 'chart' || read.machine) && (one !== 'act' || hand));
  const view = views.includes(wanted) ? wanted : 'context';
  const states = innermost(read.value).join(', ');
  const key = `${nameOf(actor)} ${actor.born.seq}`;
  return (
    <section className={cx(panes.pane, panes.actor)} aria-label={say.pane.actor}>
      <header className={panes.paneHead}>
        <h2>
          <bdi>{actor.id}</bdi>
        </h2>
        {states !== '' && (
          <Tag>
            <bdi>{states}</bdi>
          </Tag>
        )}
      </header>
      <Tabs
        label={say.views}
        tabs={views.map((id) => ({ id, label: say.view[id] }))}
        current={view}
        onSelect={(id) => onView(VIEWS.find((one) => one === id) ?? 'context')}
        panel={panel}
      />
      <div
        key={view}
        id={panel}
        role="tabpanel"
        aria-label={say.view[view]}
        className={styles.panel}
      >
        {view === 'chart' && read.machine && (
          <>
            <ActorChart key={key} name={actor.id} machine={read.machine} value={read.value} />
            <ChartTools machine={read.machine} />
            <NextWays {...{ inspected, kept }} />
            <Taken {...inspected} />
          </>
        )}
        {view === 'context' && <ContextTab {...{ inspected, kept, read }} />}
        {view === 'facts' && (
          <FactsTab context={read.context} nameOfKey={namesIn(inspected.history)} />
        )}
        {view === 'event' && <Payload {...inspected} />}
        {view === 'why' && <WhyTab {...inspected} />}
        {view === 'act' && hand && <ActTab key={nameOf(actor)} {...{ inspected, hand }} />}
      </div>
    </section>
  );
}

/** Copies the chart, or saves its picture. */
function ChartTools({ machine }: { readonly machine: AnyStateMachine }) {
  const say = useInspectorStrings();
  const { devtools } = useSettingsStrings();
  const words: TextWords = { ...say.asText, reason: (one) => reasonWords(one, devtools) };
  return (
    <div className={styles.tools}>
      <CopyButton label={say.mermaid} text={() => chartText(chartOf(machine), words)} />
      <CopyButton label={say.xstate} text={() => machineAsJson(machine)} />
      <Button
        compact
        icon="download"
        onClick={({ currentTarget }) => {
          const picture = currentTarget
            .closest('[role=tabpanel]')
            ?.querySelector<SVGSVGElement>('svg[role=img]');
          if (picture) saveFile(`${machine.id}.svg`, 'image/svg+xml', svgFile(picture));
        }}
      >
        {say.svg}
      </Button>
    </div>
  );
}

function Taken({ history, actor, moment }: Inspected) {
  const say = useInspectorStrings();
  const taken = [...transitionsTaken(history, actor, moment.seq)].toReversed();
  if (taken.length === 0) return null;
  return (
    <div className={styles.part}>
      <header className={styles.partHead}>
        <h3>{say.taken}</h3>
      </header>
      <ul>
        {taken.map(([name, count], at) => (
          <li key={name} className={cx(styles.line, at === 0 && styles.lastTaken)}>
            <bdi className={panes.mono}>{name}</bdi>
            <span className={panes.count}>{say.times(count)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Return the names that the read model knows at the end of a history. */
function namesIn({ actors }: History): (key: string) => string | undefined {
  const facts = actors.findLast(({ path }) => path.length === 1 && path[0] === 'facts');
  const { context } = readSnapshot(facts?.snapshots.at(-1)?.snapshot);
  const profiles = tablesIn(context).find(({ name }) => name === 'profiles');
  const known = new Map(profiles?.rows());
  return (key) => {
    const name = fieldOf(known.get(key), 'displayName') || fieldOf(known.get(key), 'name');
    return typeof name === 'string' ? name : undefined;
  };
}

/** The payload of the chosen event. */
function Payload({ studied: shown }: Inspected) {
  const say = useInspectorStrings();
  if (!shown) return <p className={styles.none}>{say.noEvent}</p>;
  return (
    <>
      <div className={styles.tools}>
        <bdi className={panes.mono}>{shown.event.type}</bdi>
        <CopyButton text={() => valueAsJson(shown.event)} />
      </div>
      <ValueTree name="" value={shown.event} changed={NONE} wanted="" />
    </>
  );
}

const NONE: ReadonlySet<string> = new Set();
