/** A metric, or one for each value of a label, in the text format of Prometheus (0.0.4). */
export interface Metric {
  /** Its lines, HELP and TYPE first. */
  lines(): string[];
}

/** Name and description of a metric. */
export interface Named {
  /** Letters, digits and `_`. It ends with the unit, and with `_total` if it only grows. */
  readonly name: string;
  readonly help: string;
}

/**
 * The label of a metric. Other values are counted together as `other`, so that their number is
 * bounded.
 */
export interface Labelled extends Named {
  readonly label: string;
  readonly values: Iterable<string>;
}

/** A counter that only grows. */
export interface Counter extends Metric {
  add(value: string, amount?: number): void;
}

/** Distribution of durations. */
export interface Histogram extends Metric {
  readonly observe: (value: string, seconds: number) => void;
}

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';
/** Label value for unknown values. */
export const OTHER = 'other';
/** Upper bounds, in seconds. */
const BOUNDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5] as const;

export function metricsPage(metrics: readonly Metric[]): string {
  return `${metrics.flatMap((metric) => metric.lines()).join('\n')}\n`;
}

export function counter(about: Labelled): Counter {
  const known = new Set(about.values);
  const sums = new Map<string, number>([...known].map((value) => [value, 0]));
  return {
    add(value, amount = 1) {
      const name = known.has(value) ? value : OTHER;
      sums.set(name, (sums.get(name) ?? 0) + amount);
    },
    lines: () => [
      ...head(about, 'counter'),
      ...[...sums].map(([value, sum]) => line(about.name, { [about.label]: value }, sum)),
    ],
  };
}

export function histogram(about: Labelled): Histogram {
  const known = new Set(about.values);
  const series = new Map<string, { readonly counts: number[]; count: number; sum: number }>();
  return {
    observe(value, seconds) {
      const name = known.has(value) ? value : OTHER;
      const one = series.get(name) ?? { counts: BOUNDS.map(() => 0), count: 0, sum: 0 };
      series.set(name, one);
      // Buckets are cumulative.
      for (const [at, bound] of BOUNDS.entries())
        if (seconds <= bound) one.counts[at] = (one.counts[at] ?? 0) + 1;
      one.count++;
      one.sum += seconds;
    },
    lines: () => [
      ...head(about, 'histogram'),
      ...[...series].flatMap(([value, { counts, count, sum }]) => [
        ...[...BOUNDS, Number.POSITIVE_INFINITY].map((bound, at) =>
          line(
            `${about.name}_bucket`,
            { [about.label]: value, le: numeral(bound) },
            counts[at] ?? count,
          ),
        ),
        line(`${about.name}_sum`, { [about.label]: value }, sum),
        line(`${about.name}_count`, { [about.label]: value }, count),
      ]),
    ],
  };
}

/** A metric that is read when the page is requested. */
export function reading(about: Named, type: 'gauge' | 'counter', read: () => number): Metric {
  return { lines: () => [...head(about, type), line(about.name, {}, read())] };
}

function head({ name, help }: Named, type: string): string[] {
  return [
    `# HELP ${name} ${help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`,
    `# TYPE ${name} ${type}`,
  ];
}

function line(name: string, labels: Readonly<Record<string, string>>, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${numeral(value)}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');
}

function numeral(value: number): string {
  return Number.isFinite(value) || Number.isNaN(value)
    ? String(value)
    : value > 0
      ? '+Inf'
      : '-Inf';
}
