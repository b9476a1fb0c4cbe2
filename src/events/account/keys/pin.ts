import type { Secret } from './secret.ts';

/** Characters (ACCOUNT-03). */
const SHORTEST = 4;
/** Characters. A longer text is no PIN, but an accidental paste. */
const LONGEST = 1_024;

/** The problem with a new PIN. */
export type NewPinProblem = 'short' | 'long' | 'different';

/** The problem with a PIN, or with a passkey that was used in its place. */
export type PinProblem =
  | NewPinProblem
  | 'wrong'
  | 'lost'
  | 'failed'
  | 'passkeyCancelled'
  | 'passkeyWrong'
  | 'passkeyFailed';

/**
 * Result of trying a PIN on the stored key. `lost`: no PIN can open it, because this browser lost a
 * part of the stored key.
 */
export type PinVerdict = 'right' | 'wrong' | 'lost';

/**
 * Return the problem with a new PIN and its repetition (ACCOUNT-03); `undefined` if there is none.
 * Counts characters as a reader sees them.
 */
export function newPinProblem(pin: string, repeated: string): NewPinProblem | undefined {
  if (pin.length > LONGEST) return 'long';
  if (Array.from(pin.normalize('NFKC')).length < SHORTEST) return 'short';
  return pin.normalize('NFKC') === repeated.normalize('NFKC') ? undefined : 'different';
}

/** Return that problem of typed PINs. A missing or forgotten one counts as empty. */
export function secretPinProblem(
  pin: Secret<string> | undefined,
  repeated: Secret<string> | undefined,
): NewPinProblem | undefined {
  return newPinProblem(pin?.reveal() ?? '', repeated?.reveal() ?? '');
}
