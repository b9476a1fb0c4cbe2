import { type ComponentType, Fragment } from 'react';
import {
  type FieldProblem,
  PROFILE_FIELDS,
  type ProfileField,
  type ProfileFields,
} from '../../../events/account/profile/profile-fields.ts';
import { Field } from '../../ui/controls/Field.tsx';
import { TextField } from '../../ui/controls/TextField.tsx';
import { useOwnAccountStrings } from '../../ui/strings/own-account.ts';

interface FieldsetProps {
  readonly names: readonly ProfileField[];
  readonly fields: ProfileFields;
  readonly problems: Readonly<Partial<Record<ProfileField, FieldProblem>>>;
  readonly onType: (field: ProfileField, text: string) => void;
  readonly readOnly?: boolean;
  /** Fields marked as required. Whether an empty field stops saving is not decided here. */
  readonly required?: readonly ProfileField[];
  /** Renders content below a field. */
  readonly Below?: ComponentType<{ readonly field: ProfileField }>;
}

const USERNAME: readonly ProfileField[] = ['name'];

/** Keyboard type on phones. */
const MODES: Readonly<Partial<Record<ProfileField, 'url' | 'email'>>> = {
  picture: 'url',
  banner: 'url',
  website: 'url',
  nip05: 'email',
  lud16: 'email',
};

/** Fields of a profile with an error beside each (PROFILE-10, ACCOUNT-07). */
export function ProfileFieldset({
  names,
  fields,
  problems,
  onType,
  readOnly = false,
  required = USERNAME,
  Below,
}: FieldsetProps) {
  const { fields: words, fieldProblems } = useOwnAccountStrings();
  return names.map((name) => {
    const problem = problems[name];
    const around = {
      label: words[name].label,
      hint: words[name].hint,
      error: problem && fieldProblems[problem],
    };
    if (name === 'about')
      return (
        <TextField
          key={name}
          {...around}
          name={name}
          rows={4}
          value={fields[name]}
          readOnly={readOnly}
          onChange={(event) => onType(name, event.currentTarget.value)}
        />
      );
    const isPlain = MODES[name] !== undefined || name === 'name';
    return (
      <Fragment key={name}>
        <Field
          {...around}
          name={name}
          value={fields[name]}
          required={required.includes(name)}
          readOnly={readOnly}
          dir={MODES[name] === undefined ? 'auto' : 'ltr'}
          inputMode={MODES[name]}
          autoComplete="off"
          exact={isPlain}
          onChange={(event) => onType(name, event.currentTarget.value)}
        />
        {Below && <Below field={name} />}
      </Fragment>
    );
  });
}

/** Focus the first field with an error after a form was submitted. */
export function focusProblem(form: HTMLFormElement, problems: FieldsetProps['problems']): void {
  const first = PROFILE_FIELDS.find((name) => problems[name] !== undefined);
  const field = first === undefined ? null : form.elements.namedItem(first);
  if (field instanceof HTMLElement) field.focus();
}
