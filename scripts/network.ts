/**
 * `npm run network -- COUNT [FILE] [SEED]`: writes the events of a generated network as compressed
 * JSONL, the input of `npm start -- --import` and `npm run bench -- service`. The same seed gives
 * the same events up to the time of the last one, which `UNTIL` (seconds) sets.
 */
import { statSync } from 'node:fs';
import { progressLine } from '../service/command-line/progress-line.ts';
import { network } from '../tests/network/network.ts';
import { networkFile, USUAL, writeEvents } from '../tests/network/network-file.ts';

const [wanted = '100000', given, seed = String(USUAL.seed)] = process.argv.slice(2);
const count = Number(wanted.replaceAll('_', ''));
if (!Number.isSafeInteger(count) || count < 1) {
  console.error(`not a number of events: ${wanted}`);
  process.exit(2);
}
const file = given ?? networkFile(count);
const until = Number(process.env['UNTIL'] ?? USUAL.until);
const progress = progressLine(process.stdout, () => performance.now());
const from = performance.now();
await writeEvents(file, network({ count, seed: Number(seed), until }), (done) =>
  progress.show(done, count, 'Making events'),
);
progress.end();
const took = (performance.now() - from) / 1_000;
const [size, memory] = [statSync(file).size, process.resourceUsage().maxRSS * 1_024].map((bytes) =>
  (bytes / 1e6).toFixed(0),
);
console.log(
  `${file}: ${count} events, ${size} MB, ${Math.round(count / took)} events a second, ${memory} MB of memory at most`,
);
