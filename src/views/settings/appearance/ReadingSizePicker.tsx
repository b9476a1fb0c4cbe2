import { useId } from 'react';
import { READING_SIZES, type ReadingSize } from '../../../events/settings/appearance.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { useSettingsStrings } from '../../ui/strings/settings.ts';
import text from '../../ui/styles/text.module.css';
import styles from './ReadingSizePicker.module.css';

interface PickerProps {
  readonly value: ReadingSize;
  readonly onChange: (size: ReadingSize) => void;
}

/** The sizes side by side, each letter in its own size, and an example note in the chosen size. */
export function ReadingSizePicker({ value, onChange }: PickerProps) {
  const { reading, sizes, sample } = useSettingsStrings().appearance;
  const name = useId();
  return (
    <>
      <fieldset className={styles.sizes}>
        <legend className={text.hidden}>{reading}</legend>
        {READING_SIZES.map((size) => (
          <label key={size} className={styles.size}>
            <input
              type="radio"
              name={name}
              className={cx(text.hidden, styles.input)}
              checked={size === value}
              onChange={() => onChange(size)}
            />
            <span className={cx(styles.letter, styles[size])} aria-hidden />
            <span className={styles.name}>{sizes[size]}</span>
          </label>
        ))}
      </fieldset>
      <p className={styles.sample}>{sample}</p>
    </>
  );
}
