import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import type { Browser } from '../../scripts/browser.ts';
import type { Rng } from '../../town/prng.ts';
import { printRows } from './writing-results.ts';
import { startWorld, type World } from './world.ts';
import { standing, type, type Typed, typedBefore } from './typed-text.ts';

/**
 * Result of rounds with articles. `wrong`: the violations as text. `oldest`: as in `Tally`,
 * milliseconds.
 */
export interface ArticleTally {
  readonly kills: { typing: number; publishing: number };
  readonly wrong: string[];
  published: number;
  oldest: number;
}

/** State of an article when the browser was killed. */
interface Left {
  readonly title: string;
  readonly typed: Typed;
  readonly wasPublished: boolean;
  readonly killed: number;
}

/**
 * INV-NO-LOSS: text typed up to this many milliseconds before the kill is restored. 50 pass until
 * the editor reports it, the rest until it is saved.
 */
const GRACE = 300;
const LATEST = 1_500;
const TIMEOUT_MS = 30_000;
const NOTHING: Left = { title: '', typed: standing(''), wasPublished: false, killed: 0 };

/**
 * Kill the browser while an article is written or published, `rounds` times. `said` receives each
 * round.
 */
export async function articleKillRounds(
  { rounds, seed, browser }: { rounds: number; seed: string; browser: Browser },
  said: (line: string) => void = () => undefined,
): Promise<ArticleTally> {
  const world = await startWorld(seed, browser);
  const tally: ArticleTally = {
    kills: { typing: 0, publishing: 0 },
    wrong: [],
    published: 0,
    oldest: 0,
  };
  try {
    let left = NOTHING;
    for (let round = 1; round <= rounds; round++) {
      const from = performance.now();
      left = await write(world, world.rng.fork(String(round)), left, tally, String(round));
      tally.kills[left.wasPublished ? 'publishing' : 'typing']++;
      said(
        `${round}: killed while ${left.wasPublished ? 'publishing' : 'typing'}, ${((performance.now() - from) / 1_000).toFixed(1)} s`,
      );
    }
    await settle(world, left, tally);
  } catch (error) {
    tally.wrong.push(`ODD ${String(error)}`);
  } finally {
    await world.clear();
  }
  return tally;
}

/** Print the tally as a table for a terminal. */
export function printArticleTally({ kills, published, oldest, wrong }: ArticleTally): string {
  const rows: readonly (readonly [string, number | string])[] = [
    ['kills while typing an article', kills.typing],
    ['kills while publishing one', kills.publishing],
    ['articles published', published],
    ['oldest character that was not there again', `${oldest.toFixed(0)} ms`],
    ['wrong', wrong.length],
  ];
  return printRows(rows);
}

/** Open the restored text, continue it or publish it, and kill. */
async function write(
  world: World,
  rng: Rng,
  left: Left,
  tally: ArticleTally,
  name: string,
): Promise<Left> {
  const { page, kill } = await world.open('/myarticles/drafts');
  const found = await takeUp(page, world, left, tally);
  let { title, typed } = { title: left.title, typed: standing(found ?? '') };
  if (found === undefined) {
    title = `Article ${name}`;
    await page.getByRole('link', { name: 'New article' }).click();
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill(title);
    await field(page).focus();
    await page.keyboard.type(`Text ${name}:`);
    typed = { text: `Text ${name}:`, at: Array.from(`Text ${name}:`, () => performance.now()) };
  } else {
    await field(page).click();
    await page.keyboard.press('Control+End');
  }
  if (rng.chance(0.4)) {
    typed = await type(page, typed, rng, { ms: rng.between(0, 2_500) });
    return { title, typed, wasPublished: false, killed: await kill() };
  }
  typed = await type(page, typed, rng, { words: rng.int(1, 4) });
  await page.getByRole('button', { name: 'Publish' }).click();
  const publish = page
    .getByRole('dialog')
    .getByRole('button', { name: 'Publish' })
    .and(page.locator(':enabled'));
  await publish.click({ timeout: TIMEOUT_MS });
  // most of the work happens early
  await pause(rng.next() ** 2 * LATEST);
  return { title, typed, wasPublished: true, killed: await kill() };
}

/**
 * Open the draft, if there is one, and check it. Return its text, or `undefined` if the draft is
 * gone.
 */
