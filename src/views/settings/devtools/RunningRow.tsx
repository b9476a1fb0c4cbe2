import { useId } from 'react';
import { Icon } from '../../ui/display/Icon.tsx';
import { Tag } from '../../ui/display/Tag.tsx';
import { useSettingsStrings } from '../../ui/strings/settings.ts';
import { ActorChart } from '../../inspector/chart/ActorChart.tsx';
import type { Running } from './use-running.ts';
import styles from './RunningRow.module.css';

interface RunningRowProps {
  readonly running: Running;
  readonly open: boolean;
  readonly onToggle: () => void;
}

/** Indentation of a child under its parent, in pixels. */
const STEP = 16;

/** One actor: its id, state and context. A machine opens to its chart. */
export function RunningRow({ running, open, onToggle }: RunningRowProps) {
  const panel = useId();
  const { id, depth, machine, value } = running;
  const indent = { paddingInlineStart: depth * STEP };
  if (!machine)
    return (
      <li className={styles.row} style={indent}>
        <Facts running={running} />
      </li>
    );
  return (
    <li className={styles.row} style={indent}>
      <button
        type="button"
        className={styles.button}
        aria-expanded={open}
        aria-controls={panel}
        onClick={onToggle}
      >
        <Facts running={running} />
        <Icon name={open ? 'up' : 'down'} size="s" className={styles.arrow} />
      </button>
      <div id={panel} hidden={!open}>
        {open && <ActorChart name={id} machine={machine} value={value} />}
      </div>
    </li>
  );
}

function Facts({ running }: { readonly running: Running }) {
  const say = useSettingsStrings().devtools;
  const { id, machine, status, states, tags, kept } = running;
  const kind =
    machine?.id === id ? undefined : (machine?.id ?? (kept.length > 0 ? say.table : say.port));
  return (
    <span className={styles.facts}>
      <span className={styles.first}>
        <bdi className={styles.id}>{id}</bdi>
        {kind !== undefined && <span className={styles.kind}>{kind}</span>}
        {states.length > 0 && <bdi className={styles.states}>{states.join(', ')}</bdi>}
        {[...(status === 'active' ? [] : [status]), ...tags].map((name) => (
          <Tag key={name}>
            <bdi>{name}</bdi>
          </Tag>
        ))}
      </span>
      {kept.length > 0 && (
        <bdi className={styles.kept}>
          {kept.map(({ name, text }) => `${name} ${text}`).join(' · ')}
        </bdi>
      )}
    </span>
  );
}
