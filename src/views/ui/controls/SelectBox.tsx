import { useEffect, useEffectEvent, useRef } from 'react';
import { Icon } from '../display/Icon.tsx';
import type { PopoverPlace } from './popover.ts';
import { usePopoverBox } from './popover-box.ts';
import styles from './Popover.module.css';
import type { Option } from './Select.tsx';
import { typeahead } from './typeahead.ts';

interface SelectBoxProps extends PopoverPlace<HTMLDivElement> {
  readonly id: string;
  readonly label: string;
  readonly options: readonly Option[];
  /** Places in `options`. */
  readonly chosen: number;
  readonly active: number;
  readonly setActive: (at: number) => void;
  readonly choose: (at: number) => void;
}

export function SelectBox({
  id,
  label,
  options,
  chosen,
  active,
  setActive,
  choose,
  ...place
}: SelectBoxProps) {
  const { box, anchor, hide } = place;
  const find = useRef(typeahead());
  usePopoverBox(place);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const next = step(event, options, active, find.current);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (next === 'close') hide();
    else if (next === 'choose') choose(active);
    else setActive(next);
  });
  // the focus stays on the button
  useEffect(() => {
    const keys = (event: KeyboardEvent) => onKey(event);
    const button = anchor.current;
    button?.addEventListener('keydown', keys);
    return () => button?.removeEventListener('keydown', keys);
  }, [anchor]);
  useEffect(() => {
    document.getElementById(`${id}${active}`)?.scrollIntoView?.({ block: 'nearest' });
  }, [active, id]);
  return (
    <div
      ref={box}
      id={id}
      popover="manual"
      role="listbox"
      aria-label={label}
      className={styles.box}
      // the button keeps the focus, and the box its place
      onPointerDown={(event) => event.preventDefault()}
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
          className={styles.item}
          onPointerMove={() => setActive(at)}
          onClick={() => choose(at)}
        >
          <span className={styles.words}>
            {option.exact ? <bdi dir="ltr">{option.label}</bdi> : option.label}
            {option.note && <span className={styles.hint}>{option.note}</span>}
          </span>
          {at === chosen && <Icon name="check" size="s" className={styles.tick} />}
        </button>
      ))}
    </div>
  );
}

function step(
  event: KeyboardEvent,
  options: readonly Option[],
  active: number,
  find: ReturnType<typeof typeahead>,
): number | 'close' | 'choose' | undefined {
  const last = options.length - 1;
  const { key } = event;
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
