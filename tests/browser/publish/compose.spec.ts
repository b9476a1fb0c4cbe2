import { createHash } from 'node:crypto';
import { verifyEvent } from 'nostr-tools';
import { isScriptWith } from '../support/checks/assets.ts';
import { neighbourhood, newNote, openAs, PIN, signIn } from '../support/pages/account.ts';
import { faultsInThemes } from '../support/checks/axe.ts';
import { cameraPicture } from '../support/pages/jpeg.ts';
import { stored } from '../support/service/stored-events.ts';
import { expect, LONG, test } from '../support/test.ts';

test('PUBLISH-01 PUBLISH-04 TRUST-06 a note counts as posted only once the relay has it, exactly once', async ({
  page,
  house,
}) => {
  const site = await house(neighbourhood());
  // code that did not load ahead loads with the first text. A failure is reported, and the next
  // attempt loads it.
  const code = isScriptWith('isUndescribed');
  await page.route(code, (route) => route.abort());
  const me = await openAs(page, site);
  // a dialog that is still opening has no final position
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await newNote(page).click();
  await expect(
    page.getByText('We couldn’t load the editor. Check your connection and try again.'),
  ).toBeVisible();
  await page.unroute(code);
  await newNote(page).click();
  const text = page.getByLabel('Your text');
  await expect(text).toBeFocused();
  const foot = page.getByRole('button', { name: 'Publish' });
  const [before, body] = [
    await foot.boundingBox(),
    page.getByRole('dialog').locator('[data-part=body]'),
  ];
  await page.keyboard.type('Good evening @iris');
  await expect(page.getByRole('option').first()).toBeVisible();
  // the list causes no layout shift and no scrolling
  expect(await foot.boundingBox()).toEqual(before);
  expect(await body.evaluate((box) => box.scrollHeight - box.clientHeight)).toBe(0);
  await page.keyboard.press('Enter');
  await page.keyboard.type('from a test');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Note posted successfully')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const mine = (await stored(site.url, { kinds: [1], authors: [me] })).filter(({ content }) =>
    content.startsWith('Good evening'),
  );
  expect(mine).toHaveLength(1);
  expect(mine.every((event) => verifyEvent(event))).toBe(true);
  expect(mine[0]?.content).toMatch(/^Good evening nostr:n(pub|profile)1\w+ from a test$/);
  expect(mine[0]?.tags.some(([name]) => name === 'p')).toBe(true);
});

test('COMPOSE-02 INV-NO-LOSS a text in the composer survives a killed page', async ({
  page,
  house,
  context,
}) => {
  const site = await house(neighbourhood());
  await openAs(page, site);
  await newNote(page).click();
  await page.getByLabel('Your text').fill('half a thought');
  await expect(page.getByText('Saved on this device')).toBeVisible();
  const cdp = await context.newCDPSession(page);
  const crashed = page.waitForEvent('crash');
  // a crashed page never responds
  void cdp.send('Page.crash').catch(() => undefined);
  await crashed;
  const again = await context.newPage();
  await again.goto(`${site.url}/home`);
  // also before the data of the account is loaded
  await newNote(again).click();
  await expect(again.getByLabel('Your text')).toHaveValue('half a thought');
  await expect(again.getByLabel('Your text')).toBeEditable();
  // Esc asks, and only the user decides to keep or discard the text
  await again.keyboard.press('Escape');
  await again.getByRole('button', { name: 'Discard' }).click();
  await expect(again.getByRole('dialog')).toHaveCount(0);
  await newNote(again).click();
  await expect(again.getByLabel('Your text')).toHaveValue('');
});

