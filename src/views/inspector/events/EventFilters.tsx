import { type KeyboardEvent, useState } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { useInspectorStrings } from '../../ui/strings/inspector.ts';
import styles from './EventsPane.module.css';
import { FindField } from '../FindField.tsx';
import type { Inspected } from '../use-inspector.ts';

/** A field in one line. A button opens the other filters, which take the place of rows. */
export function EventFilters({ filter, setFilter, types, actor }: Inspected) {
  const say = useInspectorStrings();
  const [isOpen, setOpen] = useState(false);
  const { type, actor: only, onlyOutside, onlyEffect, hidden } = filter;
  const count = [type !== '', only, onlyOutside, onlyEffect].filter(Boolean).length + hidden.size;
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.stopPropagation();
    setOpen(false);
  };
  return (
    <>
      <div className={styles.filters}>
        <FindField
          label={say.findEvent}
          text={filter.text}
          onFind={(text) => setFilter({ text })}
        />
        <Button
          compact
          icon="filter"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          onKeyDown={keys}
        >
          {say.filters(count)}
        </Button>
      </div>
      {isOpen && (
        // oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its fields have the focus
        <div role="group" className={styles.more} aria-label={say.filters(0)} onKeyDown={keys}>
          <select
            className={styles.types}
            aria-label={say.type}
            value={type}
            onChange={({ currentTarget }) => setFilter({ type: currentTarget.value })}
          >
            <option value="">{say.allTypes}</option>
            {types.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
          <Check
            label={say.onlyActor((only ?? actor).id)}
            on={only !== undefined}
            onChange={(on) => setFilter({ actor: on ? actor : undefined })}
          />
          <Check
            label={say.onlyOutside}
            on={onlyOutside}
            onChange={(on) => setFilter({ onlyOutside: on })}
          />
          <Check
            label={say.onlyEffect}
            on={onlyEffect}
            onChange={(on) => setFilter({ onlyEffect: on })}
          />
          {[...hidden].map((one) => (
            <Button
              key={one}
              compact
              tone="quiet"
              icon="eye"
              onClick={() =>
                setFilter({ hidden: new Set([...hidden].filter((other) => other !== one)) })
              }
            >
              {say.showType(one)}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

interface CheckProps {
  readonly label: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}

function Check({ label, on, onChange }: CheckProps) {
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={on}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <bdi>{label}</bdi>
    </label>
  );
}
