import { type ReactNode, useId } from 'react';
import { cx } from '../hooks/class-names.ts';
import row from './SettingRow.module.css';
import styles from './Toggle.module.css';

interface ToggleProps {
  readonly label: string;
  /** True if the label is an address, a key or a code. */
  readonly exact?: boolean;
  readonly hint?: ReactNode;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
  readonly disabled?: boolean;
}

/** A switch. The whole row is its target. */
export function Toggle({
  label,
  exact = false,
  hint,
  on,
  onChange,
  disabled = false,
}: ToggleProps) {
  const id = useId();
  return (
    <label className={cx(row.row, !disabled && styles.whole)}>
      <span>
        <span className={row.title}>{exact ? <bdi dir="ltr">{label}</bdi> : label}</span>
        {hint !== undefined && (
          <span id={id} className={row.hint}>
            {hint}
          </span>
        )}
      </span>
      <input
        type="checkbox"
        role="switch"
        className={styles.toggle}
        aria-label={label}
        aria-describedby={hint === undefined ? undefined : id}
        checked={on}
        aria-checked={on}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}
