import { getPublicKey } from 'nostr-tools';
import { secretKey } from '../../support/events/signed.ts';
import { neighbourhood, newNote, openAs, signIn } from '../support/pages/account.ts';
import { allRoutes } from '../support/checks/routes.ts';
import { box } from '../support/pages/messages.ts';
import { npubOf } from '../../../src/events/nostr/nip19.ts';
import { expect, LONG, type Locator, type Page, test } from '../support/test.ts';

const ADDRESS = `https://media.example/${'a'.repeat(400)}.png`;
const WIDTHS = [390, 1_280];
const SIZES = WIDTHS.map((width) => ({ width, height: 844 }));
/** Fields of text that are shown and can be written into. */
const FIELDS =
  ':is(textarea, [contenteditable="true"], input:is(:not([type]), [type="text"], [type="search"], [type="url"])):not([readonly], :disabled)';

const fieldsOf = (page: Page) => page.locator(FIELDS).filter({ visible: true });

/** Return the boxes around a field that scroll sideways, and the field itself if it sticks out. */
const sideways = (field: Locator): Promise<readonly string[]> =>
  field.evaluate((one) => {
    const { left, right } = one.getBoundingClientRect();
    const found: string[] = left < 0 || right > window.innerWidth ? ['the field'] : [];
    for (let around = one.parentElement; around; around = around.parentElement)
      if (
        around.scrollWidth > around.clientWidth &&
        getComputedStyle(around).overflowX !== 'visible'
      )
        found.push(`${around.localName}.${around.className}`);
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth ? [...found, 'the page'] : found;
  });

test('ACCESS-06 COMPOSE-01 DM-05 a long address widens neither the composer nor a message', {
  tag: LONG,
}, async ({ page, house }) => {
  const site = await house(neighbourhood());
  await openAs(page, site);
  await newNote(page).click();
  await page.getByLabel('Your text').fill(ADDRESS);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    expect(await sideways(page.getByLabel('Your text')), `${size.width}`).toEqual([]);
    await expect(page.getByRole('button', { name: 'Publish' })).toBeInViewport({ ratio: 1 });
  }
  await page.goto(`${site.url}/dms/${npubOf(getPublicKey(secretKey(2)))}`);
  await box(page).fill(ADDRESS);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    expect(await sideways(box(page)), `${size.width}`).toEqual([]);
    await expect(page.getByRole('button', { name: 'Send' })).toBeInViewport({ ratio: 1 });
  }
});

test('ACCESS-06 no field of any screen grows sideways with a long address', { tag: LONG }, async ({
  page,
  request,
  town,
}) => {
  test.setTimeout(600_000);
  await signIn(page, town);
  const seen = new Set<string>();
  for (const { path } of await allRoutes(request, town)) {
    await page.setViewportSize({ width: 1_280, height: 844 });
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    const fields = await fieldsOf(page).all();
    for (const field of fields)
      await field.fill(ADDRESS, { timeout: 2_000 }).catch(() => undefined);
    for (const size of SIZES) {
      await page.setViewportSize(size);
      for (const field of await fieldsOf(page).all()) {
        seen.add(
          (await field.getAttribute('aria-label')) ?? (await field.getAttribute('id')) ?? '',
        );
        expect.soft(await sideways(field), `${path} at ${size.width}`).toEqual([]);
      }
    }
  }
  expect(seen.size).toBeGreaterThan(10);
});
