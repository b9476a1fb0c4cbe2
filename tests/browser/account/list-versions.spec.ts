import { getPublicKey } from 'nostr-tools';
import { readFile } from 'node:fs/promises';
import { secretKey } from '../../support/events/signed.ts';
import {
  byJun,
  leftDialogs,
  neighbourhood,
  pubkeyOfJun,
  signIn,
} from '../support/pages/account.ts';
import { faultsInThemes } from '../support/checks/axe.ts';
import { publish } from '../support/service/publish.ts';
import { stored } from '../support/service/stored-events.ts';
import { expect, LONG, test } from '../support/test.ts';

const people = [2, 3, 4, 21, 22].map((key) => getPublicKey(secretKey(key)));
const follows = (pubkeys: readonly string[], ...more: string[][]) =>
  byJun({ kind: 3, tags: [...pubkeys.map((one) => ['p', one]), ...more] });

test('BEYOND-02 the watchdog shows, restores and exports every version of a list, by keyboard', {
  tag: LONG,
}, async ({ page, house }) => {
  const site = await house(neighbourhood(follows(people)));
  await signIn(page, site);
  await leftDialogs(page);
  await page.goto(`${site.url}/settings/versions`);
  await expect(page.getByText('Current version', { exact: false })).toBeVisible();
  // dated a second later at least
  const shrunk = follows(people.slice(0, 1), ['client', 'Shrinking App']);
  await publish(site.url, { ...shrunk });
  await page.reload();
  const question = page.getByRole('alertdialog', { name: 'Another app shrank your list' });
  await question.getByRole('link', { name: 'See all versions' }).click();
  await expect(page).toHaveURL(/\/settings\/versions\?list=follows$/);
  const rows = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Details' }) });
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText('Made with Shrinking App · 1 entry · Current version');
  await expect(rows.nth(1)).toContainText('5 entries · 4 entries missing now');
  await rows.nth(0).getByRole('button', { name: 'Details' }).press('Enter');
  await expect(rows.nth(0)).toContainText('Changes in this version');
  await expect(rows.nth(0).getByText('Removed')).toHaveCount(4);
  await rows.nth(1).getByRole('button', { name: 'Details' }).press('Enter');
  expect(await faultsInThemes(page)).toEqual([]);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `artifacts/versions-${width}.png` });
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    rows.nth(0).getByRole('button', { name: 'Save as a file' }).click(),
  ]);
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
    id: shrunk.id,
    sig: shrunk.sig,
  });

  const held = async () =>
    (await stored(site.url, { kinds: [3], authors: [pubkeyOfJun()] }))[0]?.tags.flatMap(
      ([name, one]) => (name === 'p' ? [one] : []),
    );
  await rows
    .nth(1)
    .getByRole('button', { name: `Put back: ${people[4]}` })
    .press('Enter');
  await expect.poll(held, { timeout: 20_000 }).toEqual([people[0], people[4]]);
  await page.getByRole('button', { name: 'Put all back' }).last().press('Enter');
  await expect
    .poll(async () => (await held())?.toSorted(), { timeout: 20_000 })
    .toEqual(people.toSorted());
});
