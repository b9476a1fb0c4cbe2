import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getPublicKey, nip19 } from 'nostr-tools';
import type { AnyActorRef } from 'xstate';
import { build } from 'vite';
import { readRecording } from '../../../src/machines/app/recording/read-recording.ts';
import { compareChecks } from '../../../src/machines/app/recording/recording-checks.ts';
import type { Recording } from '../../../src/machines/app/recording/recorder.ts';
import { replay } from '../../../src/machines/app/recording/replay.ts';
import { replayedApp } from '../../../src/machines/app/recording/replayed-app.ts';
import { stateHashes } from '../../../src/machines/app/recording/state-hash.ts';
import { secretKey } from '../../support/events/signed.ts';
import { differences } from '../../support/machines/differences.ts';
import {
  enterKey,
  fromMenu,
  keyOfJun,
  leftDialogs,
  neighbourhood,
  newNote,
  signInAs,
} from '../support/pages/account.ts';
import { walletOf } from '../support/pages/money.ts';
import { expect, LONG, test } from '../support/test.ts';

const RIO = 41;

/** The code of `watchPage` as a script, which a page evaluates. */
async function watchScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: {
        entry: join(import.meta.dirname, '../../support/machines/page-recording.ts'),
        formats: ['iife'],
        name: 'pageRecording',
      },
    },
  });
  const [first] = Array.isArray(built) ? built : [];
  const code = first?.output[0].code;
  if (code === undefined) throw new Error('the script was not built');
  return code;
}

type Hashes = readonly (readonly [number, Readonly<Record<string, number>>])[];

/** Replay, and compare the states of all actors after each step with those of the page. */
function compare(recording: Recording, hashes: Hashes) {
  const known = new Map(hashes);
  const differing: string[] = [];
  let compared = 0;
  const checks = compareChecks(recording);
  const onStep = (played: number, root: AnyActorRef) => {
    checks.onStep(played, root);
    const expected = known.get(played);
    if (!expected) return;
    compared++;
    const paths = differences(new Map(Object.entries(expected)), stateHashes(root));
    differing.push(...paths.map((path) => `after ${played} entries ${path}`));
  };
  const { lost } = replay(replayedApp(), recording, { onStep });
  return {
    compared,
    checked: checks.result(),
    differing,
    lost: lost.map(({ to, event }) => `${to.join('/')} ${event.type}`),
  };
}

test('TOOL-02 BEYOND-07 a session recorded in a browser is replayed in Node with the same states', {
  tag: LONG,
}, async ({ page, context, house }) => {
  test.setTimeout(180_000);
  const site = await house(neighbourhood());
  await page.goto(`${site.url}/home`);
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.evaluate(
    `${await watchScript()};
    window.readRecording = pageRecording.watchPage(document.getElementById('root'))`,
  );
  await signInAs(page, keyOfJun());
  const row = page.getByRole('feed').getByRole('article').first();
  const like = row.getByRole('button', { name: /^Like/ });
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true', { timeout: 20_000 });
  await newNote(page).click();
  await expect(page.getByLabel('Your text')).toBeFocused();
  await page.keyboard.type('Said in a recording.');
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'New note' })).toHaveCount(0);
  await context.setOffline(true);
  const strip = page.getByRole('status').filter({ hasText: /^Offline\./ });
  await expect(strip).toBeVisible();
  await context.setOffline(false);
  await expect(strip).toHaveCount(0, { timeout: 20_000 });
  await fromMenu(page, 'Add an account');
  await enterKey(page, secretKey(RIO));
  await expect(page.getByText('Signed in', { exact: true })).toBeVisible({ timeout: 20_000 });
  await page.getByText('Said over the fence').first().click();
  await expect(page).not.toHaveURL(/\/home$/);
  await expect(page.getByRole('article').first()).toBeVisible();

  const { text, hashes }: { text: string; hashes: Hashes } = await page.evaluate(() =>
    Reflect.get(window, 'readRecording')(),
  );
  const recording = readRecording(text);
  const { compared, checked, ...faults } = compare(recording, hashes);
  expect(faults).toEqual({ differing: [], lost: [] });
  expect(compared).toBeGreaterThan(150);
  // the recorder's own checks, at most one a second
  expect(checked.divergence).toBeUndefined();
  expect(checked.compared).toBeGreaterThan(2);

  // planted: an answer by chance
  const { log } = recording;
  const at = log.findIndex(({ event }) => event.type === 'signer.answered');
  const chancy = log.map((entry, index) =>
    index === at ? { ...entry, event: { ...entry.event, id: String(Math.random()) } } : entry,
  );
  expect(compare({ ...recording, log: chancy }, hashes).differing).not.toEqual([]);
});

/** Minutes of the session. STARLING_MINUTES=60 makes it an hour. */
const MINUTES = Number(process.env['STARLING_MINUTES'] ?? 2);
const ROOT = "document.getElementById('root')";

