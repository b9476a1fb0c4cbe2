import { type Secret, secretOf } from '../../../events/account/keys/secret.ts';

/**
 * Return the typed text of a form field as a secret, and empty the field (E-32). `isKept`: true for
 * a text that opens nothing and stays in the field, so that the user can correct it.
 */
export function takeTyped(
  form: HTMLFormElement,
  name: string,
  isKept: (typed: string) => boolean = () => false,
): Secret<string> {
  const field = form.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) return secretOf('');
  const typed = field.value;
  if (!isKept(typed)) field.value = '';
  return secretOf(typed);
}

/** Move the focus to a field that has to be filled again. */
export function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLInputElement) field.focus();
}

/** Put a secret back into a field, as its value alone: an attribute would appear in saved pages. */
export function putTyped(form: HTMLFormElement | null, name: string, text: Secret<string>): void {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLInputElement) field.value = text.reveal() ?? '';
}
