/**
 * `npm run replay FILE`: replay a recording without a network, and print its end state. `-- --help`
 * prints the options.
 */
import { join } from 'node:path';
import { Refusal, replayCommand } from './replay/command.ts';

try {
  const folder = join(import.meta.dirname, '../tests/recordings');
  process.stdout.write(`${replayCommand(process.argv.slice(2), folder).join('\n')}\n`);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  process.stderr.write(`${error.message}\nnpm run replay -- --help lists the options\n`);
  process.exitCode = 2;
}