test(
  'TOOL-02 BEYOND-07 a long session replays to the same states in Node and in another browser',
  {
    tag: LONG,
  },
  async ({ page, context, browser, house }, info) => {
    test.setTimeout((MINUTES * 2 + 8) * 60_000);
    page.setDefaultTimeout(30_000);
    await page.addLocatorHandler(page.getByRole('alertdialog', { name: 'Zap again?' }), () =>
      page.keyboard.press('Escape'),
    );
    const site = await house({ town: 0.1 });
    const jun = site.demo.find(({ name }) => name === 'jun');
    const { data } = nip19.decode(jun?.nsec ?? '');
    if (!(data instanceof Uint8Array)) throw new Error('the town has no jun');
    const key = getPublicKey(data);
    const send = (path: string) =>
      page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, path);
    const speak = (language: string) =>
      page.evaluate(
        `pageRecording.appOf(${ROOT}).app.getSnapshot().children.settings.send({ type: 'settings.change', change: { language: '${language}' } })`,
      );
    const change = (pubkey: string) =>
      page.evaluate(
        `pageRecording.appOf(${ROOT}).app.getSnapshot().children.account.getSnapshot().context.session.send({ type: 'session.switch', pubkey: '${pubkey}' })`,
      );
    const publish = async (text: string) => {
      await newNote(page).click();
      await expect(page.getByLabel('Your text')).toBeFocused();
      await page.keyboard.type(text);
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
    };

    await page.goto(`${site.url}/home`);
    await expect(page.getByRole('article').first()).toBeVisible();
    await page.evaluate(await watchScript());
    await signInAs(page, data);
    await send('/settings/nwc');
    await page.getByLabel('Connection string').fill(walletOf(site, 'jun'));
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.getByText('play sats', { exact: false }).first()).toBeVisible({
      timeout: 20_000,
    });
    await send('/home');
    await fromMenu(page, 'Add an account');
    await enterKey(page, secretKey(RIO));
    await expect(page.getByText('Signed in', { exact: true }).last()).toBeVisible({
      timeout: 20_000,
    });
    await change(key);
    const end = Date.now() + MINUTES * 60_000;
    for (let turn = 0; Date.now() < end; turn++) {
      await send('/home');
      const rows = page.getByRole('feed').getByRole('article');
      await expect(rows.first()).toBeVisible({ timeout: 30_000 });
      const row = rows.nth(turn % 4);
      const like = row.getByRole('button', { name: /^Like/ });
      if (turn % 2 === 0 && (await like.count()) > 0) await like.click();
      const bolts = page.locator(
        'article [data-act=zap][aria-pressed=false]:not([aria-disabled=true])',
      );
      if (turn % 3 === 0 && (await bolts.count()) > 0) await bolts.first().click();
      if (turn % 4 === 0) {
        await publish(`Said in turn ${turn}.`);
        await expect(page.getByRole('dialog', { name: 'New note' })).toHaveCount(0);
      }
      if (turn % 5 === 1) {
        await context.setOffline(true);
        await publish(`Said offline in turn ${turn}.`);
        await page.keyboard.press('Escape');
        await context.setOffline(false);
        await leftDialogs(page);
      }
      if (turn % 6 === 2) for (const language of ['de', 'ar', 'en']) await speak(language);
      if (turn % 7 === 3) {
        await change(getPublicKey(secretKey(RIO)));
        await send('/notifications');
        await change(key);
      }
      if (turn % 8 === 4) {
        await send('/settings/publishing');
        const again = page.getByRole('button', { name: 'Send again' }).first();
        if (await again.isVisible()) await again.click();
      }
      await send(['/explore', '/reads', '/dms', '/settings/network'][turn % 4] ?? '/home');
      await expect(page.getByRole('heading').first()).toBeVisible();
      await page.waitForTimeout(MINUTES > 5 ? 8_000 : 500);
    }
    const text: string = await page.evaluate(`pageRecording.readPage(${ROOT})`);
    const recording = readRecording(text);
    const checks = compareChecks(recording);
    const { lost } = replay(replayedApp(), recording, { onStep: checks.onStep });
    expect(lost.map(({ to, event }) => `${to.join('/')} ${event.type}`)).toEqual([]);
    expect(checks.result().divergence).toBeUndefined();
    expect(checks.result().compared).toBeGreaterThan(MINUTES * 10);

    const file = info.outputPath('session.jsonl');
    await writeFile(file, text);
    const other = await (await browser.newContext()).newPage();
    await other.goto(`${site.url}/settings/devtools`);
    const opening = other.waitForEvent('popup');
    await other.getByLabel('Open a recording').setInputFiles(file);
    const replayed = await opening;
    const inspector = replayed.getByRole('complementary', { name: 'Inspector' });
    await expect(inspector.getByText(/^Recording, [\d,]+ events$/)).toBeVisible({
      timeout: 120_000,
    });
    await other.context().close();
  },
);
