import { seconds } from '../../../src/events/core/time.ts';
import { signed } from '../../support/events/signed.ts';
import { assetsWith } from '../support/checks/assets.ts';
import {
  hasEntry,
  leftDialogs,
  neighbourhood,
  openAs,
  PIN,
  signIn,
} from '../support/pages/account.ts';
import { giftWrappedMessage } from '../support/pages/direct-messages.ts';
import { lateImages } from '../support/pages/png.ts';
import { publish } from '../support/service/publish.ts';
import {
  expectPlace,
  openFeed,
  rows,
  scrollTo,
  shortcuts,
  sight,
} from '../support/pages/reading.ts';
import {
  differences,
  headPlaces,
  navigationPlaces,
  watchControls,
  movedControls,
} from '../support/checks/control-places.ts';
import { countShifts, shiftsIn } from '../support/checks/layout-shifts.ts';
import { expect, LONG, MOTION, type Page, test } from '../support/test.ts';
import { note, notesBy } from '../support/service/village.ts';

test.use(MOTION);

const scrollY = (page: Page) => page.evaluate(() => window.scrollY);
const PHONE = { width: 390, height: 844 };

/** Scrolls with the wheel and waits until the list stops moving. */
async function readTo(page: Page, top: number): Promise<number> {
  await page.mouse.move(600, 400);
  await page.mouse.wheel(0, top);
  await expect.poll(() => scrollY(page)).toBeGreaterThan(top / 2);
  await sight(page);
  return scrollY(page);
}

