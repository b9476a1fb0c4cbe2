import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { cx } from '../hooks/class-names.ts';
import { Icon } from '../display/Icon.tsx';
import type { MenuAct, MenuEntry, OpenMenu } from './Menu.tsx';
import styles from './Popover.module.css';
import { usePopoverBox } from './popover-box.ts';
import { typeahead } from './typeahead.ts';

interface MenuBoxProps extends OpenMenu {
  readonly entries: readonly MenuEntry[];
}

export function MenuBox({ id, label, entries, ...menu }: MenuBoxProps) {
  const { box, hide } = menu;
  const find = useRef(typeahead());
  const held = useHeld(entries);
  usePopoverBox(menu);
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
    <div
      ref={box}
      id={id}
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className={styles.box}
      onKeyDown={keys}
    >
      {/* counted from the end, because late entries come first and must not take the focus */}
      {held.map((entry, at) =>
        entry === 'line' ? (
          <hr key={held.length - at} className={styles.line} />
        ) : (
          <MenuItem key={held.length - at} entry={entry} isFirst={at === 0} hide={hide} />
        ),
      )}
    </div>
  );
}

/**
 * An open menu keeps its entries in place, so that a press hits the entry that was read (STATE-03).
 * An entry that could be chosen keeps its words and its action. A removed entry stays, disabled.
 * New entries appear when the menu opens again. Late ones join at once, before all others: a menu
 * above its button then keeps the others in place.
 */
function useHeld(entries: readonly MenuEntry[]): readonly MenuEntry[] {
  const [first, setHeld] = useState(entries);
  const late = entries.filter((entry) => isLate(entry) && !first.some((one) => isSame(one, entry)));
  const held = [...late, ...first];
  const shown = held.map((before, at): MenuEntry => {
    if (before === 'line') return before;
    const now =
      entries.find((entry): entry is MenuAct => isSame(entry, before)) ??
      named(entries, before.label) ??
      changed(entries, held, at);
    if (!now) return { ...before, disabled: true };
    return isChoice(before) && isChoice(now) && before.label !== now.label ? before : now;
  });
  // as soon as it can be chosen
  if (late.length > 0 || shown.some((entry, at) => isChoice(entry) && !isChoice(held[at])))
    setHeld(shown);
  return shown;
}

function isLate(entry: MenuEntry): entry is MenuAct {
  return entry !== 'line' && entry.late !== undefined;
}

function isSame(one: MenuEntry, other: MenuEntry): boolean {
  return isLate(one) && isLate(other) && one.late === other.late;
}

function named(entries: readonly MenuEntry[], label: string): MenuAct | undefined {
  return entries.find((entry): entry is MenuAct => entry !== 'line' && entry.label === label);
}

/**
 * The new state of the entry at that place ("Mute" is "Unmute" now), if no entry was added or
 * removed.
 */
function changed(
  entries: readonly MenuEntry[],
  held: readonly MenuEntry[],
  at: number,
): MenuAct | undefined {
  const now = entries.length === held.length ? entries[at] : undefined;
  return now === undefined || now === 'line' || named(held, now.label) ? undefined : now;
}

function isChoice(entry: MenuEntry | undefined): entry is MenuAct {
  return entry !== undefined && entry !== 'line' && !entry.disabled;
}

function itemsOf(box: HTMLElement | null): readonly HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
}

function target(
  event: KeyboardEvent,
  all: readonly HTMLElement[],
  at: number,
  find: ReturnType<typeof typeahead>,
): number | undefined {
  if (event.key === 'ArrowDown') return (at + 1) % all.length;
  if (event.key === 'ArrowUp') return (at - 1 + all.length) % all.length;
  if (event.key === 'Home') return 0;
  if (event.key === 'End') return all.length - 1;
  if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey)
    return undefined;
  return find(
    event.key,
    all.map((item) => item.textContent ?? ''),
    at,
    event.timeStamp,
  );
}

interface MenuItemProps extends Pick<OpenMenu, 'hide'> {
  readonly entry: MenuAct;
  readonly isFirst: boolean;
}

function MenuItem({ entry, isFirst, hide }: MenuItemProps) {
  const choose = () => {
    if (entry.disabled) return;
    hide();
    entry.onSelect();
  };
  const choice =
    entry.checked === undefined
      ? ({ role: 'menuitem' } as const)
      : ({ role: 'menuitemradio', 'aria-checked': entry.checked } as const);
  return (
    <button
      type="button"
      {...choice}
      data-item
      // one stop for the tab key, because a menu that is longer than the window scrolls
      tabIndex={isFirst ? 0 : -1}
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
