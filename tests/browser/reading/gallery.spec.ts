import { servePictures } from '../support/pages/png.ts';
import { leftDialogs } from '../support/pages/account.ts';
import { openFeed, rows } from '../support/pages/reading.ts';
import { expect, LONG, MOTION, test } from '../support/test.ts';
import { note, profile } from '../support/service/village.ts';

test.use(MOTION);

const PICTURES = ['one', 'two', 'three'].map((name) => `https://media.example/${name}.png`);
const IMETA = PICTURES.map((url, at) => [
  'imeta',
  `url ${url}`,
  'dim 800x600',
  `alt Picture number ${at + 1}`,
]);

const TOWER = 'https://media.example/tower.png';
/** Its picture is taller than a row may be. */
const TALL = note(`A tower ${TOWER}`, {
  ago: 60,
  tags: [['imeta', `url ${TOWER}`, 'dim 900x2400', 'alt A tower']],
});

test('NOTE-04 NOTE-07 the gallery opens over the page, turns and zooms by keys, and gives the focus back', {
  tag: LONG,
}, async ({ page, house }) => {
  const { url } = await house({
    events: [note(`Three of them ${PICTURES.join(' ')}`, { tags: IMETA }), TALL],
  });
  await servePictures(page);
  await openFeed(page, `${url}/home`);
  const tall = page.locator('[data-cut=true]');
  await expect(tall.getByRole('button', { name: 'Open the picture: A tower' })).toBeVisible();
  expect((await tall.boundingBox())?.height).toBeLessThanOrEqual(520);
  const second = rows(page)
    .first()
    .getByRole('button', { name: 'Open the picture: Picture number 2' });
  await second.focus();
  await page.keyboard.press('Enter');
  const viewer = page.getByRole('dialog');
  const image = viewer.getByRole('img');
  const zoom = () => image.evaluate((one) => new DOMMatrix(getComputedStyle(one).transform).a);
  await expect(viewer).toHaveAccessibleName('Picture 2 of 3');
  await expect(image).toHaveAttribute('src', PICTURES[1] ?? '');

  for (const [key, name] of [
    ['ArrowRight', 'Picture 3 of 3'],
    ['ArrowRight', 'Picture 3 of 3'],
    ['ArrowLeft', 'Picture 2 of 3'],
    ['ArrowLeft', 'Picture 1 of 3'],
    ['ArrowLeft', 'Picture 1 of 3'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(viewer).toHaveAccessibleName(name);
  }
  expect(await zoom()).toBe(1);
  await page.keyboard.press('+');
  await expect.poll(zoom).toBe(1.5);
  await page.keyboard.press('-');
  await expect.poll(zoom).toBe(1);
  await image.dblclick();
  await expect.poll(zoom).toBe(2.5);
  await page.keyboard.press('0');
  await expect.poll(zoom).toBe(1);
  await page.mouse.wheel(0, -100);
  await expect.poll(zoom).toBeGreaterThan(1);

  await page.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  await expect(second).toBeFocused();
});

test('NOTE-07 the picture of a profile opens in full', { tag: LONG }, async ({ page, house }) => {
  const ada = profile(1, { name: 'ada', picture: PICTURES[0] });
  const { url } = await house({ events: [ada, note('hello')] });
  await servePictures(page);
  await openFeed(page, `${url}/p/${ada.pubkey}`);
  const face = page.getByRole('button', { name: 'Picture of ada, open in full' });
  await face.click();
  await expect(page.getByRole('dialog').locator('img')).toHaveAttribute('src', PICTURES[0] ?? '');
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(face).toBeFocused();
});

test('NOTE-04 NOTE-07 of twenty pictures four are shown, and the last counts those in the viewer', {
  tag: LONG,
}, async ({ page, house }) => {
  const many = Array.from({ length: 20 }, (_, at) => `https://media.example/many-${at}.png`);
  const tags = many.map((url, at) => [
    'imeta',
    `url ${url}`,
    'dim 800x600',
    `alt Picture number ${at + 1}`,
  ]);
  const { url } = await house({ events: [note(`All of them ${many.join(' ')}`, { tags })] });
  await servePictures(page);
  await openFeed(page, `${url}/home`);
  const cells = rows(page)
    .first()
    .getByRole('button', { name: /Open the picture/ });
  await expect(cells).toHaveCount(4);
  for (const cell of await cells.all())
    expect((await cell.boundingBox())?.height).toBeGreaterThan(100);
  await expect(rows(page).first().getByText('+16')).toBeVisible();
  await cells.last().click();
  await expect(page.getByRole('dialog')).toHaveAccessibleName('Picture 4 of 20');
});

test('NOTE-07 by touch a swipe changes the picture, and double tap and pinch zoom in place', {
  tag: LONG,
}, async ({ browser, house }) => {
  const ada = profile(1, { name: 'ada', banner: PICTURES[1] });
  const { url } = await house({
    events: [ada, note(`Three of them ${PICTURES.join(' ')}`, { tags: IMETA })],
  });
  const page = await browser.newPage({ hasTouch: true, viewport: { width: 390, height: 800 } });
  await servePictures(page);
  await openFeed(page, `${url}/home`);
  await rows(page)
    .first()
    .getByRole('button', { name: 'Open the picture: Picture number 2' })
    .tap();
  const viewer = page.getByRole('dialog');
  const view = () =>
    viewer.getByRole('img').evaluate((one) => {
      const { a, e } = new DOMMatrix(getComputedStyle(one).transform);
      return { scale: a, x: e };
    });
  const wire = await page.context().newCDPSession(page);
  const touch = async (
    type: 'touchStart' | 'touchMove' | 'touchEnd',
    ...points: (readonly [x: number, y: number])[]
  ) =>
    wire.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([x, y], id) => ({ x, y, id })),
    });
  const swipe = async (from: number, to: number) => {
    await touch('touchStart', [from, 400]);
    await touch('touchMove', [(from + to) / 2, 400]);
    await touch('touchMove', [to, 400]);
    await touch('touchEnd');
  };
  await expect(viewer).toHaveAccessibleName('Picture 2 of 3');
  await swipe(300, 100);
  await expect(viewer).toHaveAccessibleName('Picture 3 of 3');
  await swipe(100, 300);
  await expect(viewer).toHaveAccessibleName('Picture 2 of 3');
  // the picture is a single pixel: a pinch beside it enlarges it, and moves it away
  await touch('touchStart', [100, 400], [140, 400]);
  await touch('touchMove', [80, 400], [160, 400]);
  await touch('touchEnd');
  await expect.poll(async () => (await view()).scale).toBe(2);
  expect((await view()).x).toBeGreaterThan(50);
  await page.keyboard.press('0');
  await expect.poll(async () => (await view()).scale).toBe(1);
  const { x, y } = (await viewer.getByRole('img').boundingBox()) ?? { x: 0, y: 0 };
  for (let tap = 0; tap < 2; tap++) {
    await touch('touchStart', [x + 0.5, y + 0.5]);
    await touch('touchEnd');
  }
  await expect.poll(async () => (await view()).scale).toBe(2.5);
  await page.keyboard.press('Escape');
  await leftDialogs(page);
  await openFeed(page, `${url}/p/${ada.pubkey}`);
  await page.getByRole('button', { name: 'Open the banner in full' }).tap();
  await expect(viewer.locator('img')).toHaveAttribute('src', PICTURES[1] ?? '');
  // no style of the header reaches the viewer
  const close = viewer.getByRole('button', { name: 'Close' });
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect((await close.boundingBox())?.width).toBeLessThanOrEqual(48);
    expect((await viewer.boundingBox())?.width).toBe(width);
  }
  await close.tap();
  await leftDialogs(page);
  await page.close();
});
