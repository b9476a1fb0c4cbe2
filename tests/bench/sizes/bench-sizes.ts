import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { progressLine } from '../../../service/command-line/progress-line.ts';
import type { Figure } from '../figures-table.ts';
import { ENGINES } from './engines.ts';
import { figuresOf, fileOf, growthOf, type Measured, measureSize } from './sizes.ts';

const OPTIONS = {
  /** Numbers of events; by default a hundred thousand, and a million if its file exists. */
  events: { type: 'string', multiple: true },
  /** Names of engines; by default all. */
  engine: { type: 'string', multiple: true },
  /** Folder of the event files, where missing ones are generated. */
  files: { type: 'string' },
  /** Folder that keeps filled databases, so that later runs need not fill them. */
  data: { type: 'string' },
  /** Fill PostgreSQL by copying rows, which no service does, for sizes that would take hours. */
  bulk: { type: 'boolean' },
} as const;

/** Measure the service with the arguments after `npm run bench -- service`. */
export async function benchSizes(args: readonly string[]): Promise<readonly Figure[]> {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  const files = values.files ?? tmpdir();
  const counts = values.events?.map((text) => Number(text.replaceAll('_', ''))) ?? [
    100_000,
    ...(existsSync(fileOf(files, 1e6)) ? [1e6] : []),
  ];
  const engines = ENGINES.filter(({ name }) => values.engine?.includes(name.toLowerCase()) ?? true);
  const measured: Measured[] = [];
  const progress = progressLine(process.stdout, () => performance.now());
  for (const engine of engines) {
    for (const count of counts) {
      const told = (what: string, done: number) =>
        progress.show(done, count, `${what}, ${engine.name}`);
      measured.push(
        await measureSize(
          { engine, count, files, data: values.data, inBulk: values.bulk ?? false },
          told,
        ),
      );
      progress.end();
    }
  }
  return [...measured.flatMap(figuresOf), ...growthOf(measured)];
}
