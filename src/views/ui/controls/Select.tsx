import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '../hooks/class-names.ts';
import { Icon } from '../display/Icon.tsx';
import popover from './Popover.module.css';
import { usePopover } from './popover.ts';
import styles from './Select.module.css';
import { typeahead } from './typeahead.ts';

export interface Option {
  readonly value: string;
  readonly label: string;
  /** Secondary text beside the label: 'newest'. */
  readonly note?: string;
}

interface SelectProps {
  readonly label: string;
  readonly options: readonly Option[];
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
  /** title: the heading of a column. field: a control with an edge. */
  readonly look?: 'title' | 'field';
}

/**
 * A choice from a list (ARIA combobox without typing): arrows, Home, End, letters. Enter or Space
 * chooses, Esc closes, and the focus stays on the button.
 */
export function Select({ label, options, value, onChange, look = 'field' }: SelectProps) {
  const { id, open, box, anchor, show, hide, place } = usePopover<HTMLDivElement>('start');
  const chosen = options.findIndex((option) => option.value === value);
  const [active, setActive] = useState(0);
  const find = useRef(typeahead());
  const begin = () => {
    setActive(Math.max(0, chosen));
    // Safari does not focus a pressed button
    anchor.current?.focus();
    show();
  };
  const choose = (at: number) => {
    const option = options[at];
    hide();
    if (option && option.value !== value) onChange(option.value);
  };
  const keys = (event: KeyboardEvent) => {
    const next = step(event, open, options, active, find.current);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (next === 'open') begin();
    else if (next === 'close') hide();
    else if (next === 'choose') choose(active);
    else setActive(next);
  };
  // also after the options have changed
  useLayoutEffect(() => {
    if (open) place();
  });
  useEffect(() => {
    if (open) document.getElementById(`${id}${active}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [open, active, id]);
  const current = options[chosen];
  return (
    <>
      <button
        ref={anchor}
        type="button"
        role="combobox"
        aria-label={label}
        aria-haspopup="listbox"
        aria-expanded={open}
        aria-controls={id}
        aria-activedescendant={open ? `${id}${active}` : undefined}
        className={cx(styles.select, styles[look])}
        onClick={open ? () => hide() : begin}
        onKeyDown={keys}
        onBlur={() => hide(false)}
      >
        <span className={styles.words}>
          {current?.label ?? label}{' '}
          {current?.note && <span className={styles.note}>{current.note}</span>}
        </span>
        <Icon name="down" size="s" className={styles.icon} />
      </button>
      {open && (
        <div
          ref={box}
          id={id}
          popover="manual"
          role="listbox"
          aria-label={label}
          className={popover.box}
        >
          {options.map((option, at) => (
            <button
              key={option.value}
              type="button"
              tabIndex={-1}
              id={`${id}${at}`}
              role="option"
              aria-selected={at === chosen}
              data-active={at === active}
              className={popover.item}
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => setActive(at)}
              onClick={() => choose(at)}
            >
              <span className={popover.words}>
                {option.label}
                {option.note && <span className={popover.hint}>{option.note}</span>}
              </span>
              {at === chosen && <Icon name="check" size="s" className={popover.tick} />}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

function step(
  event: KeyboardEvent,
  open: boolean,
  options: readonly Option[],
  active: number,
  find: ReturnType<typeof typeahead>,
): number | 'open' | 'close' | 'choose' | undefined {
  const last = options.length - 1;
  const { key } = event;
  if (!open)
    return key === 'ArrowDown' || key === 'ArrowUp' || key === 'Enter' || key === ' '
      ? 'open'
      : undefined;
  if (key === 'Escape') return 'close';
  if (key === 'Enter' || key === ' ' || key === 'Tab') return key === 'Tab' ? undefined : 'choose';
  if (key === 'ArrowDown') return Math.min(last, active + 1);
  if (key === 'ArrowUp') return Math.max(0, active - 1);
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  return find(
    key,
    options.map((option) => option.label),
    active,
    event.timeStamp,
  );
}
