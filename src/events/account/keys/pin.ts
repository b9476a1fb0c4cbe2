/** Characters (ACCOUNT-03). */
const SHORTEST = 4;
/** Characters; a longer one would be no PIN but a mishap of the clipboard. */
const LONGEST = 1_024;

/** What is wrong with a PIN, or with a passkey that was used in its place. */
export type PinProblem =
  | 'short'
  | 'long'
  | 'different'
  | 'wrong'
  | 'lost'
  | 'failed'
  | 'passkeyCancelled'
  | 'passkeyWrong'
  | 'passkeyFailed';

/** Whether a typed PIN opens the kept key. `lost`: no PIN does, because this browser lost a part of the kept key. */
export type PinVerdict = 'right' | 'wrong' | 'lost';

/** What is wrong with a new PIN and its repetition (ACCOUNT-03); undefined: nothing. Counts what a reader sees as characters. */
export function newPinProblem(pin: string, repeated: string): PinProblem | undefined {
  if (pin.length > LONGEST) return 'long';
  if (Array.from(pin.normalize('NFKC')).length < SHORTEST) return 'short';
  return pin.normalize('NFKC') === repeated.normalize('NFKC') ? undefined : 'different';
}
