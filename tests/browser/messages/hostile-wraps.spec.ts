import { finalizeEvent, getPublicKey, type NostrEvent } from 'nostr-tools';
import { encrypt, getConversationKey } from 'nostr-tools/nip44';
import { createRumor, createSeal, createWrap } from 'nostr-tools/nip59';
import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { readEvent } from '../../../src/events/nostr/event-shape.ts';
import { secretKey, signed } from '../../support/events/signed.ts';
import { neighbourhood } from '../support/pages/account.ts';
import { box, log, write } from '../support/pages/messages.ts';
import { publish } from '../support/service/publish.ts';
import { tasksOf } from '../support/checks/main-thread-tasks.ts';
import { expect, LONG, test } from '../support/test.ts';
import { now, profile } from '../support/service/village.ts';

const [JUN, RIO, NOBODY, CROWD] = [9, 41, 42, 43];
const FLOOD = 10_000;
const HOUR = 3_600;
const DAY = 24 * HOUR;
const [jun, rio] = [JUN, RIO].map((key) => getPublicKey(secretKey(key))) as [string, string];
const crowd = secretKey(CROWD);

type Rumor = ReturnType<typeof createRumor>;
const rumor = (content: string, more: object = {}, by = RIO): Rumor =>
  createRumor(
    { kind: 14, content, tags: [['p', jun]], created_at: now() - 60, ...more },
    secretKey(by),
  );
/** A gift wrap for Jun around any content. */
const around = (seal: object, created_at: number): NostrEvent =>
  finalizeEvent(
    {
      kind: 1_059,
      created_at,
      tags: [['p', jun]],
      content: encrypt(JSON.stringify(seal), getConversationKey(crowd, jun)),
    },
    crowd,
  );
const wrapped = (said: Rumor, ago: number, by = RIO): NostrEvent =>
  around(createSeal(said, secretKey(by), jun), now() - ago);

/** Signed wraps that cannot be decrypted, spread over two days. */
function flood(): SignedEvent[] {
  const junk = encrypt('junk', getConversationKey(crowd, rio));
  return Array.from({ length: FLOOD }, (_, at) =>
    signed(
      {
        kind: 1_059,
        created_at: now() - Math.floor((at * 2 * DAY) / FLOOD),
        tags: [['p', jun]],
        content: junk,
      },
      CROWD,
    ),
  );
}

const MARKUP =
  '<img src="https://evil.example/x.png" onerror="window.wasHacked=1"><style>*{display:none}</style><script>window.wasHacked=1</script>';
/** Texts that may never be shown. */
function forged(): NostrEvent[] {
  const true1 = rumor('FORGED by another');
  const sealed = createSeal(rumor('FORGED signature'), secretKey(RIO), jun);
  const forRio = createSeal(
    rumor('FORGED replay', { tags: [['p', rio]] }, NOBODY),
    secretKey(NOBODY),
    rio,
  );
  return [
    wrapped(true1, 5, NOBODY),
    around({ ...sealed, sig: '0'.repeat(128) }, now() - 6),
    around(
      { ...createSeal(rumor('FORGED author', {}, NOBODY), secretKey(NOBODY), jun), pubkey: rio },
      now() - 7,
    ),
    around(forRio, now() - 8),
    finalizeEvent({ ...createWrap(forRio, rio), created_at: now() - 9, tags: [['p', jun]] }, crowd),
    wrapped(rumor('FORGED for others', { tags: [['p', rio]] }, NOBODY), 10, NOBODY),
    wrapped({ ...rumor('FORGED id'), id: '0'.repeat(64) }, 11),
    wrapped(rumor('FORGED kind', { kind: 1 }), 12),
    finalizeEvent(
      { kind: 1_059, created_at: now() - 13, tags: [['p', jun]], content: 'A'.repeat(1_000_000) },
      crowd,
    ),
  ];
}

