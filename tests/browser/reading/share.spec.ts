import { getPublicKey } from 'nostr-tools';
import { naddrOf } from '../../../src/events/nostr/nip19.ts';
import { secretKey, signed } from '../../support/events/signed.ts';
import { faults } from '../support/checks/axe.ts';
import { now, profile } from '../support/service/village.ts';
import { expect, test, LONG } from '../support/test.ts';

const ADA = 31;
const ADA_KEY = getPublicKey(secretKey(ADA));

test('NOTE-12 PROFILE-05 a follow pack is shared by QR code and by a link that names its relays', {
  tag: LONG,
}, async ({ page, house, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const tags = [
    ['d', 'lamps'],
    ['title', 'Lamp keepers'],
    ['p', getPublicKey(secretKey(2))],
  ];
  const { url } = await house({
    events: [
      profile(ADA, { name: 'ada' }),
      profile(2, { name: 'tomas' }),
      signed({ kind: 39_089, tags, created_at: now() - 60 }, ADA),
    ],
  });
  const address = { kind: 39_089, pubkey: ADA_KEY, identifier: 'lamps' };
  await page.goto(`${url}/a/${naddrOf(address)}`);
  await page.getByRole('button', { name: 'More' }).first().click();
  await page.getByRole('menuitem', { name: 'Share by QR code' }).click();
  const dialog = page.getByRole('dialog', { name: 'Lamp keepers' });
  await expect(
    dialog.getByRole('img', { name: 'Link of Lamp keepers as a QR code' }),
  ).toBeVisible();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `artifacts/share-${width}.png` });
  }
  expect(await faults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Copy the link' }).click();
  await expect(page.getByText('Link to the list copied')).toBeVisible();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  expect(await copied()).toBe(`${url}/a/${naddrOf(address)}`);
  await dialog.getByRole('tab', { name: 'Nostr address' }).click();
  await dialog.getByRole('button', { name: 'Copy the Nostr address' }).click();
  await expect(page.getByText('Nostr address copied')).toBeVisible();
  expect(await copied()).toBe(`nostr:${naddrOf(address)}`);
});
