import { expect, type Locator, type Page } from '@playwright/test';

/** Rows of the list, those in the document. */
export const rows = (page: Page): Locator => page.getByRole('feed').getByRole('article');

/** The row of one note. */
export const rowOf = (page: Page, id: string): Locator =>
  page.getByRole('feed').locator(`[data-note="${id}"]`);

/** Opens a screen with a list and waits for its first row. */
export async function openFeed(page: Page, path = '/home'): Promise<void> {
  await page.goto(path);
  await expect(rows(page).first()).toBeVisible();
}

/** Navigates within the open page to a path, as a link does. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Wait until keyboard shortcuts work: their code loads after the content. */
export async function shortcuts(page: Page): Promise<void> {
  await expect(page.locator(':root[data-shortcuts]')).toBeAttached();
}

/** Choose everybody's notes on /home. A signed-in user reads the notes of their follows first. */
export async function readEveryone(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Choose a feed' }).click();
  await page.getByRole('option', { name: 'Everyone', exact: true }).click();
}

/** Scrolls with the wheel until the row at that index is in the document. */
export async function scrollTo(page: Page, place: number): Promise<void> {
  await page.mouse.move(600, 400);
  await expect(async () => {
    await page.mouse.wheel(0, 1_200);
    expect(
      await rows(page).last().getAttribute('aria-posinset').then(Number),
    ).toBeGreaterThanOrEqual(place);
  }).toPass({ intervals: [50] });
}

/**
 * The visible position in a list: its scroll offset, and the place of the first row whose head is
 * in the window.
 */
export interface Sight {
  readonly scrollY: number;
  readonly row: string;
  readonly top: number;
}

/** Waits until the page is drawn again. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );

/** Waits until the list is stable: two equal frames, and all visible pictures loaded. */
export async function sight(page: Page): Promise<Sight> {
  return page.evaluate(async () => {
    const look = () => {
      const row = [...document.querySelectorAll('[role=feed] article')].find(
        (one) => one.getBoundingClientRect().top > 60,
      );
      return {
        scrollY: window.scrollY,
        row: row?.getAttribute('data-note') ?? '',
        top: row?.getBoundingClientRect().top ?? 0,
      };
    };
    const frame = () => new Promise(requestAnimationFrame);
    const all = () => JSON.stringify([look(), document.documentElement.scrollHeight]);
    for (let same = 0, last = all(); same < 10; ) {
      await frame();
      const now = all();
      same = now === last ? same + 1 : 0;
      last = now;
    }
    return look();
  });
}

/**
 * Expect the same reading position. The list's length may change, because pages load and hidden
 * rows are measured.
 */
export async function expectPlace(page: Page, before: Sight): Promise<void> {
  expect(await sight(page)).toEqual(before);
}
