import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { progressLine } from '../../../service/command-line/progress-line.ts';
import type { Figure } from '../figures-table.ts';
import { ENGINES } from './engines.ts';
import { figuresOf, fileOf, growthOf, type Measured, measureSize } from './sizes.ts';

const OPTIONS = {
  /** Numbers of events; a million besides a hundred thousand where their file is there. */
  events: { type: 'string', multiple: true },
  /** Names of engines; all. */
  engine: { type: 'string', multiple: true },
  /** Where the files of events lie, and are made. */
  files: { type: 'string' },
  /** Where what was filled stays, to be measured again without filling it. */
  data: { type: 'string' },
  /** Fills PostgreSQL by copying rows, as no service does: for sizes that would take hours. */
  bulk: { type: 'boolean' },
} as const;

/** Measures the service by the arguments behind `npm run bench -- service`. */
export async function benchSizes(args: readonly string[]): Promise<readonly Figure[]> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const files = values.files ?? tmpdir();
  const counts = values.events?.map((text) => Number(text.replaceAll('_', ''))) ?? [
    100_000,
    ...(existsSync(fileOf(files, 1e6)) ? [1e6] : []),
  ];
  const engines = ENGINES.filter(({ name }) => values.engine?.includes(name.toLowerCase()) ?? true);
  const measured: Measured[] = [];
  const progress = progressLine(process.stdout);
  for (const engine of engines) {
    for (const count of counts) {
      const told = (what: string, done: number) => progress.show(done, count, `${what}, ${engine.name}`);
      measured.push(await measureSize({ engine, count, files, data: values.data, inBulk: values.bulk ?? false }, told));
      progress.end();
    }
  }
  return [...measured.flatMap(figuresOf), ...growthOf(measured)];
}
