import { setTimeout as pause } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import type { Browser } from '../../scripts/browser.ts';
import type { Rng } from '../../town/prng.ts';
import { emptyTally, type Moment, type WritingResults } from './writing-results.ts';
import { startWorld, type World } from './world.ts';
import { standing, type, type Typed, typedBefore } from './typed-text.ts';

/** State of a text when the browser was killed. */
interface Left {
  readonly typed: Typed;
  readonly wasPublished: boolean;
  readonly killed: number;
}

const NOTHING: Left = { typed: standing(''), wasPublished: false, killed: 0 };
/**
 * INV-NO-LOSS: text typed up to this many milliseconds before the kill is restored. 200 pass until
 * a save begins, the rest until it is saved.
 */
const GRACE = 350;
const LATEST = 1_500;
const TIMEOUT_MS = 30_000;

/**
 * Kill the browser at random moments, `rounds` times. Count losses and repetitions. `said` receives
 * each round.
 */
export async function killRounds(
  { rounds, seed, browser }: { rounds: number; seed: string; browser: Browser },
  said: (line: string) => void = () => undefined,
): Promise<WritingResults> {
  const world = await startWorld(seed, browser);
  const tally = emptyTally();
  try {
    const likes = new Set<string>();
    let left = NOTHING;
    let letterLeft = NOTHING;
    for (let round = 1; round <= rounds; round++) {
      const rng = world.rng.fork(String(round));
      const from = performance.now();
      const aim = rng.next();
      let killed: Moment;
      if (aim < 0.2) killed = await like(world, rng, likes);
      else if (aim < 0.5) {
        letterLeft = await message(world, rng, letterLeft, tally, String(round));
        killed = 'messaging';
      } else ({ left, moment: killed } = await write(world, rng, left, tally, String(round)));
      tally.kills[killed]++;
      said(
        `${round}: killed while ${killed}, ${((performance.now() - from) / 1_000).toFixed(1)} s`,
      );
    }
    await settle(world, left, letterLeft, likes, tally);
  } catch (error) {
    tally.odd.push(String(error));
  } finally {
    await world.clear();
  }
  return tally;
}

/** Open the restored text, continue it or publish it, and kill. */
async function write(
  world: World,
  rng: Rng,
  left: Left,
  tally: WritingResults,
  name: string,
): Promise<{ left: Left; moment: Moment }> {
  const { page, kill, stage } = await world.open();
  const found = await takeUp(page, world, left, tally);
  if (found === undefined) await newNote(page);
  let typed = standing(found ?? '');
  if (typed.text === '')
    typed = await type(page, await begin(field(page), name), rng, { words: 1 });
  else await page.keyboard.press('Control+End');
  // a text that may be on the relay already is not continued: the same text must not appear twice
  const isOpen = left.wasPublished && found === left.typed.text;
  if (!isOpen && rng.chance(0.4)) {
    typed = await type(page, typed, rng, { ms: rng.between(0, 2_500) });
    return { left: { typed, wasPublished: false, killed: await kill() }, moment: 'typing' };
  }
  if (!isOpen) typed = await type(page, typed, rng, { words: rng.int(1, 4) });
  await page.keyboard.press('Control+Enter');
  // most of the work happens early
  await pause(rng.next() ** 2 * LATEST);
  const said = stage();
  const killed = await kill();
  const moment = said.startsWith('Sending') ? 'sending' : said === '' ? 'accepted' : 'signing';
  return { left: { typed, wasPublished: true, killed }, moment };
}

/**
 * Open the composer and check its text. Return the text, or `undefined` if it was published
 * automatically.
 */
async function takeUp(
  page: Page,
  world: World,
  left: Left,
  tally: WritingResults,
): Promise<string | undefined> {
  await newNote(page);
  const posted = page.getByText('Note posted successfully');
  const failed = page.getByRole('button', { name: 'Send again' });
  await field(page).or(posted).or(failed).first().waitFor({ timeout: TIMEOUT_MS });
  const found = (await field(page).isVisible()) ? await field(page).inputValue() : undefined;
  if (await failed.isVisible()) tally.odd.push(`said to have failed: ${left.typed.text}`);
  if (await judge(found, left, (await world.counted(1)).get(left.typed.text) ?? 0, tally))
    tally.published++;
  return found;
}

/**
 * Compare the restored text with the typed text and with the relay. Return true if it was
 * published.
 */
async function judge(
  found: string | undefined,
  { typed, wasPublished, killed }: Left,
  onRelay: number,
  tally: WritingResults,
): Promise<boolean> {
  const sure = typedBefore(typed, killed - GRACE);
  const isGone = found === undefined || found === '';
  if (isGone) {
    if (onRelay === 0 && (sure > 0 || found === undefined)) tally.lost.push(typed.text);
  } else if (!typed.text.startsWith(found)) tally.odd.push(`instead of ${typed.text}: ${found}`);
  else if (found.length < sure && onRelay === 0)
    tally.lost.push(`${typed.text}, but for: ${found}`);
  else if (onRelay > 0 && (found !== typed.text || !wasPublished))
    tally.odd.push(`published, but there again: ${found}`);
  if (found !== undefined && onRelay === 0 && found.length < typed.text.length)
    tally.oldest = Math.max(tally.oldest, killed - (typed.at[found.length] ?? killed));
  return isGone && onRelay > 0;
}

