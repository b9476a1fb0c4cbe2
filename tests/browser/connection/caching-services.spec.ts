import { faults } from '../support/checks/axe.ts';
import { expect, LONG, test } from '../support/test.ts';

test('CACHE-09 CACHE-05 a caching service can be added, tested, chosen and removed, but not the last one', {
  tag: LONG,
}, async ({ page, town, house }) => {
  const second = `${(await house({})).url.replace('http', 'ws')}/v1`;
  const first = `${town.url.replace('http', 'ws')}/v1`;
  await page.goto(`${town.url}/settings/network`);
  const services = page.getByRole('region', { name: 'Caching service' });
  const row = (url: string) =>
    services.getByRole('listitem').filter({ has: page.getByText(url, { exact: true }) });
  await expect(row(first).getByText('In use · Online')).toBeVisible();
  await page.getByLabel('Address of a caching service').fill(second);
  await page.keyboard.press('Enter');
  await expect(row(second).getByText(/· Answered in \d+ ms$/)).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await row(second)
    .getByRole('button', { name: `Use ${second}` })
    .click();
  await expect(row(second).getByText(/^In use · Online/)).toBeVisible();
  await page.reload();
  await expect(row(second).getByText('In use · Online')).toBeVisible();
  await row(second)
    .getByRole('button', { name: `Remove ${second}` })
    .click();
  const asked = page.getByRole('alertdialog', { name: `Remove ${second}?` });
  await asked.getByRole('button', { name: 'Keep it' }).click();
  await expect(row(second)).toBeVisible();
  await row(first)
    .getByRole('button', { name: `Remove ${first}` })
    .click();
  await expect(row(first)).toHaveCount(0);
  await row(second)
    .getByRole('button', { name: `Remove ${second}` })
    .click();
  await expect(
    services.getByText('This is your last caching service. It cannot be removed.'),
  ).toBeVisible();
  await expect(row(second)).toBeVisible();
  await services.getByRole('button', { name: 'Reset to the default' }).click();
  await expect(row(first).getByText(/^In use · Online/)).toBeVisible();
  await expect(services.getByRole('listitem')).toHaveCount(1);
  expect(await page.evaluate(() => localStorage.getItem('cacheServer'))).toBeNull();
});
