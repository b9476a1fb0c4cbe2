import { useId } from 'react';
import { THEMES, type Theme } from '../../../events/settings/appearance.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Icon } from '../../ui/display/Icon.tsx';
import { useSettingsStrings } from '../../ui/strings/settings.ts';
import { useThemeStrings } from '../../ui/strings/themes.ts';
import text from '../../ui/styles/text.module.css';
import styles from './ThemePicker.module.css';

/** The four themes as small previews in their own colors. */
export function ThemePicker({
  value,
  onChange,
}: {
  readonly value: Theme;
  readonly onChange: (theme: Theme) => void;
}) {
  const say = useThemeStrings();
  const settings = useSettingsStrings();
  const name = useId();
  return (
    <fieldset className={styles.themes}>
      <legend className={text.hidden}>{settings.appearance.theme}</legend>
      {THEMES.map((theme) => (
        <label key={theme} className={styles.theme}>
          <input
            type="radio"
            name={name}
            className={cx(text.hidden, styles.input)}
            checked={theme === value}
            onChange={() => onChange(theme)}
          />
          <span className={styles.swatch} data-theme={theme} aria-hidden>
            <i />
            <i />
            <b />
          </span>
          <span className={styles.name}>
            {theme === value && <Icon name="check" size="s" className={styles.tick} />}
            {say[theme]}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
