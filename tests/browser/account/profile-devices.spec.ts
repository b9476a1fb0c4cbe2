import { byJun, keyOfJun, neighbourhood, pubkeyOfJun, signInAs } from '../support/pages/account.ts';
import { stored } from '../support/service/stored-events.ts';
import { type Browser, expect, LONG, type Page, test } from '../support/test.ts';

/** Open the profile form on a device of its own, with one changed field. */
async function editing(browser: Browser, url: string, field: string, text: string): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}/home`);
  await signInAs(page, keyOfJun());
  await page.goto(`${url}/settings/profile`);
  await page.getByRole('textbox', { name: field }).fill(text);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('alertdialog', { name: 'Save these changes?' })).toBeVisible();
  return page;
}

for (const delay of [300, 700, 1_200])
  test(`INV-NO-LOSS PROFILE-10 two devices save other fields at once and load Home after ${delay} ms`, {
    tag: LONG,
  }, async ({ browser, house }) => {
    test.setTimeout(180_000);
    const { url } = await house(neighbourhood(byJun({ kind: 0, content: '{"name":"jun"}' })));
    const pages = [
      await editing(browser, url, 'Website', 'https://jun.example'),
      await editing(browser, url, 'About', 'Grows pears'),
    ];
    await Promise.all(
      pages.map(async (page) => {
        await page.keyboard.press('Enter');
        await page.waitForTimeout(delay);
        await page.goto(`${url}/home`);
      }),
    );
    const saved = async () => {
      const [newest] = await stored(url, { authors: [pubkeyOfJun()], kinds: [0] });
      return JSON.parse(newest?.content ?? '{}');
    };
    await expect
      .poll(saved, { timeout: 90_000 })
      .toEqual({ name: 'jun', website: 'https://jun.example', about: 'Grows pears' });
    for (const page of pages) await page.context().close();
  });
