import type { Locator, Page } from '@playwright/test';

/**
 * Return the buttons at the end of a dialog that are not in sight as a whole, and the dialog itself
 * if it is wider or taller than the window.
 */
const unfitIn = (dialog: Locator): Promise<readonly string[]> =>
  dialog.evaluate((box) => {
    const { clientWidth: width } = document.documentElement;
    const isIn = (element: Element): boolean => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const whole = element.scrollWidth <= element.clientWidth;
      return left >= 0 && right <= width && top >= 0 && bottom <= innerHeight && whole;
    };
    return [box, ...box.querySelectorAll('footer button')]
      .filter((one) => !isIn(one))
      .map((one) => (one === box ? 'the dialog' : (one.textContent ?? '')));
  });

/** A phone, and a low one such as with the keyboard up. */
const PHONES = [
  { width: 390, height: 844 },
  { width: 390, height: 420 },
];

/**
 * Return the buttons that do not fit on phones, with the words of each language in turn. Restores
 * the size of the window and the words.
 */
export async function unfitOnPhones(
  page: Page,
  dialog: Locator,
  words: readonly (readonly string[])[],
): Promise<readonly string[]> {
  const before = page.viewportSize();
  const buttons = dialog.locator('footer button');
  const own = await buttons.allTextContents();
  const put = (texts: readonly string[]) =>
    buttons.evaluateAll((all, these) => {
      for (const [at, one] of all.entries()) one.textContent = these[at] ?? '';
    }, texts);
  const unfit: string[] = [];
  for (const size of PHONES) {
    await page.setViewportSize(size);
    for (const texts of [own, ...words]) {
      await put(texts);
      unfit.push(...(await unfitIn(dialog)).map((one) => `${one} at ${size.height}`));
    }
  }
  await put(own);
  if (before) await page.setViewportSize(before);
  return unfit;
}
