const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
const STEP = 1_024;

/** Format the size of a file: `3.1 MB`. */
export function fileSize(bytes: number, locale: string): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const format = {
    style: 'unit',
    unit: UNITS[step],
    maximumFractionDigits: step > 1 ? 1 : 0,
  } as const;
  return new Intl.NumberFormat(locale, format).format(bytes / STEP ** step);
}

/** Format the sent part of a file: `42%`. */
export function partOf(sent: number, size: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'percent' }).format(
    size > 0 ? Math.min(1, sent / size) : 0,
  );
}
