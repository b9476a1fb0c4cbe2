import { type RefObject, useLayoutEffect, useRef } from 'react';
import { type Secret, secretOf } from '../../../events/account/keys/secret.ts';

/**
 * Return the typed text of a form field as a secret, and empty the field (E-32). `stays`: the text
 * stays in the field until its form is removed, so that the user can correct it.
 */
export function takeTyped(form: HTMLFormElement, name: string, stays = false): Secret<string> {
  const field = form.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) return secretOf('');
  const typed = field.value;
  if (!stays) field.value = '';
  return secretOf(typed);
}

/** True if nothing is typed into a field. */
export function isEmptyField(form: HTMLFormElement, name: string): boolean {
  const field = form.elements.namedItem(name);
  return field instanceof HTMLInputElement && field.value === '';
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

/**
 * Return the ref of a form whose fields keep their secrets. They are emptied when the form is
 * removed, because a removed element may still be referenced (E-32).
 */
export function useEmptiedForm(): RefObject<HTMLFormElement | null> {
  const ref = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    const form = ref.current;
    return () => {
      for (const field of form?.elements ?? [])
        if (field instanceof HTMLInputElement) field.value = '';
    };
  }, []);
  return ref;
}
