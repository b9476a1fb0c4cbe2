import { createHash } from 'node:crypto';
import { blobHash } from '../../../src/events/media/blob.ts';
import { byJun, neighbourhood, signIn } from '../support/pages/account.ts';
import { faults } from '../support/checks/axe.ts';
import { publish } from '../support/service/publish.ts';
import { stored } from '../support/service/stored-events.ts';
import { expect, LONG, test } from '../support/test.ts';

/** A picture of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

test('SETTINGS-09 MEDIA-02 MEDIA-03 a mirror is added once it responds, and files go to both servers', {
  tag: LONG,
}, async ({ page, house }) => {
  const site = await house(neighbourhood());
  const other = await house({ peers: [site] });
  const own = ['server', `${site.url}/`];
  await publish(site.url, byJun({ kind: 10_063, tags: [own, ['alt', 'kept']] }));
  await page.goto(`${site.url}/settings/uploads`);
  await expect(page.getByText('Your media servers')).toBeVisible();
  const me = await signIn(page, site);
  const tags = async () => {
    const lists = await stored(site.url, { kinds: [10_063], authors: [me] });
    return lists.toSorted((one, next) => next.created_at - one.created_at)[0]?.tags;
  };
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.getByRole('main').getByRole('link', { name: 'Media uploads' }).click();
  const main = page.getByRole('region', { name: 'Media server' });
  await expect(main.getByText('Connected')).toBeVisible();
  await page.getByRole('switch', { name: 'Enable media mirrors' }).click();
  const field = page.getByLabel('Address of a media mirror');
  for (const [text, said] of [
    ['http://media.example', 'Invalid url'],
    ['http://127.0.0.1:1', 'This server did not answer. Nothing was changed.'],
  ] as const) {
    await field.fill(text);
    await page.keyboard.press('Enter');
    await expect(page.getByText(said)).toBeVisible();
    await expect(field).toHaveValue(text);
  }
  expect(await faults(page)).toEqual([]);
  await field.fill(other.url);
  await page.keyboard.press('Enter');
  await expect
    .poll(tags, { timeout: 20_000 })
    .toEqual([own, ['alt', 'kept'], ['server', other.url]]);
  await expect(field).toHaveValue('');
  const mirrors = page.getByRole('region', { name: 'Media mirrors' });
  await expect(mirrors.getByText('Connected', { exact: true })).toBeVisible({ timeout: 20_000 });
  expect(await faults(page)).toEqual([]);

  await page.getByRole('button', { name: 'New note' }).first().click();
  await page.getByLabel('Your text').fill('In two places');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: PIXEL });
  await expect(page.getByText('Copied to 1 mirror')).toBeVisible({ timeout: 20_000 });
  // the picture is shown, and its address goes into the text on publishing
  await expect(page.getByLabel('Your text')).toHaveValue('In two places');
  await page.getByRole('button', { name: 'Preview' }).click();
  const shown = page.getByRole('article', { name: 'Preview' }).locator('img[src*=".png"]');
  const url = new URL((await shown.getAttribute('src')) ?? '', site.url);
  await page.getByRole('button', { name: 'Preview' }).click();
  const files = await Promise.all(
    [site.url, other.url].map(async (origin) =>
      Buffer.from(await (await fetch(origin + url.pathname)).arrayBuffer()),
    ),
  );
  expect(files.map((file) => createHash('sha256').update(file).digest('hex'))).toEqual(
    Array(2).fill(blobHash(url.href)),
  );
  await page.getByLabel('Description of dot.png').fill('A dot');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Note posted successfully')).toBeVisible({ timeout: 20_000 });

  await mirrors.getByRole('button', { name: /^Make it the media server/ }).click();
  await expect
    .poll(tags, { timeout: 20_000 })
    .toEqual([['server', other.url], own, ['alt', 'kept']]);
  await page.getByRole('switch', { name: 'Enable media mirrors' }).click();
  await page
    .getByRole('alertdialog', { name: 'Remove media mirrors?' })
    .getByRole('button', { name: 'Yes' })
    .click();
  await expect.poll(tags, { timeout: 20_000 }).toEqual([
    ['server', other.url],
    ['alt', 'kept'],
  ]);
  await page.getByRole('button', { name: 'restore the default media server' }).click();
  await expect.poll(tags, { timeout: 20_000 }).toEqual([
    ['server', site.url],
    ['alt', 'kept'],
  ]);
});
