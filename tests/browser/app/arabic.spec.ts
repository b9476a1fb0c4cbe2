import { arabic } from '../../../src/views/ui/strings/ar/areas.ts';
import { compose } from '../../../src/views/ui/strings/ar/compose.ts';
import { notifications } from '../../../src/views/ui/strings/ar/notifications.ts';
import { ownMessages } from '../../../src/views/ui/strings/ar/own-messages.ts';
import { leftDialogs, neighbourhood, signIn } from '../support/pages/account.ts';
import { shortcuts } from '../support/pages/reading.ts';
import { misdirected } from '../support/checks/directions.ts';
import { expect, LONG, test } from '../support/test.ts';
import {
  PARTS,
  PLANTED,
  plantedIn,
  speak,
  walkIn,
  wrongOnScreens,
} from '../support/checks/translation-checks.ts';

const ARABIC = { code: 'ar', name: 'العربية', words: arabic, theme: 'midnight' } as const;

test('ACCESS-05 ACCESS-01 choosing Arabic makes every screen Arabic and right-to-left, without clipping', {
  tag: LONG,
}, async ({ page, house }) => {
  test.setTimeout(180_000);
  expect(await walkIn(page, await house(neighbourhood()), ARABIC)).toEqual([]);
});

test('ACCESS-02 ACCESS-05 in Arabic a note is published by keyboard, and the left arrow opens the next tab', {
  tag: LONG,
}, async ({ page, house }) => {
  const site = await house(neighbourhood());
  await signIn(page, site);
  await speak(page, 'ar');
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
    tabs < 5 &&
    !(await question
      .getByRole('button', { name: compose.leave.stay })
      .evaluate((one) => one.matches(':focus')));
    tabs++
  )
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(box).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(ownMessages['note.posted'])).toBeVisible({ timeout: 20_000 });
  await leftDialogs(page);
});

for (let part = 0; part < PARTS; part++) {
  test(`ACCESS-05 ACCESS-01 no screen in Arabic shows English or clips (${part + 1} of ${PARTS})`, {
    tag: LONG,
  }, async ({ page, request, town }) => {
    test.setTimeout(600_000);
    expect(await wrongOnScreens(page, request, town, ARABIC, part)).toEqual([]);
  });
}

test('ACCESS-05 a mirrored address and a text without its beginning are detected (planted)', {
  tag: LONG,
}, async ({ page }) => {
  await page.setContent(
    `<html dir="rtl"><body style="font: 16px monospace"><p>127.0.0.1:4899/mint</p>
      <p><bdi>127.0.0.2:4899/mint</bdi></p>
      ${['', 'dir="auto"'].map((dir) => `<p ${dir} style="width: 60px; overflow: hidden; white-space: nowrap; text-overflow: ellipsis">A long line ${dir}</p>`).join('')}`,
  );
  expect(await misdirected(page)).toEqual([
    '127.0.0.1:4899/mint is mirrored',
    'A long line is cut at its beginning',
  ]);
});

test('an English word and a clipped text are detected in Arabic (planted)', { tag: LONG }, async ({
  page,
}) => {
  expect(await plantedIn(page, ARABIC)).toEqual(PLANTED);
});
