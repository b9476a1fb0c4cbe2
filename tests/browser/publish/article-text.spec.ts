import { neighbourhood, signIn } from '../support/pages/account.ts';
import { markdown, text } from '../support/pages/article.ts';
import { faultsInThemes } from '../support/checks/axe.ts';
import { PIXEL } from '../support/pages/png.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';

/** Pastes or drops, as a browser does: data by type, and files. */
async function give(
  page: Page,
  type: 'paste' | 'drop',
  data: Readonly<Record<string, string>>,
  files: readonly string[] = [],
): Promise<void> {
  await text(page).evaluate(
    (field, { kind, all, names, pixel }) => {
      const transfer = new DataTransfer();
      for (const [name, value] of Object.entries(all)) transfer.setData(name, value);
      const bytes = Uint8Array.from(atob(pixel), (letter) => letter.charCodeAt(0));
      for (const name of names) transfer.items.add(new File([bytes], name, { type: 'image/png' }));
      const { left, top } = (field.lastElementChild ?? field).getBoundingClientRect();
      const at = { bubbles: true, cancelable: true, clientX: left + 2, clientY: top + 2 };
      const event =
        kind === 'paste'
          ? new ClipboardEvent(kind, { ...at, clipboardData: transfer })
          : new DragEvent(kind, { ...at, dataTransfer: transfer });
      field.dispatchEvent(event);
    },
    { kind: type, all: data, names: files, pixel: PIXEL.toString('base64') },
  );
}

test('COMPOSE-06 the editor accepts input methods, pasted text and pictures, alike in both modes', {
  tag: LONG,
}, async ({ page, house, context }) => {
  const site = await house(neighbourhood());
  await signIn(page, site);
  await page.goto(`${site.url}/reads/edit`);
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Lamps');
  await text(page).click();
  const keyboard = await context.newCDPSession(page);
  // as with a Japanese keyboard: the composed text is inserted and replaced before it is confirmed
  for (const composed of ['と', 'とう', 'とうだい'])
    await keyboard.send('Input.imeSetComposition', {
      text: composed,
      selectionStart: composed.length,
      selectionEnd: composed.length,
    });
  await keyboard.send('Input.insertText', { text: '灯台' });
  await page.keyboard.type(' and **bold** words');
  expect(await markdown(page)).toBe('灯台 and **bold** words');
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await give(page, 'paste', {
    'text/plain': 'Head one two',
    'text/html':
      '<h2>Head</h2><p>one <b>two</b> <script>alert(1)</script><a href="javascript:alert(1)">three</a></p><ul><li>four</li></ul>',
  });
  const pasted = '灯台 and **bold** words\n\n## Head\n\none **two** three\n\n- four';
  expect(await markdown(page)).toBe(pasted);
  await page.keyboard.press('Control+z');
  expect(await markdown(page)).toBe('灯台 and **bold** words');
  await page.keyboard.press('Control+Shift+z');
  expect(await markdown(page)).toBe(pasted);
  await give(page, 'paste', {}, ['pasted.png']);
  const alt = page.getByRole('textbox', { name: 'Description of the picture' });
  await expect(alt).toHaveCount(1, { timeout: 20_000 });
  await give(page, 'drop', {}, ['dropped.png']);
  await expect(alt).toHaveCount(2, { timeout: 20_000 });
  await expect(page.getByText('2 pictures, 2 not described')).toBeVisible();
  await alt.first().fill('One lamp');
  await expect(page.getByText('2 pictures, 1 not described')).toBeVisible();
  expect(await markdown(page)).toMatch(
    /!\[One lamp\]\(http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{64}\.png\)/,
  );

  // a picture added at the end of a text belongs to the text, not to its last footnote
  await page.getByRole('radio', { name: 'Markdown' }).click();
  await text(page).fill('Lamps[^1]\n\n[^1]: By the quay.');
  await page.getByRole('radio', { name: 'Rich text' }).click();
  await expect(text(page)).toBeFocused();
  await page.keyboard.type(' See [the quay](https://quay.example/).');
  await give(page, 'paste', {}, ['late.png']);
  await expect(alt).toHaveCount(1, { timeout: 20_000 });
  expect(await markdown(page)).toMatch(
    /^Lamps\[\^1\]\n\n\[\^1\]: By the quay\. See \[the quay\]\(https:\/\/quay\.example\/\)\.\n\n!\[\]\(http.+\)$/,
  );
});