async function takeUp(
  page: Page,
  world: World,
  left: Left,
  tally: ArticleTally,
): Promise<string | undefined> {
  const link = page
    .getByRole('main')
    .getByRole('link', { name: left.title === '' ? 'none' : left.title, exact: true });
  await page.getByText('No drafts yet').or(link).first().waitFor({ timeout: TIMEOUT_MS });
  const done = page.getByText('Your article is published');
  const failed = page.getByRole('button', { name: 'Send again' });
  let found: string | undefined;
  if (await opened(page, link)) {
    // the log has meanwhile reported that a relay accepted it
    const finished = page.getByText('This draft is finished');
    await field(page)
      .or(done)
      .or(finished)
      .or(failed)
      .first()
      .waitFor({ timeout: TIMEOUT_MS })
      .catch(async (error: unknown) => {
        throw new Error(`instead of the article: ${await page.getByRole('main').textContent()}`, {
          cause: error,
        });
      });
    // wait for work in progress
    const busy = page.getByRole('dialog');
    if (await busy.isVisible()) await done.or(failed).first().waitFor({ timeout: TIMEOUT_MS });
    if (await failed.isVisible()) tally.wrong.push(`ODD said to have failed: ${left.typed.text}`);
    if (!(await done.or(finished).first().isVisible())) found = await markdown(page);
    else await page.goto(new URL('/myarticles/drafts', page.url()).href);
  }
  judge(found, left, (await world.counted(30_023)).get(left.typed.text) ?? 0, tally);
  return found;
}

/**
 * Open the draft. Return false if it does not exist, or is gone because the log has reported that a
 * relay accepted its article.
 */
async function opened(page: Page, link: Locator): Promise<boolean> {
  if (!(await link.isVisible())) return false;
  const gone = page.getByText('No drafts yet').waitFor({ timeout: TIMEOUT_MS });
  const clicked = link.click({ timeout: TIMEOUT_MS });
  // the other wait ends by itself
  return Promise.any([clicked.then(() => true), gone.then(() => false)]);
}

function judge(
  found: string | undefined,
  { typed, wasPublished, killed }: Left,
  onRelay: number,
  tally: ArticleTally,
): void {
  // Markdown drops blanks at the end of a paragraph
  const sure = typed.text.slice(0, typedBefore(typed, killed - GRACE)).trimEnd().length;
  if (onRelay > 1) tally.wrong.push(`TWICE ${onRelay} times: ${typed.text}`);
  if (found === undefined) {
    if (onRelay === 0 && sure > 0) tally.wrong.push(`LOST ${typed.text}`);
    if (onRelay > 0) tally.published++;
  } else if (!typed.text.startsWith(found))
    tally.wrong.push(`ODD instead of ${typed.text}: ${found}`);
  else if (onRelay > 0)
    tally.wrong.push(
      `ODD published, but there again: ${found}${wasPublished ? '' : ', and nobody published it'}`,
    );
  else {
    if (found.length < sure) tally.wrong.push(`LOST of ${typed.text} all but: ${found}`);
    if (found.length < typed.text.length)
      tally.oldest = Math.max(tally.oldest, killed - (typed.at[found.length] ?? killed));
  }
}

/** Finally publish the remaining text, and count everything. */
async function settle(world: World, left: Left, tally: ArticleTally): Promise<void> {
  const { page, close } = await world.open('/myarticles/drafts');
  const found = await takeUp(page, world, left, tally);
  if (found !== undefined) {
    await page.getByRole('button', { name: 'Publish' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Publish' })
      .and(page.locator(':enabled'))
      .click({ timeout: TIMEOUT_MS });
    await page.getByText('Your article is published').waitFor({ timeout: TIMEOUT_MS });
    tally.published++;
  }
  await close();
  for (const [text, count] of await world.counted(30_023))
    if (count > 1) tally.wrong.push(`TWICE ${count} times: ${text}`);
}

/** The rich text editor, or the Markdown editor. */
const field = (page: Page) => page.getByRole('textbox', { name: 'Text of the article' });

/** Return the text as Markdown, from the other mode of the editor. */
async function markdown(page: Page): Promise<string> {
  await page.getByRole('radio', { name: 'Markdown' }).click();
  const text = await field(page).inputValue();
  await page.getByRole('radio', { name: 'Rich text' }).click();
  return text;
}
