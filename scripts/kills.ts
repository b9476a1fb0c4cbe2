/**
 * `npm run kills -- [writing|articles|store|money|paying|melting|giving|swapping] [ROUNDS] [SEED]`:
 * kills processes with SIGKILL at random moments, and counts the losses. `writing` (the default):
 * the browser, while a user writes, publishes, sends messages and likes. `articles`: the browser,
 * while a user writes and publishes articles. `store`: two services on one PostgreSQL, or
 * PostgreSQL itself, while users write at both. `money`, or one part of it: the browser, the
 * service or both, while a user zaps, pays with ecash, sends nutzaps and swaps ecash.
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { articleKillRounds, printArticleTally } from '../tests/kills/article-rounds.ts';
import { MONEY_MOMENTS, moneyKillRounds, printMoneyTally } from '../tests/kills/money-rounds.ts';
import { killRounds } from '../tests/kills/writing-rounds.ts';
import { printStoreTally, storeKillRounds } from '../tests/kills/store-rounds.ts';
import { printTally, wrongs } from '../tests/kills/writing-results.ts';
import { browser } from './browser.ts';

const ROOT = resolve(import.meta.dirname, '..');
const args = process.argv.slice(2);
const kind = args[0] !== undefined && /^[a-z]+$/.test(args[0]) ? (args.shift() ?? '') : 'writing';
const [rounds = '200', seed = String(Date.now())] = args;
const moments =
  kind === 'money' ? MONEY_MOMENTS : MONEY_MOMENTS.filter((moment) => moment === kind);
if (!['writing', 'articles', 'store'].includes(kind) && moments.length === 0) {
  console.error(
    `there are no rounds of ${kind}, but of: writing, articles, store, money, ${MONEY_MOMENTS.join(', ')}`,
  );
  process.exit(2);
}

if (kind !== 'store' && process.env['STARLING_DIST'] === undefined) {
  spawnSync(join(ROOT, 'node_modules/.bin/vite'), ['build', '--logLevel', 'error'], {
    cwd: ROOT,
    stdio: 'inherit',
  });
}
console.log(`${rounds} rounds of ${kind}, seed ${seed}`);
const { text, wrong } = await run();
console.log(`\n${text}`);
for (const one of wrong) console.log(one);
process.exit(wrong.length === 0 ? 0 : 1);

async function run(): Promise<{ text: string; wrong: readonly string[] }> {
  if (kind === 'store') {
    const tally = await storeKillRounds({ rounds: Number(rounds), seed }, console.log);
    return { text: printStoreTally(tally), wrong: tally.wrong };
  }
  const order = { rounds: Number(rounds), seed, browser: await browser() };
  if (kind === 'writing') {
    const tally = await killRounds(order, console.log);
    return { text: printTally(tally), wrong: wrongs(tally) };
  }
  if (kind === 'articles') {
    const tally = await articleKillRounds(order, console.log);
    return { text: printArticleTally(tally), wrong: tally.wrong };
  }
  const tally = await moneyKillRounds({ ...order, moments }, console.log);
  return { text: printMoneyTally(tally), wrong: tally.wrong };
}
