import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { nameOf, readSnapshot } from '../../machines/inspector/actor-rows.ts';
import type { Condition } from '../../machines/inspector/condition.ts';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { useInspectorStrings } from '../ui/strings/inspector.ts';
import { chartOf } from './chart/chart.ts';
import { isInputMethodKey } from '../ui/hooks/input-method.ts';
import panes from './Inspector.module.css';
import styles from './JumpBar.module.css';
import type { Inspected, Jump } from './use-inspector.ts';

const KINDS = ['state', 'event', 'text', 'crash'] as const;
type Kind = Condition['kind'];

/** Jumps to the moments that a condition finds. */
export function JumpBar({ actor, types, jump }: Inspected) {
  const say = useInspectorStrings();
  const [picked, setKind] = useState<Kind>('state');
  const [wanted, setWanted] = useState('');
  const [last, setLast] = useState<{ readonly condition: string; readonly found: Jump }>();
  const { machine } = readSnapshot(actor.snapshots.at(-1)?.snapshot);
  const states = useMemo(
    () => (machine ? chartOf(machine).states.flatMap(({ key }) => (key === '' ? [] : [key])) : []),
    [machine],
  );
  // ports and tables have no states
  const kinds = states.length > 0 ? KINDS : KINDS.filter((one) => one !== 'state');
  const kind = kinds.find((one) => one === picked) ?? 'event';
  const choices = kind === 'state' ? states : types;
  const value = kind === 'text' || choices.includes(wanted) ? wanted : (choices[0] ?? '');
  const condition = conditionOf(kind, nameOf(actor), value);
  const asked = JSON.stringify(condition);
  const go = (way: 1 | -1) => {
    if (condition) setLast({ condition: asked, found: jump(condition, way) });
  };
  const label = (one: Kind) => (one === 'state' ? say.jumpTo.state(actor.id) : say.jumpTo[one]);
  const field: Record<Kind, ReactNode> = {
    state: <Choice label={say.state} {...{ choices, value }} onChange={setWanted} />,
    event: <Choice label={say.jumpTo.event} {...{ choices, value }} onChange={setWanted} />,
    text: (
      <input
        type="search"
        className={styles.field}
        aria-label={say.textWanted}
        value={value}
        onChange={({ currentTarget }) => setWanted(currentTarget.value)}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === 'Enter' && !isInputMethodKey(event.nativeEvent))
            go(event.shiftKey ? -1 : 1);
        }}
      />
    ),
    crash: null,
  };
  return (
    <div className={styles.bar} role="search" aria-label={say.jump}>
      <select
        className={styles.field}
        aria-label={say.jump}
        value={kind}
        onChange={({ currentTarget }) =>
          setKind(KINDS.find((one) => one === currentTarget.value) ?? 'state')
        }
      >
        {kinds.map((one) => (
          <option key={one} value={one}>
            {label(one)}
          </option>
        ))}
      </select>
      {field[kind]}
      <IconButton compact icon="up" label={say.previousMoment} onClick={() => go(-1)} />
      <IconButton compact icon="down" label={say.nextMoment} onClick={() => go(1)} />
      <span role="status" className={panes.count}>
        {last && last.condition === asked && say.moment(last.found.at, last.found.of)}
      </span>
    </div>
  );
}

function conditionOf(kind: Kind, actor: string, value: string): Condition | undefined {
  if (kind === 'crash') return { kind, actor: undefined };
  if (value.trim() === '') return undefined;
  if (kind === 'state') return { kind, actor, state: value };
  return kind === 'event' ? { kind, type: value } : { kind, text: value };
}

interface ChoiceProps {
  readonly label: string;
  readonly choices: readonly string[];
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Choice({ label, choices, value, onChange }: ChoiceProps) {
  return (
    <select
      className={styles.field}
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {choices.map((one) => (
        <option key={one}>{one}</option>
      ))}
    </select>
  );
}
