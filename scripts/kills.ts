/**
 * `npm run kills -- [articles] [ROUNDS] [SEED]`: ends the browser with SIGKILL in the middle of writing, publishing, messages and liking, or of writing and
 * publishing articles, and counts what that cost.
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { articleKillRounds, printArticleTally } from '../tests/kills/article-rounds.ts';
import { killRounds } from '../tests/kills/rounds.ts';
import { printTally, wrongs } from '../tests/kills/tally.ts';
import { browser } from './browser.ts';

const ROOT = resolve(import.meta.dirname, '..');
const args = process.argv.slice(2);
const isArticles = args[0] === 'articles';
const [rounds = '200', seed = String(Date.now())] = isArticles ? args.slice(1) : args;

if (process.env['STARLING_DIST'] === undefined) {
  spawnSync(join(ROOT, 'node_modules/.bin/vite'), ['build', '--logLevel', 'error'], { cwd: ROOT, stdio: 'inherit' });
}
console.log(`${rounds} rounds, seed ${seed}`);
if (isArticles) {
  const articles = await articleKillRounds({ rounds: Number(rounds), seed, browser: await browser() }, console.log);
  console.log(`\n${printArticleTally(articles)}`);
  for (const wrong of articles.wrong) console.log(wrong);
  process.exit(articles.wrong.length === 0 ? 0 : 1);
}
const tally = await killRounds({ rounds: Number(rounds), seed, browser: await browser() }, console.log);
console.log(`\n${printTally(tally)}`);
for (const wrong of wrongs(tally)) console.log(wrong);
process.exit(wrongs(tally).length === 0 ? 0 : 1);
