import { getPublicKey } from 'nostr-tools';
import { isRecord } from '../../../src/events/core/json.ts';
import { secretKey } from '../../support/events/signed.ts';
import { byJun, neighbourhood, openSettings, signIn } from '../support/pages/account.ts';
import { faultsInThemes } from '../support/checks/axe.ts';
import type { TestService } from '../support/service/test-service.ts';
import { stored } from '../support/service/stored-events.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';
import { note, profile } from '../support/service/village.ts';
import { publish } from '../support/service/publish.ts';

const RIO = 41;

const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset['theme']);
const group = (page: Page, name: string) => page.getByRole('group', { name, exact: true });

/** Jun's settings at the service, as any other client of Jun would request them. */
async function saved({
  url,
}: Pick<TestService, 'url'>): Promise<Readonly<Record<string, unknown>>> {
  const asking = byJun({
    kind: 30_078,
    content: '{}',
    tags: [['d', 'Starling', 'get_app_settings']],
  });
  const answer = await fetch(`${url}/api`, {
    method: 'POST',
    body: JSON.stringify(['get_app_settings', { event_from_user: asking }]),
  });
  const results: unknown = await answer.json();
  const found = (Array.isArray(results) ? results : []).find(
    (one) => isRecord(one) && typeof one['content'] === 'string',
  );
  return Object(JSON.parse(found?.content ?? '{}'));
}

test('SETTINGS-01 SETTINGS-02 SETTINGS-08 settings apply on another device after sign-in there', {
  tag: LONG,
}, async ({ page, house, browser }) => {
  test.slow();
  const site = await house(neighbourhood());
  const kept = byJun({
    kind: 30_078,
    content: '{"theme":"sunset","others":{"a":[1]}}',
    tags: [['d', 'Starling', 'set_app_settings']],
  });
  await fetch(`${site.url}/api`, {
    method: 'POST',
    body: JSON.stringify(['set_app_settings', { settings_event: kept }]),
  });
  await signIn(page, site);
  await expect.poll(() => theme(page), { timeout: 20_000 }).toBe('sunset');
  await openSettings(page, 'Content moderation');
  const hides = group(page, 'Spam filter').getByRole('switch', { name: 'Hide content' });
  await expect(hides).toBeChecked();
  await hides.uncheck();
  await openSettings(page, 'Appearance');
  await page.getByRole('radio', { name: 'Midnight' }).check({ force: true });
  await expect
    .poll(() => saved(site), { timeout: 20_000 })
    .toMatchObject({
      theme: 'midnight',
      others: { a: [1] },
      contentModeration: [
        { name: 'primal_spam', scopes: ['trending'] },
        { name: 'primal_nsfw', scopes: ['trending'] },
      ],
    });

  const other = await browser.newContext();
  const second = await other.newPage();
  await signIn(second, site);
  await expect.poll(() => theme(second), { timeout: 20_000 }).toBe('midnight');
  await openSettings(second, 'Content moderation');
  await expect(
    group(second, 'Spam filter').getByRole('switch', { name: 'Hide content' }),
  ).not.toBeChecked();
  await second.getByRole('switch', { name: 'Apply content moderation' }).uncheck();
  await openSettings(second, 'Appearance');
  await second.getByRole('radio', { name: 'Ice' }).check({ force: true });
  await expect
    .poll(() => saved(site), { timeout: 20_000 })
    .toMatchObject({ theme: 'ice', applyContentModeration: false, others: { a: [1] } });
  await other.close();
});

test('SETTINGS-08 BEYOND-08 filtered notes are hidden until the filter is off, and filters can be searched', {
  tag: LONG,
}, async ({ page, house }) => {
  const flood = Array.from({ length: 21 }, (_, at) => ['t', `topic${at}`]);
  const site = await house(
    neighbourhood(
      profile(RIO, { name: 'rio' }),
      note('Buy all of these', { key: RIO, ago: 5, tags: flood }),
    ),
  );
  await publish(site.url, byJun({ kind: 10_000, tags: [['p', getPublicKey(secretKey(4))]] }));
  await signIn(page, site);
  await page.getByRole('combobox', { name: 'Choose a feed' }).click();
  await page.getByRole('option', { name: 'Everyone', exact: true }).click();
  await expect(page.getByText('Said over the fence, the 0th.')).toBeVisible();
  await expect(page.getByText('Buy all of these')).toHaveCount(0);
  await openSettings(page, 'Content moderation');
  await group(page, 'Spam filter').getByRole('switch', { name: 'Hide content' }).uncheck();
  await expect
    .poll(() => saved(site), { timeout: 20_000 })
    .toMatchObject({ contentModeration: [{ name: 'primal_spam', scopes: ['trending'] }, {}] });
  const search = page.getByRole('search').filter({ hasText: 'Name or public key' });
  await search.getByRole('textbox').fill('noor');
  await page.keyboard.press('Enter');
  const found = page.getByRole('list', { name: 'People found' });
  await expect(found.getByText('You muted noor.')).toBeVisible();
  await search.getByRole('textbox').fill('rio');
  await page.keyboard.press('Enter');
  await expect(found.getByText('Nothing filters this account')).toBeVisible();
  await page.getByRole('link', { name: 'Home' }).first().click();
  await page.reload();
  await expect(page.getByText('Buy all of these')).toBeVisible({ timeout: 20_000 });
});