test('COMPOSE-01 MEDIA-01 MEDIA-02 a note’s picture loses its location and gets NIP-92 metadata', {
  tag: LONG,
}, async ({ page, house }) => {
  const site = await house(neighbourhood());
  const me = await openAs(page, site);
  await newNote(page).click();
  await page.getByLabel('Your text').fill('From the quay');
  const picture = await cameraPicture(page);
  await page.locator('input[type=file]').setInputFiles([
    { name: 'quay.jpg', mimeType: 'image/jpeg', buffer: picture },
    { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('x') },
  ]);
  await expect(
    page.getByText('You can only upload images and videos. This file type is not supported.'),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss notes.pdf' }).click();
  await expect(page.getByText('Uploaded without camera and location data')).toBeVisible();
  // the picture is shown in place of its address
  await expect(page.getByLabel('Your text')).toHaveValue('From the quay');
  await page.getByLabel('Description of quay.jpg').fill('Boats at the quay');
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.getByRole('article', { name: 'Preview' });
  await expect(preview.getByRole('img', { name: 'Boats at the quay' })).toBeVisible();
  await expect(preview).toContainText('From the quay');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Note posted successfully')).toBeVisible({ timeout: 20_000 });

  const note = (await stored(site.url, { kinds: [1], authors: [me] })).find(({ content }) =>
    content.startsWith('From the quay'),
  );
  const imeta = new Map(
    note?.tags
      .find(([name]) => name === 'imeta')
      ?.slice(1)
      .map((part) => part.split(/ (.*)/s, 2) as [string, string]),
  );
  const url = imeta.get('url') ?? '';
  expect(note?.content).toBe(`From the quay\n${url}`);
  const blob = Buffer.from(await (await fetch(url)).arrayBuffer());
  expect(createHash('sha256').update(blob).digest('hex')).toBe(imeta.get('x'));
  expect(url).toContain(imeta.get('x'));
  expect(Object.fromEntries(imeta)).toMatchObject({
    m: 'image/jpeg',
    ox: imeta.get('x'),
    size: String(blob.length),
    dim: '900x1200',
    alt: 'Boats at the quay',
  });
  expect([picture.includes('GPS 48.2N'), blob.includes('GPS 48.2N')]).toEqual([true, false]);
});

test('BEYOND-03 MEDIA-01 an upload with a locked key asks for the PIN; a refusal shows the server’s reason', {
  tag: LONG,
}, async ({ page, house }) => {
  const site = await house(neighbourhood());
  await signIn(page, site, PIN);
  await page.reload();
  await newNote(page).click();
  const picture = await cameraPicture(page);
  const text = page.getByLabel('Your text');
  await text.fill('From the quay');
  // the code of the question loads late, and the text stays in view meanwhile
  const late = Promise.withResolvers<void>();
  const dialogs = isScriptWith('.challengeOpen');
  await page.route(dialogs, async (route) => {
    await late.promise;
    await route.continue();
  });
  const asked = page.waitForRequest((request) => dialogs(new URL(request.url())));
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'quay.jpg', mimeType: 'image/jpeg', buffer: picture });
  await asked;
  await expect(page.getByText('quay.jpg')).toBeVisible();
  expect([await text.isVisible(), await text.inputValue()]).toEqual([true, 'From the quay']);
  late.resolve();
  await page.getByLabel('PIN', { exact: true }).fill(PIN);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Uploaded without camera and location data')).toBeVisible();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'quay.raw', mimeType: 'image/x-unheard-of', buffer: picture });
  const failure = page.getByRole('alert').filter({ hasText: 'Failed to upload file quay.raw' });
  await expect(failure).toContainText('only pictures, videos and sounds are kept');
  // axe would see colours in the middle of a fade
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await faultsInThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove quay.jpg' }).click();
  await expect(text).toHaveValue(/^From the quay\s*$/);
});

test('COMPOSE-01 each reply has its own draft, next to its note', { tag: LONG }, async ({
  page,
  house,
}) => {
  const site = await house(neighbourhood());
  await signIn(page, site);
  const replyTo = (place: number) =>
    page
      .getByRole('feed')
      .getByRole('article')
      .nth(place)
      .getByRole('button', { name: /^Reply/ });
  const text = page.getByLabel('Your text');
  const keep = async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save draft' }).click();
    await expect(text).toHaveCount(0);
  };
  await replyTo(0).click();
  const dialog = page.getByRole('dialog', { name: 'Reply' });
  await expect(
    dialog.getByRole('article', { name: /^The note by .+ that you reply to$/ }),
  ).toBeVisible();
  await expect(text).toBeFocused();
  await text.fill('to the first');
  await keep();
  await replyTo(1).click();
  await expect(text).toHaveValue('');
  await text.fill('to the second');
  await keep();
  await newNote(page).click();
  await expect(text).toHaveValue('');
  await page.getByRole('button', { name: 'Close' }).last().click();
  await replyTo(0).click();
  await expect(text).toHaveValue('to the first');
});

test('COMPOSE-01 the publish button stays visible with any number of files', { tag: LONG }, async ({
  page,
  house,
}) => {
  const site = await house(neighbourhood());
  await signIn(page, site);
  await newNote(page).click();
  await page.getByLabel('Your text').fill('Too many');
  const files = Array.from({ length: 20 }, (_, at) => ({
    name: `${at}.pdf`,
    mimeType: 'application/pdf',
    buffer: Buffer.from('x'),
  }));
  await page.locator('input[type=file]').setInputFiles(files);
  await expect(page.getByRole('button', { name: 'Dismiss 19.pdf' })).toBeAttached();
  await expect(page.getByRole('button', { name: 'Publish' })).toBeInViewport({ ratio: 1 });
});
