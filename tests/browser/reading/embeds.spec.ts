import type { Locator } from '@playwright/test';
import { openFeed } from '../support/pages/reading.ts';
import { expect, MOTION, test, LONG } from '../support/test.ts';
import { note } from '../support/service/village.ts';

test.use(MOTION);

const PLAYERS = {
  YouTube: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  Spotify: 'https://open.spotify.com/track/4cOdK2wGLETKBW3PvgPWqT',
  Twitch: 'https://www.twitch.tv/videos/123456789',
  Mixcloud: 'https://www.mixcloud.com/someone/something/',
  SoundCloud: 'https://soundcloud.com/someone/something',
  'Apple Music': 'https://music.apple.com/us/album/something/1234567890',
  Wavlake: 'https://wavlake.com/track/01234567-89ab-cdef-0123-456789abcdef',
};

/** E-10: hosts and paths that only look like a provider's. */
const LOOKALIKES = [
  'https://www.youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://evil.example/www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://notyoutube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com:8443/watch?v=dQw4w9WgXcQ',
  'https://xn--youtbe-4ya.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/redirect?q=https://evil.example',
  'https://open.spotify.com.evil.example/track/4cOdK2wGLETKBW3PvgPWqT',
];

test('NOTE-03 E-10 players load only after a click, sandboxed, in reserved space', {
  tag: LONG,
}, async ({ page, house }) => {
  const { url } = await house({
    events: Object.entries(PLAYERS).map(([name, link], ago) =>
      note(`${name} ${link}`, { ago: ago * 60 }),
    ),
  });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.setViewportSize({ width: 1280, height: 4_000 });
  await page.route(/^https:/, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>player</p>' }),
  );
  await openFeed(page, `${url}/home`);
  const figures = page.getByRole('figure');
  await expect(figures).toHaveCount(Object.keys(PLAYERS).length);
  expect(asked.filter((one) => !one.startsWith(url))).toEqual([]);
  expect(await page.locator('iframe').count()).toBe(0);

  const height = (figure: Locator) => figure.evaluate((one) => one.getBoundingClientRect().height);
  for (const [at, provider] of Object.keys(PLAYERS).entries()) {
    const figure = figures.nth(at);
    const before = await height(figure);
    await figure.getByRole('button', { name: `Load from ${provider}` }).click();
    const frame = figure.locator('iframe');
    await expect(frame).toHaveAttribute('sandbox', /allow-scripts/);
    expect(await frame.getAttribute('sandbox')).not.toContain('top-navigation');
    await expect(frame).toHaveAttribute('referrerpolicy', /origin$|no-referrer/);
    expect(await height(figure)).toBe(before);
  }
  expect(await page.locator('iframe').count()).toBe(Object.keys(PLAYERS).length);
  const policy = (await page.request.get(`${url}/home`)).headers()['content-security-policy'] ?? '';
  for (const frame of await page.locator('iframe').all()) {
    expect(policy).toContain(new URL((await frame.getAttribute('src')) ?? '').origin);
  }
});

test('E-10 an address that only resembles a provider’s stays a link', { tag: LONG }, async ({
  page,
  house,
}) => {
  const { url } = await house({
    events: LOOKALIKES.map((link, ago) => note(`look ${link}`, { ago: ago * 60 })),
  });
  await page.setViewportSize({ width: 1280, height: 4_000 });
  await openFeed(page, `${url}/home`);
  await expect(page.getByRole('article')).toHaveCount(LOOKALIKES.length);
  await expect(page.getByRole('button', { name: /^Load from/ })).toHaveCount(0);
  for (const link of LOOKALIKES)
    await expect(page.locator(`main a[href="${link}"]`).first()).toHaveAttribute('rel', /noopener/);
});