/** Open the restored message, continue it or send it, and kill. */
async function message(
  world: World,
  rng: Rng,
  left: Left,
  tally: WritingResults,
  name: string,
): Promise<Left> {
  const { page, kill } = await world.open(world.letters);
  const found = await takeUpLetter(page, world, left, tally);
  let typed = standing(found);
  if (typed.text === '')
    typed = await type(page, await begin(letter(page), name), rng, { words: 1 });
  else await letter(page).press('Control+End');
  if (rng.chance(0.4)) {
    typed = await type(page, typed, rng, { ms: rng.between(0, 1_500) });
    return { typed, wasPublished: false, killed: await kill() };
  }
  typed = await type(page, typed, rng, { words: rng.int(1, 4) });
  await page.keyboard.press('Enter');
  await pause(rng.next() ** 2 * LATEST);
  return { typed, wasPublished: true, killed: await kill() };
}

/** Open a conversation and check the text in its box, once none of its messages is in transit. */
async function takeUpLetter(
  page: Page,
  world: World,
  left: Left,
  tally: WritingResults,
): Promise<string> {
  await letter(page).waitFor({ timeout: TIMEOUT_MS });
  await page.getByText('Sending…', { exact: true }).waitFor({ state: 'detached' });
  const found = await letter(page).inputValue();
  if (await judge(found, left, (await world.counted(4)).get(left.typed.text) ?? 0, tally))
    tally.messages++;
  return found;
}

/** Begin a text that no other round uses. */
async function begin(box: Locator, name: string): Promise<Typed> {
  const text = `Text ${name}:`;
  await box.focus({ timeout: TIMEOUT_MS });
  await box.page().keyboard.type(text);
  return { text, at: Array.from(text, () => performance.now()) };
}

/** The field once it is known if its text was already being sent. */
const letter = (page: Page) =>
  page
    .getByRole('textbox', { name: 'Message' })
    .and(page.locator(':not([readonly]):not([aria-busy])'));
/**
 * The field once the composer knows its text. A text begun earlier would be put after the saved
 * one.
 */
const field = (page: Page) => page.locator('section[aria-busy="false"] textarea:not([readonly])');

async function newNote(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New note' }).first().click();
}

/** Like some new notes, and earlier ones that are not marked as liked, and kill. */
async function like(world: World, rng: Rng, likes: Set<string>): Promise<Moment> {
  for (let n = rng.int(1, 3); n > 0; n--) likes.add(await world.tell(`Like me ${likes.size}`));
  const { page, kill } = await world.open(world.other);
  await likeAll(page, likes, rng);
  // held for four seconds, then signed and sent
  await pause(rng.chance(0.4) ? rng.between(0, 4_000) : rng.between(3_900, 5_200));
  await kill();
  return 'liking';
}

async function likeAll(page: Page, likes: ReadonlySet<string>, rng: Rng): Promise<void> {
  for (const id of [...likes].slice(-6)) {
    const heart = page
      .getByRole('feed')
      .locator(`[data-note="${id}"]`)
      .getByRole('button', { name: /^Like/ });
    await heart.waitFor({ timeout: TIMEOUT_MS });
    if ((await heart.getAttribute('aria-pressed')) !== 'true') await heart.click();
    // a user who is not sure whether the press counted
    if (rng.chance(0.2)) await heart.dblclick();
    await pause(rng.between(0, 200));
  }
}

/** Finally let all work finish, press every button of the publishing list, and count. */
async function settle(
  world: World,
  left: Left,
  letterLeft: Left,
  likes: ReadonlySet<string>,
  tally: WritingResults,
): Promise<void> {
  const { page, close } = await world.open();
  const found = await takeUp(page, world, left, tally);
  if (found !== undefined && found !== '') {
    await page.keyboard.press('Control+Enter');
    await page.getByText('Note posted successfully').waitFor({ timeout: TIMEOUT_MS });
    tally.published++;
  }
  await page.goto(new URL(world.letters, page.url()).href);
  await takeUpLetter(page, world, letterLeft, tally);
  await page.goto(new URL('/settings/publishing', page.url()).href);
  const unfinished = page.getByRole('region', { name: 'Not finished' });
  await page.getByRole('region', { name: 'Published' }).waitFor({ timeout: TIMEOUT_MS });
  const ask = unfinished.getByRole('button', { name: 'Sign now' });
  for (let left = await ask.count(); left > 0; left--) {
    await ask.first().click();
    await ask.nth(left - 1).waitFor({ state: 'detached', timeout: TIMEOUT_MS });
  }
  await unfinished.waitFor({ state: 'detached', timeout: TIMEOUT_MS });
  await close();
  for (const [text, count] of await world.counted(1))
    if (count > 1) tally.twice.push(`${count} times: ${text}`);
  for (const [text, count] of await world.counted(4))
    if (count > 1) tally.twice.push(`${count} times to somebody: ${text}`);
  const liked = await world.counted(7);
  for (const [id, count] of liked) if (count > 1) tally.twice.push(`liked ${count} times: ${id}`);
  tally.liked = [...likes].filter((id) => liked.has(id)).length;
}
