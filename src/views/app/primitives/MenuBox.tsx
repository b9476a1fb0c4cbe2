import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '../class-names.ts';
import { Icon } from './Icon.tsx';
import type { MenuAct, MenuEntry } from './Menu.tsx';
import styles from './Popover.module.css';
import { typeahead } from './typeahead.ts';

interface MenuBoxProps {
  readonly id: string;
  readonly label: string;
  readonly box: RefObject<HTMLDivElement | null>;
  readonly entries: readonly MenuEntry[];
  readonly hide: (back?: boolean) => void;
  readonly place: () => void;
}

/** The entries of a menu that is open. */
export function MenuBox({ id, label, box, entries, hide, place }: MenuBoxProps) {
  const find = useRef(typeahead());
  const held = useHeld(entries);
  useLayoutEffect(place, [place]);
  useEffect(() => itemsOf(box.current)[0]?.focus({ preventScroll: true }), [box]);
  const keys = (event: KeyboardEvent) => {
    const all = itemsOf(box.current);
    const at = all.findIndex((item) => item === document.activeElement);
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.stopPropagation();
      if (event.key === 'Escape') event.preventDefault();
      return hide();
    }
    const next = target(event, all, at, find.current);
    if (next === undefined) return undefined;
    event.preventDefault();
    event.stopPropagation();
    return all[next]?.focus();
  };
  return (
    <div ref={box} id={id} popover="manual" role="menu" tabIndex={-1} aria-label={label} className={styles.box} onKeyDown={keys}>
      {held.map(({ key, entry }) =>
        entry === 'line' ? <hr key={key} className={styles.line} /> : <MenuItem key={key} entry={entry} hide={hide} />,
      )}
    </div>
  );
}

interface HeldEntry {
  /** Stays the same as long as it is the same entry, so that neither a press nor the focus goes to another one. */
  readonly key: string;
  readonly entry: MenuEntry;
}

/**
 * What could be chosen once keeps its words and its act while the menu is open, so that it means what was read when it is pressed (STATE-03).
 * Where entries come or go, those that stay are known by their words.
 */
function useHeld(entries: readonly MenuEntry[]): readonly HeldEntry[] {
  const [held, setHeld] = useState(() => entries.map((entry, at) => ({ key: nameOf(entry, at), entry })));
  const isSame = held.length === entries.length;
  const shown = entries.map((entry, at): HeldEntry => {
    const name = nameOf(entry, at);
    const before = isSame ? held[at] : held.find((one, place) => nameOf(one.entry, place) === name);
    const isKept = isSame && isChoice(before?.entry) && isChoice(entry);
    return { key: before?.key ?? name, entry: before && isKept && nameOf(before.entry, at) !== name ? before.entry : entry };
  });
  if (!isSame || shown.some(({ entry }, at) => isChoice(entry) && !isChoice(held[at]?.entry))) setHeld(shown);
  return shown;
}

function nameOf(entry: MenuEntry, at: number): string {
  return entry === 'line' ? `line ${at}` : entry.label;
}

function isChoice(entry: MenuEntry | undefined): entry is MenuAct {
  return entry !== undefined && entry !== 'line' && !entry.disabled;
}

function itemsOf(box: HTMLElement | null): readonly HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
}

function target(event: KeyboardEvent, all: readonly HTMLElement[], at: number, find: ReturnType<typeof typeahead>): number | undefined {
  if (event.key === 'ArrowDown') return (at + 1) % all.length;
  if (event.key === 'ArrowUp') return (at - 1 + all.length) % all.length;
  if (event.key === 'Home') return 0;
  if (event.key === 'End') return all.length - 1;
  if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  return find(
    event.key,
    all.map((item) => item.textContent ?? ''),
    at,
    event.timeStamp,
  );
}

function MenuItem({ entry, hide }: { readonly entry: MenuAct; readonly hide: (back?: boolean) => void }) {
  const choose = () => {
    if (entry.disabled) return;
    hide();
    entry.onSelect();
  };
  const choice =
    entry.checked === undefined ? ({ role: 'menuitem' } as const) : ({ role: 'menuitemradio', 'aria-checked': entry.checked } as const);
  return (
    <button
      type="button"
      {...choice}
      data-item
      tabIndex={-1}
      aria-disabled={entry.disabled}
      className={cx(styles.item, entry.danger && styles.danger)}
      onClick={choose}
    >
      {entry.icon && <Icon name={entry.icon} className={styles.icon} />}
      <span className={styles.words}>{entry.label}</span>
      {entry.checked && <Icon name="check" size="s" className={styles.tick} />}
    </button>
  );
}
