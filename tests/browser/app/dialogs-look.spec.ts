import { leftDialogs, neighbourhood, signIn } from '../support/pages/account.ts';
import { shortcuts } from '../support/pages/reading.ts';
import { expect, LONG, test } from '../support/test.ts';
import { looking, LOOKS, press, speak, wordsOf } from '../support/checks/translation-checks.ts';

for (const { code, language, name, size } of LOOKS) {
  test(`ACCESS-01 ACCESS-02 ACCESS-05 menus and dialogs by keyboard: ${code}, ${name}`, {
    tag: LONG,
  }, async ({ page, house }) => {
    test.setTimeout(300_000);
    const [main, menu, acts, compose] = await Promise.all([
      wordsOf(language, 'main'),
      wordsOf(language, 'noteMenu'),
      wordsOf(language, 'actions'),
      wordsOf(language, 'compose'),
    ]);
    const [keys, reactions, wallets, accountMenu] = await Promise.all([
      wordsOf(language, 'keys'),
      wordsOf(language, 'reactions'),
      wordsOf(language, 'wallets'),
      wordsOf(language, 'accountMenu'),
    ]);
    const site = await house(neighbourhood());
    const { wrong, look } = await looking(page, language);
    const close = async () => {
      await page.keyboard.press('Escape');
      await leftDialogs(page);
    };
    const row = page.getByRole('feed').getByRole('article').filter({ hasNotText: 'Jun' }).first();
    const moreOf = async (item: string) => {
      await press(row.getByRole('button', { name: main.note.more, exact: true }));
      await press(page.getByRole('menuitem', { name: item, exact: true }));
    };

    await page.goto(`${site.url}/help`);
    await speak(page, code);
    await page.setViewportSize(size);
    await page.goto(`${site.url}/home`);
    await expect(row).toBeVisible();
    await press(row.getByRole('button', { name: new RegExp(`^${main.note.like}`) }));
    await expect(page.getByRole('dialog')).toBeVisible();
    await look('the way in');
    await close();

    await speak(page, 'en');
    await page.setViewportSize({ width: 1_280, height: 900 });
    await signIn(page, site);
    await speak(page, code);
    await page.setViewportSize(size);
    await page.goto(`${site.url}/home`);
    await expect(row).toBeVisible();
    await shortcuts(page);

    await page.keyboard.press('n');
    const composer = page.getByRole('dialog', { name: compose.titles.note });
    await expect(composer.getByRole('textbox', { name: compose.label })).toBeFocused();
    await page.keyboard.type('Said over the fence');
    await press(composer.getByRole('button', { name: compose.extras.poll, exact: true }));
    await press(composer.getByRole('button', { name: compose.extras.warning, exact: true }));
    await look('composer with a poll and a warning');
    await press(composer.getByRole('button', { name: compose.emoji.add, exact: true }));
    await expect(page.getByLabel(compose.emoji.search)).toBeVisible();
    await look('emojis');
    await page.keyboard.press('Escape');
    await expect(page.getByLabel(compose.emoji.search)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog', { name: compose.leave.title })).toBeVisible();
    await look('leave the composer');
    await press(
      page
        .getByRole('alertdialog')
        .getByRole('button', { name: compose.leave.discard, exact: true }),
    );
    await leftDialogs(page);

    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: keys.title })).toBeVisible();
    await look('shortcuts');
    await close();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: keys.palette.title })).toBeVisible();
    await look('palette');
    await close();

    await press(row.getByRole('button', { name: main.note.more, exact: true }));
    await expect(page.getByRole('menuitem', { name: acts.broadcast })).toBeVisible();
    await look('menu of a note');
    await page.keyboard.press('Escape');
    await moreOf(menu.reactions);
    await expect(page.getByRole('dialog', { name: reactions.title })).toBeVisible();
    await look('reactions');
    await close();
    await moreOf(menu.report);
    await expect(page.getByRole('alertdialog', { name: acts.report.title })).toBeVisible();
    await look('report');
    await close();
    await moreOf(menu.muteUser);
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await look('mute');
    await close();
    await press(row.getByRole('button', { name: new RegExp(`^${main.note.repost}`) }));
    await expect(page.getByRole('menu')).toBeVisible();
    await look('repost');
    await page.keyboard.press('Escape');
    await press(row.getByRole('button', { name: new RegExp(`^${main.note.bookmark}`) }));
    await expect(
      page.getByRole('alertdialog', { name: acts.list.title(acts.list.names.bookmarks) }),
    ).toBeVisible({ timeout: 20_000 });
    await look('first bookmark');
    await close();

    await page.goto(`${site.url}/settings`);
    const account = page.getByRole('button', { name: accountMenu.menu, exact: true });
    await press(
      account
        .or(page.getByRole('button', { name: main.app.nav.menu, exact: true }))
        .locator('visible=true'),
    );
    await expect(page.getByRole('menu')).toBeVisible();
    await look('menu of the account');
    await press(page.getByRole('menuitem', { name: accountMenu.signOut, exact: true }));
    await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toBeVisible();
    await look('sign out');
    await close();
    await page.goto(`${site.url}/settings/nwc`);
    await expect(page.getByRole('heading', { name: wallets.connect.title })).toBeVisible();
    await look('wallets');
    expect(wrong).toEqual([]);
  });
}
