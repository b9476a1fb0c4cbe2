import { signed } from '../../support/events/signed.ts';
import { neighbourhood, signIn } from '../support/pages/account.ts';
import { bolt } from '../support/pages/money.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';
import { now } from '../support/service/village.ts';

const LIE = {
  zapDefault: { amount: 90_000, message: 'Mine', emoji: '' },
  proxyThroughPrimal: true,
};
const content = JSON.stringify({ name: 'iris', lud16: 'iris@pay.example' });
const PAYABLE = signed({ kind: 0, content, created_at: now() }, 2);

/** The bolt of the first note that Iris wrote. */
const irisBolt = (page: Page) =>
  bolt(page.getByRole('article').filter({ hasText: 'the 0th' }).first());

test('TRUST-07 ZAP-01 E-60 a service that alters settings changes neither the zap amount nor a signature', {
  tag: LONG,
}, async ({ page, liar }) => {
  const site = await liar(neighbourhood(PAYABLE), {
    results: (results) =>
      results.map((one) => {
        const { kind } = Object(one);
        return kind === 30_078 || kind === 10_000_103
          ? { ...Object(one), content: JSON.stringify(LIE) }
          : one;
      }),
  });
  await signIn(page, { url: site.url, demo: [] });
  await expect.poll(() => site.asked('get_app_settings').length).toBeGreaterThan(0);
  await page.goto(`${site.url}/settings/appearance`);
  await page.getByRole('radio', { name: 'Midnight' }).check({ force: true });
  await expect.poll(() => site.asked('set_app_settings').length).toBe(1);
  const [saved] = site.asked('set_app_settings');
  expect(JSON.stringify(saved)).not.toContain('90000');
  expect(JSON.stringify(saved)).not.toContain('proxyThroughPrimal\\":true');
  const before = site.asked('get_app_settings').length;
  await page.goto(`${site.url}/home`);
  await expect.poll(() => site.asked('get_app_settings').length).toBeGreaterThan(before);
  await expect(irisBolt(page)).toHaveAttribute('title', /^Zap 42\./);
});

test('TRUST-07 ZAP-01 SETTINGS-05 an amount set on another device is shown before the first zap with it', {
  tag: LONG,
}, async ({ page, house, browser }) => {
  test.slow();
  const site = await house(neighbourhood(PAYABLE));
  await signIn(page, { url: site.url, demo: [] });
  await page.goto(`${site.url}/settings/zaps`);
  await page.getByLabel('Amount in sats', { exact: true }).fill('500');
  await page.goto(`${site.url}/home`);
  await expect(irisBolt(page)).toHaveAttribute('title', /^Zap 500\./);
  const other = await browser.newContext();
  const second = await other.newPage();
  await signIn(second, { url: site.url, demo: [] });
  await expect(irisBolt(second)).toHaveAttribute('title', /^Zap 500\./, { timeout: 20_000 });
  await irisBolt(second).click();
  const dialog = second.getByRole('dialog');
  await expect(dialog).toContainText(
    'Your default zap is 500 sats. This device has not shown you that amount before',
  );
  await expect(dialog.getByRole('button', { name: 'Zap 500 sats' })).toBeVisible();
  await second.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(irisBolt(second)).toHaveAttribute('title', /^Zap 500\./);
  await other.close();
});
