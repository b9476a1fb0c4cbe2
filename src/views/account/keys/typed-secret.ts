import { type Secret, secretOf } from '../../../events/account/keys/secret.ts';

/** Return the typed text of a form field as a secret, and empty the field (E-32). */
export function takeTyped(form: HTMLFormElement, name: string): Secret<string> {
  const field = form.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) return secretOf('');
  const typed = field.value;
  field.value = '';
  return secretOf(typed);
}
