import { useId, useState } from 'react';
import type { AnyStateMachine } from 'xstate';
import { inMillis } from '../../events/core/time.ts';
import { nameOf, type Read, readSnapshot } from '../../machines/inspector/actor-rows.ts';
import { changesBetween } from '../../machines/inspector/changes.ts';
import { lastChanges, transitionsTaken } from '../../machines/inspector/events-shown.ts';
import { type Kept, keptAt } from '../../machines/inspector/history.ts';
import { shownValue, valueAsJson } from '../../machines/inspector/shown-value.ts';
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
import { CopyButton } from './CopyButton.tsx';
import { FactsTab } from './facts/FactsTab.tsx';
import { ActTab } from './faults/ActTab.tsx';
import panes from './Inspector.module.css';
import { timeOf } from './times.ts';
import type { Inspected } from './use-inspector.ts';
import { Value, ValueTree } from './ValueTree.tsx';

const VIEWS = ['chart', 'context', 'facts', 'event', 'why', 'act'] as const;
type View = (typeof VIEWS)[number];

/** The chosen actor at the moment: its chart, its context, its last changes. */
export function ActorPane(inspected: Inspected) {
  const say = useInspectorStrings();
  const { actor, moment, hand } = inspected;
  const panel = useId();
  const kept = keptAt(actor, moment.seq) ?? actor.snapshots.at(-1);
  const read = readSnapshot(kept?.snapshot);
  const [wanted, setWanted] = useState<View>('chart');
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
        onSelect={(id) => setWanted(VIEWS.find((one) => one === id) ?? 'context')}
        panel={panel}
      />
      <div id={panel} role="tabpanel" aria-label={say.view[view]} className={styles.panel}>
        {view === 'chart' && read.machine && (
          <>
            <ActorChart key={key} name={actor.id} machine={read.machine} value={read.value} />
            <ChartTools machine={read.machine} />
            <NextWays {...{ inspected, kept }} />
            <Taken {...inspected} />
            <Changed inspected={inspected} kept={kept} />
          </>
        )}
        {view === 'context' && <Context inspected={inspected} kept={kept} read={read} />}
        {view === 'facts' && <FactsTab context={read.context} />}
        {view === 'event' && <Payload {...inspected} />}
        {view === 'why' && <Why {...inspected} />}
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

/** Return the changes of a context by the event that led to a snapshot. */
function changesBy(kept: Kept | undefined, all: readonly Kept[]) {
  const before = kept && all[all.indexOf(kept) - 1];
  return before
    ? changesBetween(readSnapshot(before.snapshot).context, readSnapshot(kept.snapshot).context)
    : [];
}

function Changed({
  inspected: { actor },
  kept,
}: {
  readonly inspected: Inspected;
  readonly kept: Kept | undefined;
}) {
  const say = useInspectorStrings();
  const changes = changesBy(kept, actor.snapshots);
  return (
    <div className={styles.part}>
      <header className={styles.partHead}>
        <h3>{say.changed}</h3>
        {kept?.by && <bdi className={panes.mono}>{kept.by.event.type}</bdi>}
      </header>
      {changes.length === 0 && <p className={styles.none}>{say.noChange}</p>}
      <ul className={styles.diff}>
        {changes.map(({ path, before, after }) => (
          <li key={path.join('.')}>
            {before !== undefined && (
              <p className={styles.del}>
                <bdi>{path.join('.')}</bdi>: <Value shown={shownValue(path.at(-1) ?? '', before)} />
              </p>
            )}
            {after !== undefined && (
              <p className={styles.add}>
                <bdi>{path.join('.')}</bdi>: <Value shown={shownValue(path.at(-1) ?? '', after)} />
              </p>
            )}
          </li>
        ))}
      </ul>
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

function Context({
  inspected: { actor },
  kept,
  read: { context },
}: {
  readonly inspected: Inspected;
  readonly kept: Kept | undefined;
  readonly read: Read;
}) {
  const say = useInspectorStrings();
  const [wanted, setWanted] = useState('');
  const changed = new Set(changesBy(kept, actor.snapshots).map(({ path }) => path.join('.')));
  return (
    <>
      <div className={styles.tools}>
        <input
          type="search"
          className={panes.search}
          aria-label={say.findValue}
          placeholder={say.findValue}
          value={wanted}
          onChange={({ currentTarget }) => setWanted(currentTarget.value)}
        />
        <CopyButton text={() => valueAsJson(context)} />
      </div>
      <ValueTree name="" value={context} changed={changed} wanted={wanted.trim().toLowerCase()} />
    </>
  );
}

/** The payload of the chosen event. */
function Payload({ shown }: Inspected) {
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

/** The last events that changed the actor, the newest first. */
function Why({ actor, moment, choose }: Inspected) {
  const say = useInspectorStrings();
  const changes = lastChanges(actor, moment.seq);
  if (changes.length === 0) return <p className={styles.none}>{say.neverChanged}</p>;
  return (
    <ul>
      {changes.map((kept) => {
        const { by, seq, at, snapshot } = kept;
        return (
          <li key={seq}>
            <button type="button" className={styles.reason} onClick={() => choose(by)}>
              <bdi className={panes.mono}>{by.event.type}</bdi>
              <span className={panes.count}>{timeOf(inMillis(at))}</span>
              <bdi className={styles.after}>
                {[
                  innermost(readSnapshot(snapshot).value).join(', '),
                  changesBy(kept, actor.snapshots)
                    .map(({ path }) => path.join('.'))
                    .slice(0, 5)
                    .join(', '),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </bdi>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
