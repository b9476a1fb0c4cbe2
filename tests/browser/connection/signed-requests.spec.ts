import { truncateSync, writeFileSync } from 'node:fs';
import { neighbourhood, PIN, pubkeyOfJun, signIn } from '../support/pages/account.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';

const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset['theme']);

async function openAppearance(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.getByRole('link', { name: 'Appearance' }).first().click();
  await expect(page.getByRole('radio', { name: 'Ice' })).toBeVisible();
}

const chooseTheme = (page: Page, name: string) =>
  page.getByRole('radio', { name }).check({ force: true });

/** The signed proof of a request, reduced to the fields under test. */
const proofIn = (payload: unknown, key = 'event_from_user') => {
  const { kind, pubkey, tags, content } = Object(Object(payload)[key]);
  return { kind, pubkey, purpose: Object(tags).at(-1), content };
};

/** A sparse file of that size. */
function sparse(path: string, gigabytes: number): string {
  writeFileSync(path, '');
  truncateSync(path, gigabytes * 2 ** 30);
  return path;
}

test(
  'ACCOUNT-18 ACCOUNT-14 MEMBER-01 MEDIA-01 a report and the file size request carry a signed proof',
  { tag: LONG },
  async ({ page, liar }, info) => {
    const site = await liar({ ...neighbourhood(), premium: [pubkeyOfJun()] }, {});
    const me = await signIn(page, { url: site.url, demo: [] });
    const proofs = () => site.asked('membership_status').map((payload) => proofIn(payload));
    const proof = {
      kind: 30_078,
      pubkey: me,
      purpose: ['d', 'Starling', 'membership_status'],
      content: '{}',
    };
    await expect.poll(proofs).toEqual([proof]);
    const row = page
      .getByRole('article')
      .filter({ hasText: 'Said over the fence, the 0th.' })
      .first();
    await row.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Report' }).click();
    await page.getByRole('button', { name: 'Report' }).click();
    await expect(page.getByText('Choose a reason')).toBeVisible();
    await page.getByRole('radio', { name: 'Spam' }).check();
    await page.getByRole('button', { name: 'Report' }).click();
    await expect(page.getByText('User iris reported')).toBeVisible();
    await expect
      .poll(() => site.asked('report_user').map((payload) => proofIn(payload)))
      .toEqual([
        {
          kind: 30_078,
          pubkey: me,
          purpose: ['d', 'Starling', 'report_user'],
          content: `{"description":"report user 'iris'"}`,
        },
      ]);

    await page.getByRole('button', { name: 'New note' }).first().click();
    await page.locator('input[type=file]').setInputFiles(sparse(info.outputPath('long.mp4'), 2));
    await expect(page.getByText('It is larger than 1 GB.')).toBeVisible();
    // the question answered at sign-in is not repeated
    expect(proofs()).toEqual([proof]);
  },
);

test('SETTINGS-02 SETTINGS-01 a setting changed in one browser applies in another after sign-in', {
  tag: LONG,
}, async ({ page, liar, browser }) => {
  const site = await liar(neighbourhood(), {});
  await signIn(page, { url: site.url, demo: [] });
  await openAppearance(page);
  await chooseTheme(page, 'Ice');
  await chooseTheme(page, 'Midnight');
  const saved = () =>
    site
      .asked('set_app_settings')
      .map((payload) => JSON.parse(proofIn(payload, 'settings_event').content));
  await expect
    .poll(saved)
    .toMatchObject([
      { theme: 'midnight', applyContentModeration: true, zapDefault: { amount: 42 } },
    ]);

  const context = await browser.newContext();
  const other = await context.newPage();
  await signIn(other, { url: site.url, demo: [] });
  await expect.poll(() => theme(other)).toBe('midnight');
  expect(site.asked('set_app_settings')).toHaveLength(1);
  await context.close();
});

test('BEYOND-03 SETTINGS-02 neither opening the page nor a setting asks for a locked key', {
  tag: LONG,
}, async ({ page, liar }) => {
  const site = await liar(neighbourhood(), {});
  await signIn(page, { url: site.url, demo: [] }, PIN);
  await expect.poll(() => site.asked('get_app_settings').length).toBe(1);
  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();
  await openAppearance(page);
  await expect(page.getByLabel('PIN', { exact: true })).toHaveCount(0);
  await chooseTheme(page, 'Sunset');
  expect(await theme(page)).toBe('sunset');
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await expect(page.getByLabel('PIN', { exact: true })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Unlock the key' }).click();
  await page.getByLabel('PIN', { exact: true }).fill(PIN);
  await page.keyboard.press('Enter');
  await expect.poll(() => site.asked('set_app_settings').length, { timeout: 30_000 }).toBe(1);
  expect(await theme(page)).toBe('sunset');
});
