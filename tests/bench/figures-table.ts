/** One figure: a measurement and its budget. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit: 'ms' | 'KB' | 'MB' | '%' | 'px' | '';
  /** `undefined`: for information only. */
  readonly budget?: number;
  /** Time of the reference work in the same place, in milliseconds; only for times. */
  readonly reference?: number;
}

const HEAD = ['what', 'measured', 'budget', '', 'x reference'];

/** Print the figures as a table for a terminal. Figures over budget are marked. */
export function printTable(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, value, unit, budget, reference }) => [
    what,
    said(value, unit),
    budget === undefined ? '' : `<= ${said(budget, unit)}`,
    budget === undefined ? '' : value <= budget ? 'ok' : 'MISS',
    reference === undefined ? '' : (value / reference).toFixed(2),
  ]);
  const all = [HEAD, ...rows];
  const widths = HEAD.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}

export function missed(figures: readonly Figure[]): number {
  return figures.filter(({ value, budget }) => budget !== undefined && value > budget).length;
}

function said(value: number, unit: Figure['unit']): string {
  const digits =
    unit === '%' || (value !== 0 && Math.abs(value) < 10) ? 2 : Math.abs(value) < 100 ? 1 : 0;
  const text = value.toLocaleString('en-us', {
    maximumFractionDigits: digits,
    minimumFractionDigits: unit === '' ? 0 : digits,
  });
  return unit === '' ? text : `${text} ${unit}`;
}

/** Return the value that this share of the values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / values.length;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}