test('ACCESS-02 SEARCH-01 focusing sticky elements does not move the page', { tag: LONG }, async ({
  page,
  house,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { url } = await house({ events: notesBy(1, 60) });
  await openFeed(page, `${url}/home`);
  const breathes = () =>
    page
      .getByRole('feed')
      .evaluate((feed) =>
        feed.lastElementChild
          ?.querySelector('span')
          ?.checkVisibility({ contentVisibilityAuto: true }),
      );
  // a row far below the window costs no frame, and FEED-14 is about rows in view
  await expect.poll(breathes).toBe(false);
  const before = await readTo(page, 3_000);
  await shortcuts(page);
  await page.keyboard.press('/');
  const field = page.getByRole('combobox', { name: 'Search' });
  await expect(field).toBeFocused();
  await page.keyboard.type('lamp oil');
  await sight(page);
  expect(await scrollY(page)).toBe(before);
  // the first Esc closes suggestions that may be open by now
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(field).not.toBeFocused();
  await expect(field).toHaveValue('lamp oil');
  for (const stop of [
    page.getByRole('link', { name: 'Starling' }),
    page.getByRole('combobox', { name: 'Choose a feed' }),
  ]) {
    await stop.focus();
    await sight(page);
    expect(await scrollY(page)).toBe(before);
  }
});

test('FEED-04 FEED-14 the button scrolls to the very top, even if the newest note has a picture', {
  tag: LONG,
}, async ({ page, house }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { url } = await house({ events: notesBy(1, 60, 100) });
  const showPictures = await lateImages(page);
  await openFeed(page, `${url}/home`);
  await readTo(page, 3_000);
  const newest = note('Look at this https://media.example/new.png', {
    ago: 1,
    tags: [['imeta', 'url https://media.example/new.png', 'dim 800x1200']],
  });
  await publish(url, newest);
  await page.getByRole('button', { name: '1 new note' }).click({ timeout: 20_000 });
  await expect(rows(page).first()).toContainText('Look at this');
  showPictures();
  await expect(rows(page).first().locator('img[src*="media.example"]')).toBeVisible();
  await sight(page);
  expect(await scrollY(page)).toBe(0);
  await expect(page.getByRole('feed')).toBeFocused();
});

test('FEED-14 nothing moves while rows, counts, link previews and late pictures load', {
  tag: LONG,
}, async ({ page, liar }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const link = 'https://page.example/story';
  const sized = note('Wide https://media.example/wide.png', {
    ago: 1,
    tags: [['imeta', 'url https://media.example/wide.png', 'dim 1200x400']],
  });
  const unsized = note('No size https://media.example/any.png and words below', { ago: 2 });
  const linked = note(`Worth reading ${link}`, { ago: 3 });
  const liked = Array.from({ length: 12 }, (_, at) =>
    signed({ kind: 7, content: '+', tags: [['e', linked.id]] }, at + 2),
  );
  const preview = {
    kind: 10_000_128,
    content: JSON.stringify({
      resources: [
        {
          url: link,
          mimetype: 'text/html',
          md_title: 'A story',
          md_description: 'of two lines',
          md_image: 'https://media.example/p.png',
        },
      ],
    }),
  };
  const { url } = await liar(
    { events: [sized, unsized, linked, ...liked, ...notesBy(1, 20, 60)] },
    { results: (some) => [...some, preview] },
  );
  const showPictures = await lateImages(page);
  await countShifts(page);
  await openFeed(page, `${url}/home`);
  await expect(rows(page).filter({ hasText: 'A story' })).toBeVisible();
  await expect(rows(page).nth(2).getByRole('button', { name: 'Like, 12' })).toBeVisible();
  const before = await sight(page);
  showPictures();
  await expect
    .poll(() =>
      rows(page)
        .locator('img[src*="media.example"]')
        .evaluateAll((all) => all.every((one) => Reflect.get(one, 'complete'))),
    )
    .toBe(true);
  await expectPlace(page, before);
  expect((await shiftsIn(page)).sum).toBeLessThan(0.02);
});

test('CACHE-02 FEED-14 the offline strip covers nothing at the top, and moves no rows amid a feed', {
  tag: LONG,
}, async ({ page, context, house }) => {
  const { url } = await house({ events: notesBy(1, 60) });
  await openFeed(page, `${url}/home`);
  await shortcuts(page);
  const strip = page.getByRole('status').filter({ hasText: /^Offline\./ });
  for (const top of [0, 2_000]) {
    if (top > 0) await readTo(page, top);
    const before = await sight(page);
    await context.setOffline(true);
    await expect(strip).toBeInViewport();
    const during = await sight(page);
    if (top > 0) expect([during.row, during.top]).toEqual([before.row, before.top]);
    else {
      const [line, first] = await Promise.all([
        strip.boundingBox(),
        rows(page).first().boundingBox(),
      ]);
      expect(first?.y).toBeGreaterThanOrEqual((line?.y ?? 0) + (line?.height ?? Infinity));
    }
    await context.setOffline(false);
    await expect(strip).toHaveCount(0, { timeout: 20_000 });
    await expectPlace(page, before);
  }
  await readTo(page, 2_000);
  await context.setOffline(true);
  await expect(strip).toBeInViewport();
  // a row of which the strip covers the beginning
  await rows(page).evaluateAll((all) => {
    const top = all.map((one) => one.getBoundingClientRect().top).find((one) => one > 200) ?? 0;
    window.scrollBy(0, top - 70);
  });
  await page.keyboard.press('j');
  const [line, row] = await Promise.all([
    strip.boundingBox(),
    page.locator('article:focus').boundingBox(),
  ]);
  expect(row?.y).toBeGreaterThanOrEqual((line?.y ?? 0) + (line?.height ?? Infinity));
});

test('ROUTE-19 the navigation is at one place on all screens, the side column 20 px from the edge', {
  tag: LONG,
}, async ({ page, house }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { url } = await house(neighbourhood());
  await openFeed(page, `${url}/home`);
  const nav = page.locator('#navigation');
  const before = await nav.boundingBox();
  const places = await navigationPlaces(page);
  for (const name of ['Home', 'Reads', 'Explore', 'Messages', 'Settings', 'Help']) {
    await nav.getByRole('link', { name }).click();
    await expect(page).toHaveTitle(name);
    expect((await nav.boundingBox())?.x).toBe(before?.x);
    expect(differences(places, await navigationPlaces(page)), name).toEqual([]);
    // the panes of messages take the room of the side column
    if (name === 'Messages') continue;
    const side = await page.getByRole('complementary').boundingBox();
    expect([name, (side?.x ?? 0) + (side?.width ?? 0)]).toEqual([name, 1_260]);
  }
});

test('ROUTE-19 ACCESS-06 no control moves when a badge, the pill or the offline strip appears', {
  tag: LONG,
}, async ({ page, context, house }) => {
  const site = await house(neighbourhood(...notesBy(1, 30)));
  await signIn(page, site);
  await watchControls(page);
  await page.goto(`${site.url}/home`);
  await expect(rows(page).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await movedControls(page)).toEqual([]);
  for (const size of [{ width: 1280, height: 800 }, PHONE]) {
    await page.setViewportSize(size);
    const before = await headPlaces(page);
    const wrap = giftWrappedMessage({ from: 2, to: 9, text: `Hello ${size.width}`, ago: 1 });
    await publish(site.url, { ...wrap, created_at: seconds(wrap.created_at) });
    await publish(site.url, note(`Fresh at ${size.width}`, { key: 2, ago: 0 }));
    await expect(page.getByRole('button', { name: /new note/ })).toBeVisible({ timeout: 20_000 });
    await context.setOffline(true);
    await expect(page.getByRole('status').filter({ hasText: /^Offline\./ })).toBeInViewport();
    expect(differences(before, await headPlaces(page)), String(size.width)).toEqual([]);
    await context.setOffline(false);
    await page
      .getByRole('button', { name: /new note/ })
      .first()
      .click();
  }
});

test('NOTE-05 a failed picture is retried on reconnect, up to three times', { tag: LONG }, async ({
  page,
  context,
  house,
}) => {
  const { url } = await house({ events: [note('One picture https://media.example/a.png')] });
  let asked = 0;
  await page.route('https://media.example/**', (route) => {
    asked += 1;
    return route.abort();
  });
  await openFeed(page, `${url}/home`);
  const failed = rows(page).first().getByText('This picture didn’t load');
  await expect(failed).toBeVisible();
  const once = asked;
  for (const round of [2, 3, 3]) {
    await context.setOffline(true);
    await context.setOffline(false);
    await expect.poll(() => asked).toBe(once * round);
    await expect(failed).toBeVisible();
  }
});

test('FEED-02 CACHE-02 a failed next page loads by itself on reconnect', { tag: LONG }, async ({
  page,
  house,
}) => {
  const first = await house({ events: notesBy(1, 60, 100) });
  await openFeed(page, `${first.url}/home`);
  // the code of the side column is loaded
  await page.waitForLoadState('networkidle');
  await first.stop();
  await expect(page.getByRole('status').filter({ hasText: /^Offline\./ })).toBeVisible({
    timeout: 20_000,
  });
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(page.getByText('The next notes did not load')).toBeVisible({ timeout: 20_000 });
  const again = await first.again();
  try {
    await expect(page.getByText('The next notes did not load')).toHaveCount(0, { timeout: 30_000 });
    await scrollTo(page, 30);
  } finally {
    await again.stop();
  }
});

test('FEED-09 TRUST-06 a side list that fails to load shows the error, and can be retried', {
  tag: LONG,
}, async ({ page, liar }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const { url } = await liar({ events: notesBy(1, 5) }, { refuses: ['scored'] });
  const styles = assetsWith('.css', 'min-height:79px');
  let missing = [...assetsWith('.js', 'feed:scored:'), ...styles];
  const isMissing = (url: string) => missing.some((name) => url.endsWith(`/${name}`));
  await page.route(/\/assets\//, (route) =>
    isMissing(route.request().url()) ? route.abort() : route.fallback(),
  );
  await openFeed(page, `${url}/home`);
  const side = page.getByRole('complementary');
  const again = side.getByRole('button', { name: 'Try again' });
  await expect(side.getByRole('alert')).toHaveText('This part didn’t loadTry again');
  await expect(rows(page).first()).toBeVisible();
  const asked = page.waitForRequest((request) => isMissing(request.url()));
  await again.click();
  await asked;
  await expect(side.getByRole('alert')).toHaveText('This part didn’t loadTry again');
  missing = styles;
  await again.click();
  await expect(side.getByRole('alert')).toHaveText('This part didn’t loadTry again');
  missing = [];
  await again.click();
  await expect(side.getByText('This feed did not load')).toBeVisible();
  await expect(side.getByRole('alert')).toHaveCount(0);
  await expect(again).toBeVisible();
  await expect(side.getByText('Nothing yet')).toHaveCount(0);
});

test('ACCESS-02 focus moves to the feed when the focused row scrolls out', { tag: LONG }, async ({
  page,
  house,
}) => {
  const { url } = await house({ events: notesBy(1, 100) });
  await openFeed(page, `${url}/home`);
  await rows(page).nth(1).focus();
  await scrollTo(page, 40);
  await sight(page);
  await expect(page.getByRole('feed')).toBeFocused();
  const before = await scrollY(page);
  await page.keyboard.press('Tab');
  const row = page.locator('[role=feed] article:focus');
  await expect(row).toBeInViewport();
  expect(Math.abs((await scrollY(page)) - before)).toBeLessThan(800);
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test('ACCOUNT-13 ROUTE-19 the account menu adds, locks and unlocks accounts', {
    tag: LONG,
  }, async ({ page, house }) => {
    const site = await house(neighbourhood());
    await page.setViewportSize({ width: 1280, height: 844 });
    await signIn(page, site, PIN);
    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'Lock the key' }).click();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'Unlock the key' }).click();
    await page.getByLabel('PIN', { exact: true }).fill(PIN);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 20_000 });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'Add an account' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeFocused();
    await expect(dialog.getByRole('link', { name: 'Create account' })).toBeInViewport();
    await hasEntry(page);
    await page.goBack();
    await expect(dialog).toHaveCount(0);
    await expect(page).toHaveTitle('Home');
    await page.getByRole('main').getByRole('link', { name: 'Search' }).click();
    await expect(page).toHaveTitle('Search');
  });

  test('E-56 ROUTE-19 at 200 % zoom the new note button covers no text', { tag: LONG }, async ({
    page,
    house,
  }) => {
    const { url } = await house({ events: notesBy(1, 20) });
    await page.setViewportSize({ width: 640, height: 400 });
    await openFeed(page, `${url}/home`);
    const [button, bar] = await Promise.all(
      [
        page.getByRole('button', { name: 'New note' }),
        page.getByRole('navigation', { name: 'Main' }),
      ].map((one) => one.boundingBox()),
    );
    expect(button?.y).toBeGreaterThanOrEqual(bar?.y ?? Infinity);
    await page.getByRole('button', { name: 'New note' }).click({ trial: true });
    const last = await page.getByRole('link', { name: 'Notifications' }).boundingBox();
    expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual((button?.x ?? 0) + 1);
  });
});

