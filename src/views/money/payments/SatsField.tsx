import { readWhole } from '../../../events/core/whole-number.ts';
import { Field } from '../../ui/controls/Field.tsx';
import { useZapStrings } from '../../ui/strings/zaps.ts';

interface SatsFieldProps {
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly typed: string;
  readonly onType: (text: string) => void;
  readonly isPlay?: boolean;
  /** In sats. */
  readonly most?: number;
  readonly required?: boolean;
  readonly placeholder?: string;
  readonly hint?: string;
  /** Replaces the hint, unless the text itself is invalid. */
  readonly error?: string | undefined;
  readonly onBlur?: () => void;
  readonly 'data-autofocus'?: boolean;
}

/** A field for whole sats. It keeps the text as typed, and explains its errors. */
export function SatsField({
  typed,
  onType,
  isPlay = false,
  most,
  hint,
  error,
  ...rest
}: SatsFieldProps) {
  const { amount, dialog, unit } = useZapStrings();
  const read = readWhole(typed, most);
  const fault = 'fault' in read ? read.fault : undefined;
  const wrong =
    fault === 'unreadable'
      ? amount.unreadable
      : fault === 'tooMuch' && most !== undefined
        ? dialog.tooMuch(most)
        : undefined;
  return (
    <Field
      {...rest}
      inputMode="numeric"
      exact
      value={typed}
      hint={hint ?? (rest.labelHidden === true ? undefined : amount.whole)}
      error={wrong ?? error}
      after={unit(isPlay)}
      onChange={({ target }) => onType(target.value)}
    />
  );
}
