import { type Secret, secretOf } from '../../../events/account/keys/secret.ts';

/** Takes what was typed into a field of a form: it stands there no longer (E-32). */
export function takeTyped(form: HTMLFormElement, name: string): Secret<string> {
  const field = form.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) return secretOf('');
  const typed = field.value;
  field.value = '';
  return secretOf(typed);
}
