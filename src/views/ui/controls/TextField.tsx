import type { ComponentProps } from 'react';
import { cx } from '../hooks/class-names.ts';
import { type Surround, useSurround } from './Field.tsx';
import styles from './Field.module.css';
import { Icon } from '../display/Icon.tsx';

interface TextFieldProps extends Surround, Omit<ComponentProps<'textarea'>, 'className'> {}

/** A field of several lines. Its height follows `rows`. */
export function TextField({
  label,
  labelHidden,
  hint,
  error,
  icon,
  after,
  ...input
}: TextFieldProps) {
  const around = useSurround({ label, labelHidden: labelHidden ?? false, hint, error }, input.id);
  return around.wrap(
    <span className={cx(styles.field, styles.lines, error !== undefined && styles.wrong)}>
      {icon && <Icon name={icon} className={styles.icon} />}
      <textarea rows={4} dir="auto" {...input} {...around.props} className={styles.input} />
      {after !== undefined && <span className={styles.after}>{after}</span>}
    </span>,
  );
}