/** Malformed wraps, on purpose. */
function hostile(): NostrEvent[] {
  const bidi = '\u202Egnp.exe\u2066 \u2067 turned';
  return [
    wrapped(rumor(MARKUP), 20),
    wrapped(rumor(`${'['.repeat(9_000)}${'**'.repeat(3_000)}${'> '.repeat(3_000)}nested`), 21),
    wrapped(rumor(`nostr:${'npub1'.repeat(2_000)} ${'https://evil.example/'.repeat(900)}`), 22),
    wrapped(rumor(bidi), 23),
    wrapped(rumor('from the year 9999', { created_at: 253_370_764_800 }), 24),
    wrapped(
      rumor('javascript:window.wasHacked=1', {
        kind: 15,
        tags: [
          ['p', jun],
          ['file-type', `text/html${bidi}`],
          ['size', '9'.repeat(15)],
        ],
      }),
      25,
    ),
    wrapped(
      rumor('data:text/html,<script>window.wasHacked=1</script>', { kind: 15, tags: [['p', jun]] }),
      26,
    ),
    wrapped(rumor('x'.repeat(40_000)), 27),
  ];
}

test('NIP17-HOSTILE INV-IDENTITY E-21 DM-09 among 10,000 bad wraps only true ones show', {
  tag: LONG,
}, async ({ page, house }) => {
  test.setTimeout(600_000);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('websocket', (socket) => asked.push(socket.url()));
  const real = [
    ['true, the oldest', 2 * DAY + HOUR],
    ['true, from the middle', DAY],
    ['true, of late', 30],
  ] as const;
  const told = [
    ...flood(),
    ...forged(),
    ...hostile(),
    ...real.map(([text, ago]) => wrapped(rumor(text, { created_at: now() - ago }), ago)),
  ];
  const events = told.flatMap((event) => readEvent(event) ?? []);
  const site = await house(
    neighbourhood(profile(RIO, { name: 'rio \u202E<b>\u2066 oir' }), ...events),
  );
  await write(page, site, JUN, rio);
  const tasks = await tasksOf(page);
  await publish(site.url, wrapped(rumor('true, and live'), 0));
  await expect(log(page)).toContainText('true, and live', { timeout: 60_000 });

  // the page reacts to clicks meanwhile
  let slowest = 0;
  for (let round = 0; round < 5; round++) {
    const at = Date.now();
    await page.getByRole('link', { name: 'Home' }).first().click();
    await expect(
      page.getByRole('heading', { level: 1, name: 'Home' }).or(page.getByRole('feed')).first(),
    ).toBeVisible();
    slowest = Math.max(slowest, Date.now() - at);
    await page.goBack();
    await expect(box(page)).toBeVisible();
  }
  // The list renders only rows near the viewport, so the test looks at both ends.
  for (const [text] of real) {
    let isAtEnd = false;
    await expect(async () => {
      isAtEnd = !isAtEnd;
      await log(page).evaluate(
        (stream, end) => stream.parentElement?.scrollTo(0, end ? 0 : -stream.scrollHeight),
        isAtEnd,
      );
      await expect(log(page)).toContainText(text, { timeout: 1_000 });
    }).toPass({ timeout: 400_000 });
  }
  const long = await tasks.longerThan(200);
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');

  for (const part of ['from the year 9999', 'turned', 'window.wasHacked'])
    await expect(log(page)).toContainText(part);
  expect(await page.locator('body').innerText()).not.toContain('FORGED');
  expect(
    await log(page)
      .locator('script, style, img, iframe, a[href^="javascript"], a[href^="data"]')
      .count(),
  ).toBe(0);
  expect(await page.evaluate(() => 'wasHacked' in window)).toBe(false);
  const foreign = asked.filter(
    (url) =>
      !url.startsWith('blob:') &&
      !url.startsWith('data:') &&
      new URL(url).host !== new URL(site.url).host,
  );
  expect(foreign).toEqual([]);
  expect(long).toEqual([]);
  expect(slowest).toBeLessThan(3_000);
  expect(usedSize).toBeLessThan(150_000_000);
});
