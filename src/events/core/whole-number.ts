/**
 * The zero of each digit set that people type: European, Arabic, Persian, Devanagari, Bengali, and
 * full width.
 */
const ZEROS = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xff10];

/** Replace digits of other scripts by European ones; everything else stays. */
export function plainDigits(text: string): string {
  return Array.from(text, (char) => {
    const code = char.codePointAt(0) ?? 0;
    const zero = ZEROS.find((one) => code >= one && code <= one + 9);
    return zero === undefined ? char : String(code - zero);
  }).join('');
}

/**
 * Reason why a text is not a whole number. `unreadable`: it has characters other than digits, such
 * as a point, a comma or a letter.
 */
export type WholeFault = 'empty' | 'unreadable' | 'tooMuch';

/**
 * Read a whole number exactly as it was typed, or return the fault. Nothing is dropped or guessed:
 * "1,000" and "1.000" mean different numbers in different languages. "1.5" and "2e3" are not whole
 * numbers.
 */
export function readWhole(
  text: string,
  most = Number.MAX_SAFE_INTEGER,
): { readonly value: number } | { readonly fault: WholeFault } {
  const digits = plainDigits(text.trim());
  if (digits === '') return { fault: 'empty' };
  if (!/^[0-9]+$/.test(digits)) return { fault: 'unreadable' };
  const value = Number(digits);
  return value > most ? { fault: 'tooMuch' } : { value };
}

/** Return the whole number in a text; `undefined` if there is none. */
export function wholeIn(text: string, most?: number): number | undefined {
  const read = readWhole(text, most);
  return 'value' in read ? read.value : undefined;
}
