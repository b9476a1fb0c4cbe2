import { base64Size } from '../../core/base64.ts';

/** The two schemes to encrypt for another account. */
export type CipherScheme = 'nip04' | 'nip44';

/** The maximum of an event's content (E-28). */
const MAX_NIP04 = 512 * 1024;
const BLOCK = 16;
/** SIGN-04: characters of a NIP-44 payload, and its bytes. */
const PAYLOAD = { min: 132, max: 87_472 };
const DECODED = { min: 99, max: 65_603 };
const VERSION_2 = 'A';

/**
 * True if a text has the form of a payload of the scheme (SIGN-04). Does not check who can read it.
 */
export function isPayload(scheme: CipherScheme, text: string): boolean {
  return scheme === 'nip04' ? isNip04Payload(text) : isNip44Payload(text);
}

/**
 * Return the scheme that a text was encrypted with, by its form; `undefined` if it has neither
 * form.
 */
export function schemeOf(text: string): CipherScheme | undefined {
  return (['nip44', 'nip04'] as const).find((one) => isPayload(one, text));
}

/** True for whole blocks of AES-CBC, `?iv=`, and 16 bytes, and nothing else. */
export function isNip04Payload(text: string): boolean {
  if (text.length > MAX_NIP04) return false;
  const [cipher = '', iv, ...more] = text.split('?iv=');
  const size = base64Size(cipher);
  return (
    more.length === 0 &&
    iv !== undefined &&
    base64Size(iv) === BLOCK &&
    size !== undefined &&
    size > 0 &&
    size % BLOCK === 0
  );
}

/**
 * True for NIP-44 v2: 132 to 87,472 characters for 99 to 65,603 bytes. The first byte is 2, so the
 * first character is A.
 */
export function isNip44Payload(text: string): boolean {
  if (text.length < PAYLOAD.min || text.length > PAYLOAD.max || text[0] !== VERSION_2) return false;
  const size = base64Size(text);
  return size !== undefined && size >= DECODED.min && size <= DECODED.max;
}
