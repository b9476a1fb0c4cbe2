import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { SentEvent } from '../../../machines/inspector/history.ts';
import { useInspectorStrings } from '../../ui/strings/inspector.ts';
import styles from './EventsPane.module.css';
import type { Inspected } from '../use-inspector.ts';

interface EventMenuProps extends Pick<Inspected, 'filter' | 'setFilter'> {
  readonly event: SentEvent;
  /** Place in the pane, in pixels. */
  readonly top: number;
  readonly onClose: () => void;
}

/** The actions on an event of the list. It works in a window of its own, unlike `Menu`. */
export function EventMenu({ event: one, top, filter, setFilter, onClose }: EventMenuProps) {
  const say = useInspectorStrings();
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => menu.current?.querySelector('button')?.focus({ preventScroll: true }), []);
  const { type } = one.event;
  const entries = [
    [say.hideType(type), { hidden: new Set([...filter.hidden, type]) }],
    [say.onlyType(type), { type }],
    [say.onlyActor(one.to.id), { actor: one.to }],
  ] as const;
  const keys = (event: KeyboardEvent) => {
    const { key, currentTarget, target } = event;
    const items = [...currentTarget.querySelectorAll('button')];
    const at = items.findIndex((item) => item === target);
    const way = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (way !== undefined) items.at((at + way) % items.length)?.focus();
    else if (key === 'Escape' || key === 'Tab') onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      className={styles.menu}
      style={{ top }}
      aria-label={say.menuOf(type)}
      onKeyDown={keys}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onClose();
      }}
    >
      {entries.map(([label, change]) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={styles.entry}
          onClick={() => {
            setFilter(change);
            onClose();
          }}
        >
          <bdi>{label}</bdi>
        </button>
      ))}
    </div>
  );
}
