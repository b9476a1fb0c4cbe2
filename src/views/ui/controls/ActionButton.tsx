import type { ComponentProps, MouseEvent } from 'react';
import { barCount } from '../../../events/core/format.ts';
import { Icon, type IconName } from '../display/Icon.tsx';
import { cx } from '../hooks/class-names.ts';
import { useLocale } from '../strings.ts';
import styles from './ActionButton.module.css';

interface ActionButtonProps extends Omit<ComponentProps<'button'>, 'onClick'> {
  readonly icon: IconName;
  readonly label: string;
  readonly count?: number | undefined;
  readonly done?: boolean | undefined;
  readonly busy?: boolean | undefined;
  readonly tone?: 'zapped' | 'liked' | 'reposted' | 'bookmarked';
  /** `undefined` if the action is done. */
  readonly onPress?: ((press: MouseEvent) => void) | undefined;
  readonly onClick?: ((press: MouseEvent) => void) | undefined;
}

export function ActionButton({
  icon,
  label,
  count = 0,
  done = false,
  busy = false,
  tone,
  onPress,
  onClick = onPress,
  ...rest
}: ActionButtonProps) {
  const locale = useLocale();
  const shown = barCount(count, locale);
  return (
    <button
      type="button"
      data-act={icon}
      aria-pressed={done}
      {...rest}
      className={cx(styles.act, done && tone && styles[tone])}
      aria-busy={busy || undefined}
      aria-label={shown === '' ? label : `${label}, ${shown}`}
      onClick={onClick}
    >
      <Icon name={icon} className={styles.icon} />
      {shown !== '' && <span>{shown}</span>}
    </button>
  );
}
