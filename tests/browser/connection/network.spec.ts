import { byJun, neighbourhood, openAs } from '../support/pages/account.ts';
import { startTestRelay } from '../support/service/test-relay.ts';
import { publish } from '../support/service/publish.ts';
import { stored } from '../support/service/stored-events.ts';
import { faults } from '../support/checks/axe.ts';
import { expect, test, LONG } from '../support/test.ts';

test('SETTINGS-07 RELAY-07 RELAY-08 RELAY-09 relays are added, changed and removed by signed lists', {
  tag: LONG,
}, async ({ page, house }) => {
  const relay = await startTestRelay();
  const site = await house(neighbourhood());
  const own = site.url.replace('http', 'ws');
  await publish(site.url, byJun({ kind: 10_002, tags: [['r', `${own}/`]] }));
  const name = relay.url;
  await page.goto(`${site.url}/settings/network`);
  await expect(page.getByText('Your relays')).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Caching service' }).getByText('Online'),
  ).toBeVisible();
  const me = await openAs(page, site, '/settings/network');
  const mine = page.getByRole('region', { name: 'My relays' });
  const row = (url: string) =>
    mine.getByRole('listitem').filter({ has: page.getByText(url, { exact: true }) });
  await expect(row(own).getByText('Online')).toBeVisible();
  await mine.getByRole('button', { name: `About ${own}` }).click();
  await expect(mine.getByText(/^Supports NIP 1, /)).toBeVisible();

  const tags = async () => {
    const lists = await stored(site.url, { kinds: [10_002], authors: [me] });
    return lists.toSorted((one, other) => other.created_at - one.created_at)[0]?.tags;
  };
  const field = page.getByLabel('Address of a relay', { exact: true });
  await field.fill('relay.example');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Invalid url')).toBeVisible();
  await expect(field).toHaveValue('relay.example');
  await field.fill(relay.url);
  await page.keyboard.press('Enter');
  await expect(row(name).getByText('Online')).toBeVisible({ timeout: 20_000 });
  await expect.poll(tags).toEqual([
    ['r', `${own}/`],
    ['r', relay.url],
  ]);
  expect(await faults(page)).toEqual([]);

  await row(name)
    .getByRole('checkbox', { name: /^Read at/ })
    .click();
  await expect.poll(tags).toEqual([
    ['r', `${own}/`],
    ['r', relay.url, 'write'],
  ]);
  await row(name)
    .getByRole('button', { name: `Remove ${name}` })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(row(name)).toHaveCount(0, { timeout: 20_000 });
  await expect.poll(tags).toEqual([['r', `${own}/`]]);

  const privacy = page.getByRole('switch', { name: 'Send everything through the caching service' });
  await privacy.click();
  await expect(
    row(own).getByText('Paused: everything goes through the caching service'),
  ).toBeVisible();
  await page.reload();
  await expect(
    row(own).getByText('Paused: everything goes through the caching service'),
  ).toBeVisible({ timeout: 20_000 });
  await privacy.click();
  await expect(row(own).getByText('Online')).toBeVisible();
  await relay.stop();
});
