import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { cx } from '../class-names.ts';
import { Icon, type IconName } from './Icon.tsx';
import styles from './Popover.module.css';
import { usePopover } from './popover.ts';
import { typeahead } from './typeahead.ts';

interface MenuAct {
  readonly label: string;
  readonly icon?: IconName;
  readonly onSelect: () => void;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** For one of several: the chosen one has a check. */
  readonly checked?: boolean;
}

/** `line` parts groups. */
export type MenuEntry = MenuAct | 'line';

/** What the button that opens the menu must be given. */
interface MenuTrigger {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly 'aria-haspopup': 'menu';
  readonly 'aria-expanded': boolean;
  readonly 'aria-controls': string | undefined;
  readonly onClick: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

interface MenuProps {
  readonly label: string;
  /** Asked for only when the menu opens. */
  readonly entries: () => readonly MenuEntry[];
  readonly renderTrigger: (props: MenuTrigger) => ReactNode;
  readonly align?: 'start' | 'end';
}

/** A button with a menu: arrows, Home, End, letters, Esc and Tab as in the ARIA menu button pattern; focus goes back to the button. */
export function Menu({ label, entries, renderTrigger, align = 'end' }: MenuProps) {
  const { id, open, box, anchor, show, hide } = usePopover<HTMLDivElement>(align);
  const opens = (event: KeyboardEvent) => {
    if (open || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    event.preventDefault();
    show();
  };
  return (
    <>
      {renderTrigger({
        ref: anchor,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
        onClick: open ? () => hide() : show,
        onKeyDown: opens,
      })}
      {open && <MenuBox id={id} label={label} box={box} entries={entries()} hide={hide} />}
    </>
  );
}

interface MenuBoxProps {
  readonly id: string;
  readonly label: string;
  readonly box: RefObject<HTMLDivElement | null>;
  readonly entries: readonly MenuEntry[];
  readonly hide: (back?: boolean) => void;
}

function MenuBox({ id, label, box, entries, hide }: MenuBoxProps) {
  const find = useRef(typeahead());
  const held = useHeld(entries);
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
