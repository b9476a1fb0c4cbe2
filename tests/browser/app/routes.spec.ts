import { THEMES } from '../../../src/events/settings/appearance.ts';
import { watchAnswers } from '../support/checks/wait-for-answers.ts';
import { faultsIn } from '../support/checks/axe.ts';
import { follow } from '../support/pages/reading.ts';
import { allRoutes, type Route } from '../support/checks/routes.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';
import { watch } from '../support/checks/page-watch.ts';

const PARTS = 6;
/** The service answers such a path with 404 and the page. */
const LEADS_NOWHERE = / 404 .*\/(?:no\/such\/path\/anywhere|nobody-of-that-name)$/;

async function answers(page: Page, { path, title, ends }: Route): Promise<void> {
  await expect(page, path).toHaveTitle(title);
  await expect(page.getByRole('main'), path).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
  expect(new URL(page.url()).pathname, path).toBe(ends ?? path);
}

for (let part = 0; part < PARTS; part++) {
  const title = `ACCESS-01 ROUTE-01 to ROUTE-18 ROUTE-24 TRUST-03 TRUST-08 E-12 paths work (${part + 1} of ${PARTS})`;
  test(title, { tag: part > 0 ? LONG : [] }, async ({ page, request, town }) => {
    test.slow();
    // axe would see colours in the middle of a fade
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const said = await watch(page);
    const answered = watchAnswers(page);
    const routes = await allRoutes(request, town);
    const hosts = new Set<string>();
    page
      .context()
      .on(
        'request',
        (asked) => asked.url().startsWith('http') && hosts.add(new URL(asked.url()).origin),
      );
    await page.goto('/home');
    for (const route of routes.filter((_, at) => at % PARTS === part)) {
      await follow(page, route.path);
      await answers(page, route);
      // Paths with the same title lead to the same screen. Each is checked in one theme here, and
      // by axe.spec.ts in all themes.
      const at = routes.findIndex(({ title }) => String(title) === String(route.title));
      if (routes[at] !== route) continue;
      await answered();
      await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
      // a loaded list is drawn a frame later
      await expect(page.locator('[role="feed"]:not(:has(article))')).toHaveCount(0);
      expect(await faultsIn(page, THEMES[at % THEMES.length] ?? 'midnight'), route.path).toEqual(
        [],
      );
    }
    expect([said, [...hosts]]).toEqual([[], [new URL(town.url).origin]]);
  });
}

test('ROUTE-01 to ROUTE-18, ROUTE-24, TRUST-03 E-12: every path answers when a page is opened at it', {
  tag: LONG,
}, async ({ page, request, town }) => {
  test.setTimeout(180_000);
  const said = await watch(page, { expected: LEADS_NOWHERE });
  for (const route of await allRoutes(request, town)) {
    await page.goto(route.path);
    await answers(page, route);
  }
  expect(said).toEqual([]);
});

test('the page uses each preload of its head: home, a thread and an article cause no warning', {
  tag: LONG,
}, async ({ context, request, town }) => {
  const routes = await allRoutes(request, town);
  const paths = [
    '/home',
    ...['/e/', '/a/'].flatMap(
      (start) =>
        routes.find(({ path, ends }) => path.startsWith(start) && ends === undefined)?.path ?? [],
    ),
  ];
  expect(paths).toHaveLength(3);
  const warned = await Promise.all(
    paths.map(async (path) => {
      const page = await context.newPage();
      // a preload that is never used: once its warning arrives, all preloads have been checked
      await page.route(`**${path}`, async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace(
          '</head>',
          '<link rel="preload" as="font" crossorigin href="/logo.svg"></head>',
        );
        await route.fulfill({ response, body });
      });
      const said: string[] = [];
      page.on('console', (message) => said.push(message.text()));
      await page.goto(path);
      await expect
        .poll(() => said.some((text) => text.includes('logo.svg')), { timeout: 20_000 })
        .toBe(true);
      return said
        .flatMap(
          (text) => / (\S+) was preloaded using link preload but not used/.exec(text)?.[1] ?? [],
        )
        .map((url) => new URL(url).pathname);
    }),
  );
  expect(warned).toEqual(paths.map(() => ['/logo.svg']));
});

test('E-12 the test above finds a breach: inline script, foreign style or eval are refused (planted)', async ({
  page,
}) => {
  const said = await watch(page);
  await page.goto('/help');
  const refused = await page.evaluate(() => {
    document.head.append(
      Object.assign(document.createElement('link'), {
        rel: 'stylesheet',
        href: 'https://evil.example/x.css',
      }),
    );
    document.body.append(
      Object.assign(document.createElement('img'), { src: 'ftp://evil.example/x.png' }),
    );
    try {
      document.body.append(
        Object.assign(document.createElement('script'), { textContent: 'window.breached = 1' }),
      );
      return false;
    } catch (error) {
      return error instanceof TypeError;
    }
  });
  expect(refused).toBe(true);
  await expect
    .poll(() => said.filter((text) => text.startsWith('violation')).length)
    .toBeGreaterThanOrEqual(2);
  expect(await page.evaluate(() => 'breached' in window)).toBe(false);
});
