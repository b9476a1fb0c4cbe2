import { expect, type Page, test, LONG } from '../support/test.ts';

/** Plays a browser that offers to install the site, as Chrome does after the load. */
async function offerInstall(page: Page) {
  await page.addInitScript(() => {
    window.addEventListener('load', () => {
      const offer = new Event('beforeinstallprompt', { cancelable: true });
      Object.assign(offer, { prompt: () => (document.title = 'asked') });
      window.dispatchEvent(offer);
    });
  });
}

test('ROUTE-08 MEMBER-04 Downloads offers to install the site, and announces no app', {
  tag: LONG,
}, async ({ page }) => {
  await offerInstall(page);
  await page.goto('/downloads');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Install as an app' })).toBeVisible();
  await main.getByRole('button', { name: 'Install Starling' }).click();
  await expect(page).toHaveTitle('asked');
  await expect(main.getByText('Open the browser’s menu; in Chrome')).toBeVisible();
  await expect(main.getByText('Mobile releases')).toHaveCount(0);
  await expect(
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Downloads' }),
  ).toHaveAccessibleName('Downloads');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('ROUTE-17 static pages name payments and messages, tell a phone how to install, and lead back', {
    tag: LONG,
  }, async ({ page }) => {
    await page.goto('/privacy');
    await expect(page.getByText('Private messages are encrypted: only you')).toBeVisible();
    await page.getByRole('link', { name: 'Terms' }).tap();
    await expect(page.getByText('Starling pays when you press: from a wallet')).toBeVisible();
    await page.getByRole('link', { name: 'Downloads' }).tap();
    await expect(page.getByRole('heading', { name: 'Install as an app' })).toBeVisible();
    await expect(page.getByRole('img', { name: 'QR code with the address' })).toHaveCount(0);
    await page.goto('/app-download-qr');
    await expect(page.getByRole('heading', { name: 'Starling on your phone' })).toBeVisible();
    await expect(page.getByRole('img', { name: 'QR code with the address' })).toHaveCount(0);
    await expect(page.getByText('Choose “Add to Home Screen”.')).toBeVisible();
    await page.getByRole('link', { name: 'Support' }).tap();
    await expect(page.getByRole('heading', { name: 'Support' })).toBeVisible();
    await page.getByRole('button', { name: 'Back' }).tap();
    await expect(page).toHaveURL(/app-download-qr$/);
  });
});
