import { schemeOf } from '../../../events/account/keys/cipher-payload.ts';
import type { StandIn } from './left-out.ts';

/** Return a function that replaces texts by others of the same length and sort. */
export function standIns(): StandIn {
  const known = new Map<string, string>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = standInOf(text, known.size + 1);
    known.set(text, made);
    return made;
  };
}

/** Machines tell ids, encrypted texts and blanks from words. */
function standInOf(text: string, number: number): string {
  if (/^[0-9a-f]{16,}$/.test(text)) return number.toString(16).padStart(text.length, '0');
  const letters = lettersOf(number);
  const { length } = text;
  const scheme = schemeOf(text);
  if (scheme !== undefined) {
    const [cipher = '', ...iv] = text.split('?iv=');
    const made = `${scheme === 'nip44' ? 'A' : ''}${letters}`;
    const bytes = (of: string): string => of.replaceAll(/[^=]/g, 'A');
    return [made + bytes(cipher).slice(made.length), ...iv.map(bytes)].join('?iv=');
  }
  const [before = '', after = ''] = [/^\s*/.exec(text)?.[0], /\s*$/.exec(text)?.[0]];
  if (before.length === length) return text;
  const inner = length - before.length - after.length;
  return before + letters.slice(0, inner).padEnd(inner, 'x') + after;
}

/** Return a number in letters. */
export function lettersOf(number: number): string {
  return number
    .toString(26)
    .replaceAll(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)));
}
