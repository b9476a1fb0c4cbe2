import { useEffect, useRef } from 'react';
import type { Comparison, EntryName } from '../../../machines/app/recording/compared-recordings.ts';
import type { Change } from '../../../machines/inspector/changes.ts';
import { shownValue } from '../../../machines/inspector/shown-value.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { useInspectorStrings } from '../../ui/strings/inspector.ts';
import actor from '../ActorPane.module.css';
import { innermost } from '../chart/chart.ts';
import panes from '../Inspector.module.css';
import type { Inspected } from '../use-inspector.ts';
import { Value } from '../ValueTree.tsx';
import styles from './RecordingBar.module.css';

/** Differences of one value, and machines, that are listed. */
const [CHANGES, MACHINES] = [5, 10];

interface ComparisonPartProps {
  readonly comparison: Comparison;
  readonly inspected: Inspected;
  readonly goTo: (number: number) => void;
  readonly onClose: () => void;
}

/** The entry and the states in which another recording differs. − is here, + is there. */
export function ComparisonPart({ comparison, inspected, goTo, onClose }: ComparisonPartProps) {
  const say = useInspectorStrings().recording;
  const { same, one, other, changes, machines, isAtEnd } = comparison;
  const isSame = !one && !other;
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // the bar may be scrolled, and a screen reader reads the focused part
    part.current?.scrollIntoView({ block: 'start' });
    part.current?.focus({ preventScroll: true });
  }, []);
  const chooseActor = (path: string) => {
    goTo(same + 1);
    const found = inspected.history.actors.findLast(
      (record) => `/${record.path.join('/')}` === path,
    );
    if (found) inspected.chooseActor(found);
  };
  return (
    <div ref={part} className={styles.part} role="group" tabIndex={-1} aria-label={say.comparison}>
      <div className={styles.line}>
        <p>{isSame ? say.allSame(same) : say.same(same)}</p>
        {!isSame && (
          <Button compact onClick={() => goTo(same + 1)}>
            {say.goTo}
          </Button>
        )}
        <IconButton compact icon="x" label={say.close} onClick={onClose} />
      </div>
      {!isSame && (
        <div className={actor.diff}>
          <p className={actor.del}>
            <Entry entry={one} />
          </p>
          <p className={actor.add}>
            <Entry entry={other} />
          </p>
          <Changes changes={changes} />
        </div>
      )}
      <p>{machines.length === 0 ? say.noMachine : isAtEnd ? say.atEnd : say.after}</p>
      <ul>
        {machines.slice(0, MACHINES).map((machine) => (
          <li key={machine.path}>
            <button
              type="button"
              className={styles.entry}
              onClick={() => chooseActor(machine.path)}
            >
              <bdi className={panes.mono}>{machine.path}</bdi>
              <bdi>
                {say.states(statesOf(machine.one, say.gone), statesOf(machine.other, say.gone))}
              </bdi>
            </button>
            <div className={actor.diff}>
              <Changes changes={machine.changes} />
            </div>
          </li>
        ))}
      </ul>
      {machines.length > MACHINES && <p>{say.more(machines.length - MACHINES)}</p>}
    </div>
  );
}

function Entry({ entry }: { readonly entry: EntryName | undefined }) {
  const say = useInspectorStrings().recording;
  return entry ? (
    <bdi>
      {entry.type} → /{entry.to.join('/')}
    </bdi>
  ) : (
    say.ended
  );
}

function Changes({ changes }: { readonly changes: readonly Change[] }) {
  const say = useInspectorStrings().recording;
  return (
    <>
      {changes.slice(0, CHANGES).map(({ path, before, after }) => (
        <div key={path.join('.')} className={styles.change}>
          <bdi>{path.join('.')}</bdi>
          <p className={actor.del}>
            <Value shown={shownValue(path.at(-1) ?? '', before)} />
          </p>
          <p className={actor.add}>
            <Value shown={shownValue(path.at(-1) ?? '', after)} />
          </p>
        </div>
      ))}
      {changes.length > CHANGES && <p>{say.more(changes.length - CHANGES)}</p>}
    </>
  );
}

function statesOf(value: unknown, gone: string): string {
  return value === undefined ? gone : innermost(value).join(', ') || '–';
}
