import { useState } from 'react';
import { fullNumber } from '../../events/core/format.ts';
import { type ShownValue, shownValue } from '../../machines/inspector/shown-value.ts';
import { Icon } from '../ui/display/Icon.tsx';
import { cx } from '../ui/hooks/class-names.ts';
import { useLocale } from '../ui/strings.ts';
import { useInspectorStrings } from '../ui/strings/inspector.ts';
import styles from './ValueTree.module.css';

interface ValueTreeProps {
  readonly name: string;
  readonly value: unknown;
  /** Paths that have changed, joined by dots. */
  readonly changed: ReadonlySet<string>;
  /** Only fields that contain this text in their name or value, or in one inside. */
  readonly wanted: string;
  readonly path?: string;
}

/** Number of parts that are shown before all are asked for. */
const FIRST = 50;

/** The parts of a value, which open to their own parts. */
export function ValueTree({ name, value, changed, wanted, path = '' }: ValueTreeProps) {
  const say = useInspectorStrings();
  const [all, setAll] = useState(false);
  const { parts } = shownValue(name, value);
  const found = parts.filter(([key, one]) => wanted === '' || holds(key, one, wanted, 0));
  const shown = all ? found : found.slice(0, FIRST);
  return (
    <ul className={styles.parts}>
      {shown.map(([key, one]) => (
        <Part
          key={key}
          name={key}
          value={one}
          changed={changed}
          wanted={wanted}
          path={path === '' ? key : `${path}.${key}`}
        />
      ))}
      {found.length > shown.length && (
        <li>
          <button type="button" className={styles.rest} onClick={() => setAll(true)}>
            {say.showAll(found.length)}
          </button>
        </li>
      )}
    </ul>
  );
}

function Part({ name, value, changed, wanted, path }: Required<ValueTreeProps>) {
  const [isOpen, setOpen] = useState(false);
  const shown = shownValue(name, value);
  const isOn = changed.has(path);
  const isAround = [...changed].some((one) => one.startsWith(`${path}.`));
  const line = (
    <>
      <bdi className={styles.name}>{name}</bdi>
      <Value shown={shown} />
    </>
  );
  if (shown.parts.length === 0)
    return <li className={cx(styles.part, styles.leaf, isOn && styles.changed)}>{line}</li>;
  const open = isOpen || isAround || (wanted !== '' && !name.toLowerCase().includes(wanted));
  return (
    <li>
      <button
        type="button"
        className={cx(styles.part, isOn && styles.changed)}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name={open ? 'down' : 'right'} size="s" className={styles.arrow} />
        {line}
      </button>
      {open && (
        <ValueTree name={name} value={value} changed={changed} wanted={wanted} path={path} />
      )}
    </li>
  );
}

/** One value in one line. */
export function Value({ shown: { kind, text, time, parts } }: { readonly shown: ShownValue }) {
  const say = useInspectorStrings();
  const locale = useLocale();
  if (kind === 'secret') return <span className={styles.opaque}>{say.secret}</span>;
  if (kind === 'parts')
    return <span className={styles.opaque}>{say.parts(text, parts.length)}</span>;
  if (kind === 'actor') return <bdi className={styles.opaque}>{say.actorNamed(text)}</bdi>;
  if (kind === 'time')
    return (
      <span className={styles.number}>
        {new Date(time ?? 0).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'medium' })}
        <span className={styles.opaque}> {text}</span>
      </span>
    );
  if (kind === 'sats')
    return <span className={styles.number}>{say.sats(fullNumber(Number(text), locale))}</span>;
  return <bdi className={styles[kind]}>{kind === 'text' ? `"${text}"` : text}</bdi>;
}

const DEEPEST = 4;

function holds(name: string, value: unknown, wanted: string, depth: number): boolean {
  if (name.toLowerCase().includes(wanted)) return true;
  const { kind, text, parts } = shownValue(name, value);
  if (kind !== 'parts') return text.toLowerCase().includes(wanted);
  return depth < DEEPEST && parts.some(([key, one]) => holds(key, one, wanted, depth + 1));
}