test('ACCESS-02 COMPOSE-06 an article is written, previewed and published by keyboard alone', {
  tag: LONG,
}, async ({ page, house }) => {
  const site = await house(neighbourhood());
  await signIn(page, site);
  await page.goto(`${site.url}/reads/edit`);
  await page.getByRole('textbox', { name: 'Title', exact: true }).focus();
  await page.keyboard.type('By keyboard');
  const reach = async (
    name: string,
    role: 'textbox' | 'button' | 'radio',
    key = 'Tab',
    most = 30,
  ) => {
    const wanted = page.getByRole(role, { name, exact: true });
    for (let press = 0; press < most; press++) {
      if (await wanted.evaluateAll((all) => all.some((one) => one === document.activeElement)))
        return;
      await page.keyboard.press(key);
    }
    throw new Error(`${name} cannot be reached`);
  };
  await reach('Bold', 'button');
  await page.keyboard.press('Enter');
  await page.keyboard.type('strong');
  await page.keyboard.press('Control+b');
  await page.keyboard.type(' words');
  // from the text to its tools, along them, and back into the text: also where Tab belongs to the
  // text
  await page.keyboard.press('Alt+F10');
  await reach('Table', 'button', 'ArrowRight');
  await page.keyboard.press('Enter');
  for (const cell of ['a', 'b', 'c', 'd']) {
    await page.keyboard.type(cell);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Alt+F10');
  await reach('Rich text', 'radio');
  await page.keyboard.press('ArrowRight');
  await expect(text(page)).toHaveValue(/^\*\*strong\*\* words\n\n\| a \| b \| c \|\n[^]*\| d \|/);
  await reach('Publish', 'button', 'Shift+Tab', 60);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Publish this article?' });
  await expect(dialog.getByRole('button', { name: 'Publish' })).toBeEnabled({ timeout: 20_000 });
  await reach('Publish', 'button');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your article is published')).toBeVisible({ timeout: 20_000 });
});

test('ACCESS the text with all there is in it passes axe in four themes, wide, on a phone and at 200 %', {
  tag: LONG,
}, async ({ page, house }) => {
  const site = await house(neighbourhood());
  await signIn(page, site);
  await page.goto(`${site.url}/reads/edit`);
  await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Lamps');
  await page.getByRole('radio', { name: 'Markdown' }).click();
  await text(page).fill(
    '## Head\n\n**b** *i* ~~s~~ `c` [l](https://a.example)[^1]\n\n> q\n\n- [x] t\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n```js\nx\n```\n\n![p](https://media.example/p.png)\n\n<i>raw</i>\n\n[^1]: note',
  );
  await page.getByRole('radio', { name: 'Rich text' }).click();
  const spread = async (name: string, width: number) => {
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    return [...(await faultsInThemes(page)), ...(wide > 0 ? [`${wide} px too wide`] : [])].map(
      (fault) => `${name} ${width}, ${fault}`,
    );
  };
  const found: string[] = [];
  // 640 is 1280 at 200 %
  for (const width of [1280, 640, 390]) {
    await page.setViewportSize({ width, height: 900 });
    found.push(...(await spread('text', width)));
    await text(page).locator('td').first().click();
    found.push(...(await spread('table', width)));
    await text(page).locator('pre code').click();
    found.push(...(await spread('code', width)));
    await page.getByRole('button', { name: 'Link', exact: true }).click();
    found.push(...(await spread('link', width)));
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Preview' }).click();
    found.push(...(await spread('preview', width)));
    await page.getByRole('button', { name: 'Back to writing' }).click();
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    found.push(...(await spread('publish', width)));
    await page.getByRole('button', { name: 'Keep writing' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  expect(found).toEqual([]);
});
