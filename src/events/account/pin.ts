/** Characters (ACCOUNT-03). */
const SHORTEST = 4;
/** Characters; a longer one would be no PIN but a mishap of the clipboard. */
const LONGEST = 1_024;
/** Guesses an attacker with the stored key makes a second, at what NIP-49 with our parameters lets one core do (E-30). */
const GUESSES = 10;

/** What is wrong with a PIN. */
export type PinProblem = 'short' | 'long' | 'different' | 'wrong' | 'failed';

export const PIN_PROBLEMS: Readonly<Record<PinProblem, string>> = {
  short: 'PIN must be at least 4 characters',
  long: 'PIN must be at most 1024 characters',
  different: "PINs don't match",
  wrong: 'This is not the PIN of this account',
  failed: 'The PIN could not be used. Please try again.',
};

/** What is wrong with a new PIN and its repetition (ACCOUNT-03); undefined: nothing. Counts what a reader sees as characters. */
export function newPinProblem(pin: string, repeated: string): PinProblem | undefined {
  if (pin.length > LONGEST) return 'long';
  if (Array.from(pin.normalize('NFKC')).length < SHORTEST) return 'short';
  return pin.normalize('NFKC') === repeated.normalize('NFKC') ? undefined : 'different';
}

/** Seconds one machine needs to try all PINs of this length made of the same sorts of signs; an upper bound, as people choose badly. */
export function guessingTime(pin: string): number {
  const sorts: ReadonlyArray<readonly [size: number, has: (char: string) => boolean]> = [
    [10, (char) => char >= '0' && char <= '9'],
    [26, (char) => char >= 'a' && char <= 'z'],
    [26, (char) => char >= 'A' && char <= 'Z'],
    [33, (char) => char >= ' ' && char <= '~' && !isAlphanumeric(char)],
    [1_000, (char) => char < ' ' || char > '~'],
  ];
  const chars = Array.from(pin);
  const size = sorts.reduce((sum, [some, has]) => sum + (chars.some(has) ? some : 0), 0);
  return size ** chars.length / GUESSES;
}

function isAlphanumeric(char: string): boolean {
  return (char >= '0' && char <= '9') || (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z');
}