/** A picture of 60 by 30 pixels, red on its left half and blue on its right. */
const twoColours = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 60, height: 30 });
    const brush = canvas.getContext('2d');
    for (const [at, colour] of ['#f00', '#00f'].entries()) {
      if (brush) brush.fillStyle = colour;
      brush?.fillRect(at * 30, 0, 30, 30);
    }
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });

/** Size of a picture, and the red and blue values at its centre. */
const lookAt = (page: Page, url: string) =>
  page.evaluate(async (address) => {
    const bitmap = await createImageBitmap(await (await fetch(address)).blob());
    const brush = Object.assign(document.createElement('canvas'), {
      width: bitmap.width,
      height: bitmap.height,
    }).getContext('2d');
    brush?.drawImage(bitmap, 0, 0);
    const [red, , blue] = brush?.getImageData(bitmap.width / 2, bitmap.height / 2, 1, 1).data ?? [];
    return [bitmap.width, bitmap.height, red, blue];
  }, url);

test('PROFILE-10 ACCESS-02 picture and banner can be cropped, and unknown profile fields stay', {
  tag: LONG,
}, async ({ page, house }) => {
  test.slow();
  const site = await house(neighbourhood());
  await publish(
    site.url,
    byJun({
      kind: 0,
      content: '{"name":"jun","display_name":"Jun","pronouns":"they","bot":false}',
    }),
  );
  const me = await signIn(page, site);
  await openSettings(page, 'Edit profile');
  await expect(page.getByLabel('Username')).toHaveValue('jun', { timeout: 20_000 });
  const file = {
    name: 'two.png',
    mimeType: 'image/png',
    buffer: Buffer.from(await twoColours(page), 'base64'),
  };
  const choose = async (button: string) => {
    const [picker] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: button }).press('Enter'),
    ]);
    await picker.setFiles(file);
  };

  await choose('Upload picture');
  const crop = page.getByRole('dialog', { name: 'Crop picture' });
  await crop.getByRole('slider', { name: 'Left to right' }).focus();
  await page.keyboard.press('End');
  expect(await faultsInThemes(page)).toEqual([]);
  await crop.getByRole('button', { name: 'Crop and upload' }).press('Enter');
  await expect(page.getByLabel('Picture', { exact: true })).toHaveValue(
    new RegExp(`^${site.url}/`),
    { timeout: 20_000 },
  );

  await choose('Upload banner');
  const banner = page.getByRole('dialog', { name: 'Crop banner' });
  const box = await banner.locator('img').locator('..').boundingBox();
  await banner.getByRole('slider', { name: 'Zoom' }).fill('3');
  if (!box) throw new Error('there is no frame');
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 20 + box.width * 2, box.y + 20, { steps: 4 });
  await page.mouse.up();
  await expect(banner.getByRole('slider', { name: 'Left to right' })).toHaveValue('0');
  await banner.getByRole('button', { name: 'Crop and upload' }).click();
  await expect(page.getByLabel('Banner', { exact: true })).toHaveValue(
    new RegExp(`^${site.url}/`),
    { timeout: 20_000 },
  );

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const review = page.getByRole('alertdialog', { name: 'Save these changes?' });
  await expect(review.getByRole('img', { name: 'Banner' })).toBeVisible();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: `artifacts/profile-review-${width}.png` });
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await review.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Profile updated successfully')).toBeVisible({ timeout: 20_000 });
  const versions = await stored(site.url, { kinds: [0], authors: [me] });
  const content: Record<string, string> = JSON.parse(
    versions.toSorted((one, next) => next.created_at - one.created_at)[0]?.content ?? '{}',
  );
  expect(content).toMatchObject({ name: 'jun', display_name: 'Jun', pronouns: 'they', bot: false });
  expect(await lookAt(page, content['picture'] ?? '')).toEqual([30, 30, 0, 255]);
  expect(await lookAt(page, content['banner'] ?? '')).toEqual([20, 7, 255, 0]);
});

test('ACCESS-01 SETTINGS-11 axe finds nothing serious on any settings screen, in any theme', {
  tag: LONG,
}, async ({ page, house }) => {
  test.slow();
  const site = await house(neighbourhood());
  await signIn(page, site);
  for (const section of [
    'account',
    'appearance',
    'home_feeds',
    'reads_feeds',
    'notifications',
    'zaps',
    'muted',
    'network',
    'filters',
    'nwc',
    'uploads',
    'devices',
    'profile',
    'publishing',
    'devtools',
  ]) {
    await page.goto(`${site.url}/settings/${section}`);
    await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
    expect(await faultsInThemes(page), section).toEqual([]);
  }
});
