import type { ComponentProps } from 'react';
import { cx } from '../hooks/class-names.ts';
import { Icon, type IconName } from '../display/Icon.tsx';
import styles from './IconButton.module.css';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  readonly icon: IconName;
  /** The action, in words. */
  readonly label: string;
  readonly outline?: boolean;
  readonly compact?: boolean;
  readonly filled?: boolean;
  readonly iconSize?: 's' | 'm' | 'nav' | 'l';
}

/**
 * A button of 40 px (32 compact, 44 for touch) that shows only an icon. Its label is also its
 * title.
 */
export function IconButton({
  icon,
  label,
  outline,
  compact,
  filled,
  iconSize,
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={cx(styles.button, outline && styles.outline, compact && styles.compact, className)}
    >
      <Icon name={icon} size={iconSize ?? (compact ? 's' : 'm')} filled={filled ?? false} />
    </button>
  );
}
