import { fullNumber, isEnglish, scaled, whole } from './format.ts';

/** Format a count on the alternative scale (NOTE-16): K, M, B, and '1T+' above. */
export function bigNumber(value: number, locale: string): string {
  const count = whole(value);
  if (count >= 1e12 && isEnglish(locale)) return '1T+';
  return count < 10_000
    ? fullNumber(count, locale)
    : scaled(
        count,
        [
          [1e9, 'B'],
          [1e6, 'M'],
          [1e3, 'K'],
        ],
        locale,
      );
}
