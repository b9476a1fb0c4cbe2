import { type SignedEvent, tagValue } from '../../../src/events/nostr/event.ts';
import { isAddressable, KIND } from '../../../src/events/nostr/kinds.ts';
import { naddrOf, note1Of, npubOf } from '../../../src/events/nostr/nip19.ts';
import { EXPLORE_TABS } from '../../../src/events/reading/explore/explore.ts';
import { THEMES } from '../../../src/events/settings/appearance.ts';
import { EVENT_FILES, hasCollection, realEvents } from '../../support/events/real-events.ts';
import { faultsIn } from '../support/checks/axe.ts';
import { countShifts, shiftsIn } from '../support/checks/layout-shifts.ts';
import type { TestService } from '../support/service/test-service.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';
import { isThere, LOST_PICTURES, watch } from '../support/checks/page-watch.ts';

const MOST_SHIFT = 0.02;
/** Texts that no screen may show for real events. */
const UNSAID =
  /Not built yet|\bundefined\b|\bNaN\b|\[object |Invalid Date|This part didn’t load|did not load/;
/**
 * Expected requests of real notes: mirrors for pictures and videos without TLS, a domain for its
 * names, and a lightning address for its zap key.
 */
const EXPECTED =
  /^request (?:(?:image|media) http:|fetch https:\/\/[^/]+\/(?:[0-9a-f]{64}|\.well-known\/(?:nostr\.json\?name=|lnurlp\/)))/;

const events = EVENT_FILES.flatMap((file) => realEvents(file));
/** Texts of users, which may contain code with `undefined`. */
const written = events.map(({ content }) => content).join('\n');
const notes = events.filter(({ kind }) => kind === KIND.Text);
const articles = newest(events.filter(({ kind }) => kind === KIND.LongForm));
const authors = commonest(
  notes.map(({ pubkey }) => pubkey),
  5,
);
const topics = commonest(
  events.flatMap(({ tags }) =>
    tags.flatMap(([name, topic]) => (name === 't' && topic ? [topic] : [])),
  ),
  4,
);
/** Notes with the most replies, tags or text, and each with a word too long for its line. */
const hard = [
  ...commonest(
    notes.flatMap(({ tags }) =>
      tags.flatMap(([name, id]) => (name === 'e' && id ? [`/thread/${id}`] : [])),
    ),
    8,
  ),
  ...[
    ...notes.toSorted((a, b) => b.tags.length - a.tags.length).slice(0, 6),
    ...longest(6),
    ...notes.filter(hasLongWord),
  ].map(pathOf),
];

test.beforeEach(() =>
  test.skip(
    !hasCollection,
    'needs the whole collection of real events, of which the repository holds a sample',
  ),
);

for (const width of [1_280, 390]) {
  const wide = `at ${width} px`;
  test.describe(wide, () => {
    test.use({ viewport: { width, height: 900 } });

    test(`FEED-02 ROUTE-04 EXPLORE-01 SEARCH-01 lists of real events are readable ${wide}`, {
      tag: LONG,
    }, async ({ page, house }) => {
      test.setTimeout(1_800_000);
      const paths = [
        '/home',
        '/reads',
        '/bookmarks',
        '/home/catch-up',
        ...EXPLORE_TABS.map((tab) => `/explore?tab=${tab}`),
        ...['global;latest', 'global;trending', 'global;popular', 'global;mostzapped'].map(
          (feed) => `/explore/feed/${feed}`,
        ),
        ...topics.flatMap((topic) => [
          `/reads/${encodeURIComponent(topic)}`,
          `/search/${encodeURIComponent(`#${topic}`)}`,
        ]),
        ...[
          'nostr',
          'kind:30023',
          'kind:1 nostr',
          'kind:9802',
          'filter:image',
          'filter:video',
          'kind:0 a',
        ].map((words) => `/search/${encodeURIComponent(words)}`),
      ];
      expect(await wrongIn(page, await house({ events }), paths)).toEqual([]);
    });

    test(`THREAD-01 NOTE-09 real events of every kind are readable on their own ${wide}`, {
      tag: LONG,
    }, async ({ page, house }) => {
      test.setTimeout(1_800_000);
      const kinds = [...Map.groupBy(events, ({ kind }) => kind).values()].flatMap((some) =>
        some.slice(-1),
      );
      expect(
        await wrongIn(page, await house({ events }), [...new Set([...kinds.map(pathOf), ...hard])]),
      ).toEqual([]);
    });

    test(`THREAD-04 every real article is readable ${wide}`, { tag: LONG }, async ({
      page,
      house,
    }) => {
      test.setTimeout(1_800_000);
      expect(await wrongIn(page, await house({ events }), articles.map(pathOf))).toEqual([]);
    });

    test(`PROFILE-01 PROFILE-02 real profiles are readable, with every tab ${wide}`, {
      tag: LONG,
    }, async ({ page, house }) => {
      test.setTimeout(1_800_000);
      const { url } = await house({ events });
      const odd = events.filter(isOdd).map(({ pubkey }) => pubkey);
      const paths = [...authors, ...odd].map((pubkey) => `/p/${pubkey}`);
      const lists = authors.flatMap((pubkey) => [
        `/p/${pubkey}/followers`,
        `/p/${pubkey}/following`,
        `/mutelist/${npubOf(pubkey)}`,
      ]);
      expect(await wrongIn(page, { url }, [...paths, ...lists])).toEqual([]);
      for (const pubkey of authors) {
        await page.goto(`${url}/p/${pubkey}`);
        for (const tab of await page.getByRole('main').getByRole('tab').all()) {
          await tab.click();
          expect(await amiss(page), `${pubkey} ${await tab.textContent()}`).toEqual([]);
        }
      }
    });
  });
}

/**
 * Opens each path, reads on, and returns the faults by path. No picture loads. axe checks each path
 * in another theme.
 */
async function wrongIn(
  page: Page,
  { url }: Pick<TestService, 'url'>,
  paths: readonly string[],
): Promise<string[]> {
  const said = await watch(page, { expected: LOST_PICTURES });
  await countShifts(page);
  await page.route(/^https:\/\//, (route) => route.abort());
  const wrong: string[] = [];
  for (const [at, path] of paths.entries()) {
    await page.goto(url + path);
    const found = await amiss(page);
    found.push(...(await faultsIn(page, THEMES[at % THEMES.length] ?? 'midnight')));
    await page.mouse.move(200, 400);
    await page.mouse.wheel(0, 1_200);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    found.push(...(await amiss(page)), ...said.splice(0).filter((one) => !EXPECTED.test(one)));
    const { sum, moved } = await shiftsIn(page);
    if (sum > MOST_SHIFT) found.push(`shift ${sum.toFixed(3)}: ${moved.join(', ')}`);
    wrong.push(...new Set(found.map((one) => `${path} ${one}`)));
  }
  return wrong;
}

/** Faults of the shown content, once it has loaded. */
async function amiss(page: Page): Promise<string[]> {
  try {
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => isThere(page), { timeout: 15_000 }).toBe(true);
  } catch {
    return ['does not come'];
  }
  const { text, wide } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const parts = [...document.querySelectorAll('main, main article')];
    return {
      text: document.querySelector('main')?.innerText ?? '',
      wide:
        scrollWidth > clientWidth
          ? ['the window']
          : parts.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.className),
    };
  });
  const unsaid = text
    .split('\n')
    .filter((line) => line.length < 60 && UNSAID.test(line) && !written.includes(line.trim()));
  return [
    ...unsaid.map((line) => `says ${line.slice(0, 80)}`),
    ...wide.map((one) => `${one} is too wide`),
  ];
}