test('NOTE-07 COMPOSE-02 ROUTE-23 Back closes overlays first and keeps the composer’s text', {
  tag: LONG,
}, async ({ page, house }) => {
  const picture = 'https://media.example/a.png';
  const site = await house(neighbourhood(note(`Look ${picture}`, { key: 2, ago: 1 })));
  const showPictures = await lateImages(page);
  showPictures();
  await openAs(page, site);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Help' }).click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  const dialog = page.getByRole('dialog');

  await page.getByRole('button', { name: 'Open the picture' }).click();
  await expect(dialog).toBeVisible();
  await hasEntry(page);
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveTitle('Home');

  await page.getByRole('button', { name: 'New note' }).click();
  const text = dialog.getByRole('textbox').first();
  await text.fill('half a thought');
  await hasEntry(page);
  await page.goBack();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page).toHaveTitle('Home');
  await page.getByRole('button', { name: 'New note' }).click();
  await expect(text).toHaveValue('half a thought');
  // closing it otherwise removes its history entry, too
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button').last().click();
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0);
  await leftDialogs(page);
  await page.goBack();
  await expect(page).toHaveTitle('Help');
});

test('ACCOUNT-07 ACCESS-02 in the sign-up no focused field is hidden behind the buttons at the foot', {
  tag: LONG,
}, async ({ page, house }) => {
  await page.setViewportSize({ width: 1280, height: 500 });
  const { url } = await house({ events: notesBy(1, 5) });
  await page.goto(`${url}/new`);
  await page.getByRole('textbox').first().fill('robin');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('textbox').nth(1)).toBeVisible();
  const foot = page.getByRole('button', { name: 'Next' });
  for (let step = 0; step < 7; step++) {
    const field = page.locator(':focus');
    const [box, edge] = await Promise.all([field.boundingBox(), foot.boundingBox()]);
    const isFoot = await foot.evaluate((one) =>
      one.parentElement?.contains(document.activeElement),
    );
    if (isFoot || !box || !edge) break;
    expect(box.y + box.height, await field.evaluate((one) => one.outerHTML)).toBeLessThanOrEqual(
      edge.y,
    );
    await page.keyboard.press('Tab');
  }
});
