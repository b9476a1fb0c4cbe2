import fc from 'fast-check';
import { expect, test } from 'vitest';
import { counter, histogram, metricsPage, reading } from './prometheus.ts';

/**
 * Parse one line like a scraper. Quoted values may contain anything, with three characters escaped.
 */
function read(line: string): {
  readonly name: string;
  readonly labels: Record<string, string>;
  readonly value: number;
} {
  const labels: Record<string, string> = {};
  const name = /^\w+/.exec(line)?.[0] ?? '';
  let at = name.length;
  while (line[at] === '{' || line[at] === ',') {
    const label = /^\w+/.exec(line.slice(at + 1))?.[0] ?? '';
    at += 1 + label.length + 2;
    let text = '';
    for (; line[at] !== '"'; at++) {
      if (at >= line.length) throw new Error(`no end of a label in ${line}`);
      if (line[at] === '\\') text += { n: '\n', '\\': '\\', '"': '"' }[line[++at] ?? ''] ?? '?';
      else text += line[at];
    }
    labels[label] = text;
    at++;
  }
  if (line[at] === '}') at++;
  return { name, labels, value: Number(line.slice(at + 1).replace('Inf', 'Infinity')) };
}

const text = fc.string({ unit: 'binary', maxLength: 20 });
const nasty = fc.oneof(
  text,
  fc.string({ unit: fc.constantFrom('\\', '"', '\n', 'n', '{', '}', ',', ' ') }),
);

test('each metric is one line that parses back, for any label and help text', () => {
  fc.assert(
    fc.property(fc.uniqueArray(nasty, { minLength: 1, maxLength: 5 }), nasty, (values, help) => {
      const figures = counter({ name: 'some_total', help, label: 'what', values });
      for (const [n, value] of values.entries()) figures.add(value, n + 1);
      const lines = metricsPage([figures]).slice(0, -1).split('\n');
      expect(lines.slice(0, 2)).toEqual([
        expect.stringMatching(/^# HELP some_total /),
        '# TYPE some_total counter',
      ]);
      expect(lines.slice(2).map(read)).toEqual(
        values.map((what, n) => ({ name: 'some_total', labels: { what }, value: n + 1 })),
      );
    }),
  );
});

test('buckets are cumulative, and the last one contains everything', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 20, noNaN: true }), { minLength: 1 }),
      (times) => {
        const figures = histogram({
          name: 'x_seconds',
          help: 'x',
          label: 'verb',
          values: ['feed'],
        });
        for (const time of times) figures.observe('feed', time);
        const lines = figures.lines().slice(2).map(read);
        for (const { name, labels, value } of lines.filter(
          ({ name: of }) => of === 'x_seconds_bucket',
        ))
          expect([name, value]).toEqual([
            name,
            times.filter((time) => time <= Number(labels['le']?.replace('Inf', 'Infinity'))).length,
          ]);
        expect(lines.at(-1)).toEqual({
          name: 'x_seconds_count',
          labels: { verb: 'feed' },
          value: times.length,
        });
        expect(lines.at(-2)?.value).toBeCloseTo(times.reduce((sum, time) => sum + time, 0));
      },
    ),
  );
});

test('unnamed values are counted together, for any number of values', () => {
  const [some, times] = [
    counter({ name: 'a_total', help: 'a', label: 'what', values: ['known'] }),
    histogram({ name: 'b_seconds', help: 'b', label: 'what', values: ['known'] }),
  ];
  for (let n = 0; n < 100; n++) {
    some.add(`stranger ${n}`);
    times.observe(`stranger ${n}`, 1);
  }
  expect(some.lines().slice(2)).toEqual(['a_total{what="known"} 0', 'a_total{what="other"} 100']);
  expect(times.lines().at(-1)).toBe('b_seconds_count{what="other"} 100');
});

test('a computed metric is read each time, and may be infinite', () => {
  let at = 0;
  const figure = reading({ name: 'memory_bytes', help: 'bytes' }, 'gauge', () => ++at);
  expect([figure.lines()[2], figure.lines()[2]]).toEqual(['memory_bytes 1', 'memory_bytes 2']);
  const ends = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN];
  expect(
    ends.map((value) => reading({ name: 'x', help: '' }, 'gauge', () => value).lines()[2]),
  ).toEqual(['x +Inf', 'x -Inf', 'x NaN']);
});
