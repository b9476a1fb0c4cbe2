import { arabic } from '../../src/views/app/strings/ar/areas.ts';
import { acts } from '../../src/views/app/strings/ar/acts.ts';
import { compose } from '../../src/views/app/strings/ar/compose.ts';
import { main } from '../../src/views/app/strings/ar/main.ts';
import { notifications } from '../../src/views/app/strings/ar/notifications.ts';
import { ownMessages } from '../../src/views/app/strings/ar/own-messages.ts';
import { settings } from '../../src/views/app/strings/ar/settings.ts';
import { zaps } from '../../src/views/app/strings/ar/zaps.ts';
import { leftDialogs, neighbourhood, pubkeyOfJun, signIn } from './support/account.ts';
import { faultsIn } from './support/axe.ts';
import { follow, shortcuts } from './support/reading.ts';
import { expect, test } from './support/test.ts';
import { isThere, SCREENS, textsOf, wrongOn } from './support/translated.ts';

const PHONE = { width: 390, height: 844 };

test('ACCESS-05 ACCESS-01 Arabic is chosen in the settings, and all that follows is Arabic, from right to left; on a phone nothing is cut off, and axe finds nothing', async ({
  page,
  house,
}) => {
  test.setTimeout(180_000);
  const texts = await textsOf(arabic);
  const site = await house(neighbourhood());
  const [said] = neighbourhood().events ?? [];
  await signIn(page, site);
  await page.goto(`${site.url}/settings/appearance`);
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'العربية' }).click();
  await expect(page.getByRole('heading', { name: settings.appearance.reading })).toBeVisible();
  await page.setViewportSize(PHONE);
  const wrong: string[] = [];
  const look = async (name: string): Promise<void> => {
    wrong.push(...[...(await wrongOn(page, texts)), ...(await faultsIn(page, 'midnight'))].map((one) => `${name}: ${one}`));
  };
  for (const path of [...SCREENS, `/p/${pubkeyOfJun()}`, `/thread/${said?.id ?? ''}`]) {
    await follow(page, path);
    await isThere(page);
    await expect(page.locator('html[dir=rtl]')).toHaveAttribute('lang', 'ar');
    await look(path);
  }
  await page.goto(`${site.url}/home`);
  const row = page.getByRole('feed').getByRole('article').first();
  await row.getByRole('button', { name: main.note.more }).click();
  await expect(page.getByRole('menuitem', { name: acts.broadcast })).toBeVisible();
  await look('menu of a note');
  expect(wrong).toEqual([]);
});

test('ACCESS-02 ACCESS-05 in Arabic a note is written, thought over and published by keyboard alone, and the left arrow leads to the next tab', async ({
  page,
  house,
}) => {
  const site = await house(neighbourhood());
  await signIn(page, site);
  await page.evaluate(() => localStorage.setItem('forcedLanguage', 'ar'));
  await page.goto(`${site.url}/notifications`);
  const tab = (name: string) => page.getByRole('tab', { name });
  await tab(notifications.tabs.all).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(tab(notifications.tabs.zaps)).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(tab(notifications.tabs.all)).toBeFocused();

  await shortcuts(page);
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog', { name: compose.titles.note });
  const box = dialog.getByRole('textbox', { name: compose.label });
  await expect(box).toBeFocused();
  await page.keyboard.type('السلام عليكم من Starling');
  expect(await box.evaluate((one) => getComputedStyle(one).direction)).toBe('rtl');
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: compose.leave.title });
  await expect(question).toBeVisible();
  for (
    let tabs = 0;
    tabs < 5 && !(await question.getByRole('button', { name: compose.leave.stay }).evaluate((one) => one.matches(':focus')));
    tabs++
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(box).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(ownMessages['note.posted'])).toBeVisible({ timeout: 20_000 });
  await leftDialogs(page);
});

test('an English word and a text that is cut off are found out in Arabic (planted)', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('forcedLanguage', 'ar'));
  const texts = await textsOf(arabic);
  await page.setViewportSize(PHONE);
  await page.goto('/help');
  await isThere(page);
  expect(await wrongOn(page, texts)).toEqual([]);
  await page.evaluate(
    ([english = '', long = '']) => {
      const box = document.createElement('p');
      Object.assign(box.style, { width: '60px', overflow: 'hidden', whiteSpace: 'nowrap' });
      box.textContent = long;
      box.setAttribute('aria-label', english);
      const wide = document.createElement('p');
      Object.assign(wide.style, { width: '500px', maxWidth: 'none' });
      wide.textContent = '500';
      document.body.append(wide);
      document.querySelector('#main')?.append(box);
    },
    ['Nothing published yet', zaps.dialog.others],
  );
  expect(await wrongOn(page, texts)).toEqual([`${zaps.dialog.others} in p.`, 'p.null 500 sticks out', 'Nothing published yet is English']);
});
