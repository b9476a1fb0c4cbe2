import { byJun, leftDialogs, neighbourhood, signIn } from '../support/pages/account.ts';
import { expect, LONG, test } from '../support/test.ts';
import { looking, LOOKS, press, speak, wordsOf } from '../support/checks/translation-checks.ts';

/** All that the editor can hold, in one text. */
const ALL =
  '## Four minutes\n\nSee [the quay](https://quay.example).\n\n- one\n- two\n\n```js\nlet lamps = 2;\n```\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n';

for (const { code, language, name, size } of LOOKS) {
  test(`ACCESS-01 ACCESS-02 ACCESS-05 the article editor by keyboard: ${code}, ${name}`, {
    tag: LONG,
  }, async ({ page, house }) => {
    test.setTimeout(300_000);
    const [words, tools] = await Promise.all([
      wordsOf(language, 'articleEdit'),
      wordsOf(language, 'articleText'),
    ]);
    const box = page.getByRole('textbox', { name: tools.label });
    const published = byJun({
      kind: 30_023,
      content: 'Words of the quay.',
      tags: [
        ['d', 'quay'],
        ['title', 'Words of the quay'],
        ['published_at', '1700000000'],
      ],
    });
    const site = await house(neighbourhood(published));
    await signIn(page, site);
    await speak(page, code);
    await page.setViewportSize(size);
    const { wrong, look } = await looking(page, language);

    await page.goto(`${site.url}/reads/edit`);
    await page
      .getByRole('textbox', { name: words.fields.title, exact: true })
      .fill('Words of the quay, anew');
    await page.getByRole('radio', { name: tools.markdown }).press(' ');
    await box.fill(ALL);
    await look('Markdown');
    await page.getByRole('radio', { name: tools.rich }).press(' ');
    await expect(box.getByRole('heading', { name: 'Four minutes' })).toBeVisible();
    await look('rich text');
    /** Presses a key until the caret is there. */
    const pressUntilIn = async (place: string, key: string) => {
      await expect(async () => {
        await box.press(key);
        const isThere = (one: string) => {
          const at = getSelection()?.anchorNode;
          return (at instanceof Element ? at : at?.parentElement)?.closest(one) != null;
        };
        expect(await page.evaluate(isThere, place)).toBe(true);
      }).toPass({ intervals: [50], timeout: 15_000 });
    };
    const caretIn = async (place: string, key: string) => {
      await pressUntilIn('h3', 'Control+Home');
      await pressUntilIn(place, key);
    };
    await caretIn('pre', 'ArrowDown');
    await expect(page.getByLabel(tools.language)).toBeVisible();
    await look('language of code');
    await caretIn('td', 'ArrowDown');
    await expect(page.getByRole('group', { name: tools.tableTools })).toBeVisible();
    await look('tools of a table');
    await caretIn('a', 'ArrowRight');
    await page.keyboard.press('ArrowRight');
    await press(page.getByRole('button', { name: tools.link, exact: true }));
    await page.getByLabel(tools.linkAddress).fill('no address');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: tools.linkWrong })).toBeVisible();
    await look('address of a link');
    await page.keyboard.press('Escape');
    await press(page.getByRole('button', { name: new RegExp(`^${tools.style}`) }));
    await expect(page.getByRole('menu')).toBeVisible();
    await look('style of a paragraph');
    await page.keyboard.press('Escape');

    await press(page.getByRole('button', { name: words.preview, exact: true }));
    await expect(page.getByRole('article', { name: words.preview })).toBeVisible();
    await look('preview');
    await press(page.getByRole('button', { name: words.write, exact: true }));

    // each save creates a version
    const summary = page.getByRole('textbox', { name: words.fields.summary });
    await summary.fill('Of a place');
    await press(page.getByRole('button', { name: words.saveDraft, exact: true }));
    await expect(page.getByText(words.state.saved)).toBeVisible({ timeout: 20_000 });
    await summary.fill('Of a place that no relay has heard of');

    if (name === 'wide') {
      // between a phone and this there is no room for versions, which are a dialog then
      await page.setViewportSize({ ...size, width: 1_000 });
      await press(page.getByRole('button', { name: words.versions.title, exact: true }));
      await expect(page.getByRole('dialog', { name: words.versions.title })).toBeVisible();
      await look('versions');
      await page.keyboard.press('Escape');
      await leftDialogs(page);
      await page.setViewportSize(size);
    }
    const compare = page.getByRole('button', { name: words.versions.compare, exact: true }).last();
    await press(compare);
    await expect(page.getByRole('dialog', { name: words.versions.compareTitle })).toBeVisible();
    await look('difference');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: words.versions.compareTitle })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await leftDialogs(page);

    await press(page.getByRole('button', { name: words.publish, exact: true }));
    const review = page.getByRole('dialog', { name: words.review.title });
    await expect(review.getByText(words.review.isNew)).toBeVisible();
    await look('publish');
    await page.keyboard.press('Escape');
    await leftDialogs(page);

    await summary.fill('Of a place that relays have heard of');
    // on a phone another one leads away
    await press(page.locator('a[href="/home"]:visible, a[href="/search"]:visible').first());
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await look('leave');
    await page.keyboard.press('Escape');
    await leftDialogs(page);

    await page.goto(`${site.url}/myarticles`);
    await press(page.getByRole('button', { name: words.mine.more('Words of the quay') }));
    await expect(page.getByRole('menuitem', { name: words.mine.promote })).toBeVisible();
    await look('menu of an article');
    await press(page.getByRole('menuitem', { name: words.mine.remove }));
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await look('delete');
    expect(wrong).toEqual([]);
  });
}