/** The `most` most frequent values. */
function commonest(names: readonly string[], most: number): readonly string[] {
  const uses = [...Map.groupBy(names, (name) => name)].sort(([, a], [, b]) => b.length - a.length);
  return uses.slice(0, most).map(([name]) => name);
}

function longest(most: number): readonly SignedEvent[] {
  return notes.toSorted((a, b) => b.content.length - a.content.length).slice(0, most);
}

function hasLongWord({ content }: SignedEvent): boolean {
  return /\S{120}/.test(content);
}

/** A profile whose content is not an object of texts. */
function isOdd({ kind, content }: SignedEvent): boolean {
  if (kind !== KIND.Metadata) return false;
  try {
    return !Object.values(JSON.parse(content)).every((value) => typeof value === 'string');
  } catch {
    return true;
  }
}

/** The last version of each address. */
function newest(some: readonly SignedEvent[]): readonly SignedEvent[] {
  return [
    ...new Map(
      some
        .toSorted((a, b) => Number(a.created_at) - Number(b.created_at))
        .map((event) => [pathOf(event), event]),
    ).values(),
  ];
}

function pathOf(event: SignedEvent): string {
  const { kind, pubkey, id } = event;
  if (kind === KIND.Metadata) return `/p/${pubkey}`;
  return isAddressable(kind)
    ? `/a/${naddrOf({ kind, pubkey, identifier: tagValue(event, 'd') ?? '' })}`
    : `/e/${note1Of(id)}`;
}
