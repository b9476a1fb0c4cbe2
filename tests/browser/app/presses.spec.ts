import { neighbourhood, openAs } from '../support/pages/account.ts';
import { rows, shortcuts } from '../support/pages/reading.ts';
import { allRoutes } from '../support/checks/routes.ts';
import {
  type ControlPlaces,
  differences,
  movedControls,
  navigationPlaces,
  watchControls,
} from '../support/checks/control-places.ts';
import { coveredControls } from '../support/checks/presses.ts';
import { giftWrappedMessage } from '../support/pages/direct-messages.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';
import { getPublicKey } from 'nostr-tools';
import { seconds } from '../../../src/events/core/time.ts';
import { npubOf } from '../../../src/events/nostr/nip19.ts';
import { secretKey } from '../../support/events/signed.ts';

const PHONE = { width: 390, height: 844 };
const peer = npubOf(getPublicKey(secretKey(2))) ?? '';

test('ACCESS-06 nothing covers a control, and the last conversation leaves the keys free', {
  tag: LONG,
}, async ({ page, house }) => {
  const wrap = giftWrappedMessage({ from: 2, to: 9, text: 'Are you there?', ago: 60 });
  const site = await house(neighbourhood({ ...wrap, created_at: seconds(wrap.created_at) }));
  await openAs(page, site);
  await expect(page.getByRole('feed').getByRole('article').first()).toBeVisible();
  await page.setViewportSize(PHONE);
  expect(await coveredControls(page)).toEqual([]);
  await page.goto(`${site.url}/dms/${peer}`);
  const field = page.getByRole('textbox', { name: 'Message' });
  await expect(field).toBeVisible();
  expect(await coveredControls(page)).toEqual([]);

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${site.url}/home`);
  await shortcuts(page);
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(page).toHaveURL(/dms\/npub1/);
  await expect(field).toBeEditable();
  await expect(field).not.toBeFocused();
  await field.click();
  await page.keyboard.press('Escape');
  await expect(field).not.toBeFocused();
  await page.keyboard.press('g');
  await page.keyboard.press('h');
  await expect(page).toHaveURL(/home$/);
});

test('ACCESS-06 nothing covers a control of any screen, on phone or desktop', {
  tag: LONG,
}, async ({ page, request, town }) => {
  test.setTimeout(600_000);
  await watchControls(page);
  for (const size of [PHONE, { width: 1280, height: 800 }]) {
    await page.setViewportSize(size);
    let places: ControlPlaces | undefined;
    for (const { path } of await allRoutes(request, town)) {
      await page.goto(path);
      await expect(page.locator('main')).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect.soft(await movedControls(page), `${path} at ${size.width}`).toEqual([]);
      places ??= await navigationPlaces(page);
      const moved = differences(places, await navigationPlaces(page));
      expect.soft(moved, `${path} at ${size.width}`).toEqual([]);
      expect.soft(await coveredControls(page), `${path} at ${size.width}`).toEqual([]);
    }
  }
});

/** The focused note, and how far the page is scrolled. */
const place = (page: Page) =>
  page.evaluate(() => [document.activeElement?.getAttribute('data-note'), scrollY]);

test('ROUTE-23 ACCESS-03 back returns to the note, a reload to the place, and the wheel works beside', {
  tag: LONG,
}, async ({ page, town }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${town.url}/home`);
  await expect(rows(page).first()).toBeVisible();
  await shortcuts(page);
  // nothing invisible lies over the last rows in the window
  expect(await coveredControls(page, 'end')).toEqual([]);
  await page.evaluate(() => scrollTo(0, 0));
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  const before = await place(page);
  expect(before[0]).not.toBeNull();
  await page.keyboard.press('o');
  await expect(page).toHaveURL(/\/e\//);
  // another row has the focus in the thread, once that is drawn
  await expect(page.getByRole('main').getByRole('heading').first()).toHaveText('Note');
  const moved = async () => {
    await page.keyboard.press('j');
    return page.evaluate(() => document.activeElement?.matches('article'));
  };
  await expect.poll(moved).toBe(true);
  await page.keyboard.press('Backspace');
  await expect.poll(() => place(page)).toEqual(before);
  const order = await rows(page).evaluateAll((all) => all.map((row) => row.dataset['note']));
  await page.keyboard.press('j');
  const next = order[order.findIndex((note) => note === before[0]) + 1];
  await expect.poll(async () => (await place(page))[0]).toBe(next);

  const side = await page.locator('main + aside').boundingBox();
  await page.mouse.move((side?.x ?? 0) + 100, 400);
  // the column itself scrolls to its end first
  const scrolled = async () => {
    await page.mouse.wheel(0, 1_500);
    return page.evaluate(() => scrollY);
  };
  await expect.poll(scrolled).toBeGreaterThan(1_000);
  const kept = () => page.evaluate(() => localStorage.getItem('starling/visitor/readingPlaces'));
  // the wheel's last turn may still be moving the page
  const keptTop = async () => {
    const [id] = await topRow(page);
    return (await kept())?.includes(`"top":{"id":"${id}`);
  };
  await expect.poll(keptTop).toBe(true);
  const [note, top] = await topRow(page);
  await page.reload();
  await expect.poll(() => topRow(page)).toEqual([note, top]);
});

/** The top row in the window, and its distance from the header. */
const topRow = (page: Page) =>
  page.evaluate(() => {
    const head = document.querySelector('main > header')?.getBoundingClientRect().bottom ?? 0;
    const all = [...document.querySelectorAll('main [role=feed] [data-note]')];
    const row = all.find((one) => one.getBoundingClientRect().bottom > head);
    return [
      row?.getAttribute('data-note'),
      Math.round((row?.getBoundingClientRect().top ?? 0) - head),
    ];
  });

test('NOTE-01 Ctrl and middle click open a tab, dragging selects, the navigation stays', {
  tag: LONG,
}, async ({ page, context, town }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${town.url}/home`);
  const row = rows(page).first();
  await expect(row).toBeVisible();
  await shortcuts(page);
  const words = row.locator('p').last();
  for (const press of [{ modifiers: ['Control' as const] }, { button: 'middle' as const }]) {
    const [tab] = await Promise.all([
      context.waitForEvent('page'),
      row.click({ ...press, position: { x: 20, y: 90 } }),
    ]);
    await expect(tab).toHaveURL(/\/e\//);
    await tab.close();
  }
  const box = await words.boundingBox();
  const [x, y] = [box?.x ?? 0, (box?.y ?? 0) + 10];
  await page.mouse.move(x + 2, y);
  await page.mouse.down();
  await page.mouse.move(x + 90, y, { steps: 4 });
  await page.mouse.up();
  expect(await page.evaluate(() => String(getSelection()))).not.toBe('');
  await expect(page).toHaveURL(/home$/);

  const nav = page.getByRole('navigation', { name: 'Main' }).first();
  const at = await nav.boundingBox();
  await page.getByRole('link', { name: 'Reads' }).first().click();
  await expect(page).toHaveURL(/reads$/);
  const article = page.getByRole('feed', { name: /reads/i }).getByRole('article').first();
  await expect(article).toBeVisible();
  expect(await coveredControls(page)).toEqual([]);
  await article.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/a\//);
  await expect(page.locator('main[data-width="reading"]')).toBeVisible();
  expect(await nav.boundingBox()).toEqual(at);
});
