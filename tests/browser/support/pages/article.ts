import { expect, type Locator, type Page } from '../test.ts';
import { drawn } from './reading.ts';

/** The text field of the open article, rich or Markdown. */
export const text = (page: Page): Locator =>
  page.getByRole('textbox', { name: 'Text of the article' });

/** Return the text as Markdown: opens the other mode and leaves it again. */
export async function markdown(page: Page): Promise<string> {
  await page.getByRole('radio', { name: 'Markdown' }).click();
  const written = await text(page).inputValue();
  await page.getByRole('radio', { name: 'Rich text' }).click();
  return written;
}

/** Waits for the message that the text is stored on this device. */
export async function kept(page: Page): Promise<void> {
  // the message may be from before the last key, until the page is drawn again
  await drawn(page);
  await expect(page.getByText('Saved on this device').first()).toBeVisible();
}
