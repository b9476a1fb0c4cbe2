import { npubOf } from '../../../src/events/nostr/nip19.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';
import { note, profile } from '../support/service/village.ts';

test('ROUTE-20 PROFILE-01 SEARCH-01 THREAD-01 profile, search and thread are requested once, in advance', {
  tag: LONG,
}, async ({ browser, house }) => {
  const said = note('a lamp at the harbour');
  const { url } = await house({ events: [profile(1, { name: 'ada', display_name: 'Ada' }), said] });
  // another service can be reached by socket only
  const { url: elsewhere } = await house({ cache: `${url.replace('http', 'ws')}/v1` });
  const paths = [`/p/${npubOf(said.pubkey)}`, '/search/lamp', `/e/${said.id}`];
  for (const [site, way] of [
    [url, 'ahead'],
    [elsewhere, 'prefetch'],
  ] as const)
    for (const path of paths) await expectAsked(await browser.newPage(), site + path, way);
});

/**
 * The first request of the page is sent once: by HTTP before the socket opens, or on the socket in
 * advance.
 */
async function expectAsked(page: Page, address: string, way: 'ahead' | 'prefetch'): Promise<void> {
  const path = new URL(address).pathname;
  const framed: { id: string; query: string }[] = [];
  const ahead = new Set<string>();
  page.on('request', (request) => {
    const ask = new URL(request.url()).searchParams.get('ask');
    // the page and its worker share one response
    if (ask !== null) ahead.add(ask);
  });
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      const [type, id, { cache } = {}] = JSON.parse(String(payload));
      if (type === 'REQ') framed.push({ id, query: JSON.stringify(cache) });
    }),
  );
  await page.addInitScript(waitForCode);
  await page.goto(address);
  await expect(
    page.getByRole('article').filter({ hasText: 'a lamp at the harbour' }),
  ).toBeVisible();
  const asked = [
    ...[...ahead].flatMap((ask) =>
      JSON.parse(ask).map((query: unknown) => ({ id: 'ahead', query: JSON.stringify(query) })),
    ),
    // The socket repeats a slow HTTP request under the same name. On a busy machine that counts as
    // one request.
    ...framed.filter(({ id }) => ahead.size === 0 || !id.startsWith('ahead-')),
  ];
  expect([
    path,
    asked.find(({ query }) => /^\["(mega_feed_directive|thread_view)"/.test(query))?.id,
  ]).toEqual([path, expect.stringMatching(new RegExp(`^${way}`))]);
  // a service that is silent for ten seconds is reconnected, to see whether it responds
  const questions = asked.flatMap(({ query }) =>
    query.startsWith('["set_primal_protocol"') ? [] : [query],
  );
  expect(questions).toEqual([...new Set(questions)]);
  const times = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map((one) => [new URL(one.name).pathname.slice(1), one.startTime] as const),
  );
  const named = await page
    .locator(`meta[name="starling-code-${path.split('/')[1]}"]`)
    .getAttribute('content');
  const app = Math.min(...times.flatMap(([name, at]) => (name.includes('icons-') ? [at] : [])));
  const late = named
    ?.split(' ')
    .filter((file) => !times.some(([name, at]) => name === file && at < app));
  expect([path, late]).toEqual([path, []]);
  await page.close();
}

/**
 * On a slow machine the first screen would be drawn, and ask by itself, before the code of its
 * questions is there: here it waits for that.
 */
function waitForCode(): void {
  const { setTimeout: later } = window;
  const timeout = 400;
  Object.assign(window, {
    setTimeout: (run: () => void, ms?: number, ...more: unknown[]) =>
      later(run, ms === timeout ? 30_000 : ms, ...more),
  });
}
