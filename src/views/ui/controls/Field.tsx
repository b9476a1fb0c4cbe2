import { type ComponentProps, type ReactNode, useId } from 'react';
import { cx } from '../hooks/class-names.ts';
import text from '../styles/text.module.css';
import styles from './Field.module.css';
import { Icon, type IconName } from '../display/Icon.tsx';

export interface Surround {
  readonly label: string;
  /** The label is for screen readers only, if the context shows it. */
  readonly labelHidden?: boolean;
  /** One line below the field: the expected input. */
  readonly hint?: ReactNode;
  /** The error, in a sentence. It is announced. */
  readonly error?: string | undefined;
  readonly icon?: IconName;
  /** After the text: a unit, a key, a button. */
  readonly after?: ReactNode;
}

interface FieldProps extends Surround, Omit<ComponentProps<'input'>, 'className'> {
  /** True for a key, an address or a code: no completion, capitalization or correction. */
  readonly exact?: boolean;
}

const EXACT = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

/** One line of text with its label, hint and error. */
export function Field({
  label,
  labelHidden,
  hint,
  error,
  icon,
  after,
  exact = false,
  ...input
}: FieldProps) {
  const around = useSurround(
    { label, labelHidden: labelHidden ?? false, hint, error, required: input.required === true },
    input.id,
  );
  return around.wrap(
    <span className={cx(styles.field, error !== undefined && styles.wrong)}>
      {icon && <Icon name={icon} className={styles.icon} />}
      <input {...(exact ? EXACT : {})} {...input} {...around.props} className={styles.input} />
      {after !== undefined && <span className={styles.after}>{after}</span>}
    </span>,
  );
}

/** Renders label, hint and error around a control, and returns the attributes that connect them. */
export function useSurround(
  {
    label,
    labelHidden,
    hint,
    error,
    required = false,
  }: Pick<Surround, 'label' | 'labelHidden' | 'hint' | 'error'> & { readonly required?: boolean },
  givenId: string | undefined,
) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const below = error ?? hint;
  const wrap = (control: ReactNode) => (
    <div className={styles.group}>
      <label
        className={cx(labelHidden ? text.hidden : text.label, required && styles.required)}
        htmlFor={id}
      >
        {label}
      </label>
      {control}
      <p
        id={`${id}below`}
        className={cx(styles.below, error !== undefined && styles.error)}
        role={error === undefined ? undefined : 'alert'}
      >
        {below}
      </p>
    </div>
  );
  const props = {
    id,
    'aria-invalid': error === undefined ? undefined : true,
    'aria-describedby': below === undefined ? undefined : `${id}below`,
  };
  return { wrap, props };
}
