import { type ReactNode, useId } from 'react';
import { cx } from '../class-names.ts';
import text from '../styles/text.module.css';
import styles from './RadioGroup.module.css';

interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
}

interface RadioGroupProps<Value extends string> {
  readonly label: string;
  readonly choices: readonly Choice<Value>[];
  readonly value: Value | undefined;
  readonly onChange: (value: Value) => void;
  /** segment: words side by side in one well; tiles: boxes in three columns (zap presets). */
  readonly look?: 'segment' | 'tiles';
}

/** One of a few, all in sight; native radios, so the browser's arrow keys work. */
export function RadioGroup<Value extends string>({ label, choices, value, onChange, look = 'segment' }: RadioGroupProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles[look]}>
      <legend className={text.hidden}>{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.choice}>
          <input
            type="radio"
            className={cx(text.hidden, styles.input)}
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}
