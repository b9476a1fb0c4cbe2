import { useState } from 'react';
import type { Read } from '../../machines/inspector/actor-rows.ts';
import type { Change } from '../../machines/inspector/changes.ts';
import { changesBy } from '../../machines/inspector/events-shown.ts';
import type { Kept } from '../../machines/inspector/history.ts';
import { shownValue, valueAsJson } from '../../machines/inspector/shown-value.ts';
import { Button } from '../ui/controls/Button.tsx';
import { useInspectorStrings } from '../ui/strings/inspector.ts';
import styles from './ActorPane.module.css';
import { CopyButton } from './CopyButton.tsx';
import panes from './Inspector.module.css';
import type { Inspected } from './use-inspector.ts';
import { FindField } from './FindField.tsx';
import { Value, ValueTree } from './ValueTree.tsx';

interface ContextTabProps {
  readonly inspected: Inspected;
  readonly kept: Kept | undefined;
  readonly read: Read;
}

/** The changes by the last event, or by the chosen one, and then the whole context. */
export function ContextTab({ inspected, kept, read: { context } }: ContextTabProps) {
  const say = useInspectorStrings();
  const [wanted, setWanted] = useState('');
  const { actor, chosen } = inspected;
  const by = chosen?.to === actor ? chosen : kept?.by;
  const changes = kept?.by === by ? changesBy(kept, actor) : [];
  return (
    <>
      <Changed key={by?.seq} changes={changes} type={by?.event.type} />
      <div className={styles.tools}>
        <FindField label={say.findValue} text={wanted} onFind={setWanted} />
        <CopyButton text={() => valueAsJson(context)} />
      </div>
      <ValueTree
        name=""
        value={context}
        changed={new Set(changes.map(({ path }) => path.join('.')))}
        wanted={wanted.trim().toLowerCase()}
      />
    </>
  );
}

/** Changes that are listed before all are asked for. */
const FIRST = 8;

interface ChangedProps {
  readonly changes: readonly Change[];
  readonly type: string | undefined;
}

function Changed({ changes, type }: ChangedProps) {
  const say = useInspectorStrings();
  const [all, setAll] = useState(false);
  const shown = all ? changes : changes.slice(0, FIRST);
  return (
    <section className={styles.changed} aria-label={say.changed}>
      <header className={styles.changedHead}>
        <h3>{say.changed}</h3>
        <bdi className={panes.mono}>{type}</bdi>
      </header>
      {changes.length === 0 && <p className={styles.none}>{say.noChange}</p>}
      <ul className={styles.diff}>
        {shown.map((change) => (
          <li key={change.path.join('.')}>
            <OneChange {...change} />
          </li>
        ))}
      </ul>
      {shown.length < changes.length && (
        <Button compact tone="quiet" onClick={() => setAll(true)}>
          {say.showAll(changes.length)}
        </Button>
      )}
    </section>
  );
}

/** The old value, struck, and the new one. A value with parts opens to them. */
function OneChange({ path, before, after }: Change) {
  const name = path.at(-1) ?? '';
  const [old, now] = [shownValue(name, before), shownValue(name, after)];
  return (
    <>
      <bdi className={styles.path}>{path.join('.')}</bdi>{' '}
      <s className={styles.old}>
        <Value shown={old} />
      </s>
      <span aria-hidden> → </span>
      <span className={styles.new}>
        <Value shown={now} />
      </span>
      {[old, now].map(({ parts }, at) =>
        parts.length === 0 ? null : (
          <div key={at} className={at === 0 ? styles.del : styles.add}>
            <ValueTree
              name=""
              value={{ [name]: at === 0 ? before : after }}
              changed={NONE}
              wanted=""
            />
          </div>
        ),
      )}
    </>
  );
}

const NONE: ReadonlySet<string> = new Set();
