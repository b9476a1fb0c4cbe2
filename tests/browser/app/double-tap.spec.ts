import { byJun, neighbourhood, openAs } from '../support/pages/account.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** Two taps of one finger, `between` milliseconds apart by their own times. */
async function tapTwice(page: Page, x: number, y: number, between: number): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  const begun = Date.now() / 1_000;
  const tap = async (at: number) => {
    await tools.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      timestamp: at,
      touchPoints: [{ x, y }],
    });
    await tools.send('Input.dispatchTouchEvent', {
      type: 'touchEnd',
      timestamp: at + 0.02,
      touchPoints: [],
    });
  };
  await tap(begun);
  await page.waitForTimeout(between);
  await tap(begun + between / 1_000);
}

test('ACCOUNT-06 a double tap on Sign out neither confirms nor presses a control below', {
  tag: LONG,
}, async ({ page, house }) => {
  await openAs(page, await house(neighbourhood()));
  const menu = page.getByRole('button', { name: 'Menu' });
  const out = page.getByRole('menuitem', { name: 'Sign out' });
  const question = page.getByRole('alertdialog', { name: 'Sign out?' });
  await menu.tap();
  await expect(out).toBeVisible();
  // shown once, so that its code is there
  await out.tap();
  const confirm = question.getByRole('button', { name: 'Sign out' });
  const at = await confirm.boundingBox();
  await question.getByRole('button', { name: 'Cancel' }).tap();
  await expect(question).toHaveCount(0);

  for (const between of [100, 200, 300, 380]) {
    await page.waitForTimeout(600);
    await menu.tap();
    const row = await out.boundingBox();
    await tapTwice(
      page,
      (at?.x ?? 0) + (at?.width ?? 0) / 2,
      (row?.y ?? 0) + (row?.height ?? 0) / 2,
      between,
    );
    await expect(question).toBeVisible();
    await page.waitForTimeout(600);
    await expect(question).toBeVisible();
    await expect(page).toHaveTitle('Home');
    await question.getByRole('button', { name: 'Cancel' }).tap();
    await expect(question).toHaveCount(0);
  }
  // read, and meant
  await menu.tap();
  await out.tap();
  await expect(question).toBeVisible();
  await page.waitForTimeout(600);
  await confirm.tap();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Sign in' }).first()).toBeVisible();
});

test('NOTE-12 a double tap on Request delete leaves the note, and its question open', {
  tag: LONG,
}, async ({ page, house }) => {
  const own = byJun({ kind: 1, content: 'a note to keep' });
  await openAs(page, await house(neighbourhood(own)), `/e/${own.id}`);
  const note = page.getByRole('article').filter({ hasText: 'a note to keep' }).first();
  await note.getByRole('button', { name: /^More/ }).tap();
  const row = page.getByRole('menuitem', { name: 'Request delete' });
  const question = page.getByRole('alertdialog', { name: 'Request delete?' });
  // shown once, so that its code is there
  await row.tap();
  await question.getByRole('button', { name: 'Cancel' }).tap();
  await expect(question).toHaveCount(0);
  await page.waitForTimeout(600);
  await note.getByRole('button', { name: /^More/ }).tap();
  const at = await row.boundingBox();
  await tapTwice(page, 284, (at?.y ?? 0) + (at?.height ?? 0) / 2, 300);
  await expect(question).toBeVisible();
  await page.waitForTimeout(600);
  await expect(question).toBeVisible();
  await expect(note).toBeVisible();
});
