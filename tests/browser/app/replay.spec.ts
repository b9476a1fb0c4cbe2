import { join } from 'node:path';
import type { AnyActorRef } from 'xstate';
import { build } from 'vite';
import { readRecording } from '../../../src/machines/app/read-recording.ts';
import { compareChecks } from '../../../src/machines/app/recording-checks.ts';
import type { Recording } from '../../../src/machines/app/recorder.ts';
import { replay } from '../../../src/machines/app/replay.ts';
import { replayedApp } from '../../../src/machines/app/replayed-app.ts';
import { stateHashes } from '../../../src/machines/app/state-hash.ts';
import { secretKey } from '../../support/events/signed.ts';
import { differences } from '../../support/machines/differences.ts';
import {
  enterKey,
  fromMenu,
  keyOfJun,
  neighbourhood,
  newNote,
  signInAs,
} from '../support/pages/account.ts';
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
