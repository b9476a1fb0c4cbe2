import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { cx } from '../hooks/class-names.ts';
import styles from './Button.module.css';
import { Icon, type IconName } from '../display/Icon.tsx';
import { Spinner } from '../display/Spinner.tsx';

export interface ButtonLook {
  /**
   * plain: with a hairline. primary: with the gradient, once a view. quiet: without an edge.
   * danger: for irreversible actions.
   */
  readonly tone?: 'plain' | 'primary' | 'quiet' | 'danger' | undefined;
  readonly compact?: boolean | undefined;
  readonly wide?: boolean | undefined;
}

interface ButtonProps extends ButtonLook, Omit<ComponentProps<'button'>, 'children'> {
  readonly icon?: IconName | undefined;
  /** In progress: shows a spinner, ignores presses, and keeps the focus. */
  readonly busy?: boolean | undefined;
  readonly children: ReactNode;
}

/** The classes of a button, for links that look like one. */
export function buttonClass(
  { tone = 'plain', compact = false, wide = false }: ButtonLook,
  className?: string,
): string {
  return cx(
    styles.button,
    tone !== 'plain' && styles[tone],
    compact && styles.compact,
    wide && styles.wide,
    className,
  );
}

export function Button({
  tone,
  compact,
  wide,
  icon,
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) =>
    busy ? event.preventDefault() : onClick?.(event);
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ tone, compact, wide }, cx(className, busy && styles.busy))}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={press}
    >
      {busy && (
        <span className={styles.spinner}>
          <Spinner />
        </span>
      )}
      {icon && <Icon name={icon} size={compact ? 's' : 'm'} />}
      {children}
    </button>
  );
}
