import { type KeyboardEvent, useState } from 'react';
import { lazyPart } from '../overlays/lazy-part.tsx';
import { cx } from '../hooks/class-names.ts';
import { Icon } from '../display/Icon.tsx';
import { usePopover } from './popover.ts';
import styles from './Select.module.css';

export interface Option {
  readonly value: string;
  readonly label: string;
  /** Secondary text beside the label: 'newest'. */
  readonly note?: string;
  /** True if the label is an address, a key or a code. */
  readonly exact?: boolean;
}

interface SelectProps {
  readonly label: string;
  readonly options: readonly Option[];
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
  /** title: the heading of a column. field: a control with an edge. */
  readonly look?: 'title' | 'field';
}

/** The options of an open select, loaded once the page is idle, like `MenuBox`. */
export const SelectBox = lazyPart(() => import('./boxes.ts').then((code) => code.SelectBox), {
  close: ({ hide }) => hide(),
});

const OPENS: readonly string[] = ['ArrowDown', 'ArrowUp', 'Enter', ' '];

/**
 * A choice from a list (ARIA combobox without typing): arrows, Home, End, letters. Enter or Space
 * chooses, Esc closes, and the focus stays on the button.
 */
export function Select({ label, options, value, onChange, look = 'field' }: SelectProps) {
  const { open, show, ...place } = usePopover<HTMLDivElement>();
  const { id, anchor, hide } = place;
  const chosen = options.findIndex((option) => option.value === value);
  const [active, setActive] = useState(0);
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
  // the keys of an open box are its own
  const keys = (event: KeyboardEvent) => {
    if (open || event.ctrlKey || event.metaKey || !OPENS.includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    begin();
  };
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
        <SelectBox
          {...place}
          label={label}
          options={options}
          chosen={chosen}
          active={active}
          setActive={setActive}
          choose={choose}
        />
      )}
    </>
  );
}
