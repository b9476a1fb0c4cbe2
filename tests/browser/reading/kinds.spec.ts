import { PRIVATE_KINDS } from '../../../service/store/filters/private-kinds.ts';
import { addressOf } from '../../../src/events/nostr/address.ts';
import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { isEphemeral, KIND } from '../../../src/events/nostr/kinds.ts';
import { signed } from '../../support/events/signed.ts';
import { MARKUP } from '../support/hostile/payloads.ts';
import { strayParts } from '../support/hostile/document-audit.ts';
import { tasksOf } from '../support/checks/main-thread-tasks.ts';
import { expect, type Locator, LONG, MOTION, type Page, test } from '../support/test.ts';
import { note, now, profile } from '../support/service/village.ts';

test.use(MOTION);

const FULL = 100_000;
/** Elements without a size of their own, clipped at the edge of the column. */
const MARKS = 'marks on letters';
const FILLS = {
  'one letter': 'W'.repeat(FULL),
  markup: MARKUP.join('\n').repeat(200).slice(0, FULL),
  'right-to-left text': 'بسم'.repeat(FULL / 3),
  'Markdown without words': '[![**_`|'.repeat(FULL / 8),
  [MARKS]: `a${'\u0301\u0489'.repeat(1_500)} `.repeat(FULL / 3_000),
};

/** Kinds whose content is an object of fields. */
const OBJECTS: readonly number[] = [
  KIND.Metadata,
  KIND.ChannelCreation,
  KIND.ChannelMetadata,
  KIND.Settings,
  KIND.Dvm,
];
/** Kinds that the service returns only to their author or recipient. */
const SECRET = PRIVATE_KINDS;
/** Texts that their author has not published. */
const DRAFTS: readonly number[] = [KIND.LongFormDraft, KIND.ClassifiedDraft];
/** Kinds whose content is no text for readers, and not shown. */
const WORDLESS: readonly number[] = [
  KIND.BadgeAward,
  KIND.VoiceMessage,
  KIND.VoiceReply,
  KIND.ProfileBadges,
  KIND.ProfileBadgesOld,
  KIND.Nutzap,
];
const SHOWN = Object.values(KIND).filter((kind) => !isEphemeral(kind));

const LINES = [
  'summary',
  'description',
  't',
  'name',
  'subject',
  'alt',
  'image',
  'thumb',
  'client',
  'location',
  'r',
  'relay',
  'server',
  'url',
  'label',
  'l',
  'context',
  'comment',
];

/** An event of that kind whose every text is the filling. */
function filled(kind: number, fill: string, target: SignedEvent): SignedEvent {
  const fields = [
    'name',
    'display_name',
    'about',
    'nip05',
    'website',
    'picture',
    'banner',
    'lud16',
    'location',
    'title',
  ];
  const object = JSON.stringify(
    Object.fromEntries(fields.map((name) => [name, fill.slice(0, FULL / 5)])),
  );
  const tags = [
    ['d', `${kind}`],
    ['e', target.id],
    ['p', target.pubkey],
    ['title', fill],
    ...LINES.map((name) => [name, fill.slice(0, 5_000)]),
    ['imeta', 'url https://media.example/a.jpg', `alt ${fill.slice(0, 4_000)}`],
  ];
  if (kind === KIND.Zap)
    tags.unshift([
      'description',
      JSON.stringify(signed({ kind: KIND.ZapRequest, content: fill, tags: tags.slice(1, 3) }, 7)),
    ]);
  return signed(
    { kind, content: OBJECTS.includes(kind) ? object : fill, tags, created_at: now() - 60 },
    7,
  );
}

/** Navigates to an event without a reload, and waits until its view is shown. */
async function open(page: Page, event: SignedEvent, target: SignedEvent): Promise<void> {
  const address = addressOf(event);
  await page.evaluate(
    (to) => {
      performance.mark(to.mark);
      history.pushState({}, '', to.path);
      dispatchEvent(new PopStateEvent('popstate'));
    },
    {
      mark: `/kind ${event.kind}`,
      path: address === undefined ? `/e/${event.id}` : `/a/${encodeURIComponent(address)}`,
    },
  );
  const main = page.getByRole('main');
  const opened: Readonly<Record<number, Locator>> = {
    [KIND.Metadata]: main.getByRole('tab', { name: /^Notes/ }),
    [KIND.Repost]: main.locator(`[data-note="${target.id}"]`),
    [KIND.GenericRepost]: main.locator(`[data-note="${target.id}"]`),
  };
  const secret = SECRET.includes(event.kind)
    ? main.getByRole('heading', { name: 'cannot be found' })
    : undefined;
  const draft = DRAFTS.includes(event.kind)
    ? main.getByRole('heading', { name: 'This is a draft' })
    : undefined;
  await expect(
    secret ?? draft ?? opened[event.kind] ?? main.locator(`[data-note="${event.id}"]`),
    `kind ${event.kind}`,
  ).toBeVisible({
    timeout: 20_000,
  });
}

test('ROUTE-04 every kind opens by id or address without JSON, ciphertext or an endless wait', {
  tag: LONG,
}, async ({ page, house }) => {
  const target = note('The note that others are about.', { key: 3 });
  const events = SHOWN.map((kind) => filled(kind, 'Some words.', target));
  const { url } = await house({ events: [target, profile(3, { name: 'Tara' }), ...events] });
  await page.goto(`${url}/e/${target.id}`);
  await expect(page.locator('main [data-note]').first()).toBeVisible();
  for (const event of events) {
    if (event.kind === KIND.Metadata) continue;
    await open(page, event, target);
    const said = await page.getByRole('main').innerText();
    const isRepost = event.kind === KIND.Repost || event.kind === KIND.GenericRepost;
    if ([...SECRET, ...DRAFTS].includes(event.kind))
      expect(said, `kind ${event.kind}`).not.toContain('Some words.');
    else if (!WORDLESS.includes(event.kind))
      expect(said, `kind ${event.kind}`).toContain(
        isRepost ? 'that others are about' : 'Some words.',
      );
    expect(said, `kind ${event.kind}`).not.toContain('{"');
  }
  const follows = events.find(({ kind }) => kind === KIND.Contacts);
  await page.goto(`${url}/e/${follows?.id}`);
  await expect(page.getByRole('heading', { name: 'Follow list' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Tara' }).first()).toBeVisible();
});

for (const [name, fill] of Object.entries(FILLS)) {
  test(`E-08 E-44 ROUTE-04 every kind with 100 kB texts of ${name} fits the window, with tasks under 200 ms`, {
    tag: LONG,
  }, async ({ page, house }) => {
    test.setTimeout(300_000);
    const target = note('The note that others are about.', { key: 3 });
    const events = SHOWN.map((kind) => filled(kind, fill, target));
    const { url } = await house({ events: [target, ...events] });
    await page.setViewportSize({ width: 390, height: 800 });
    const tasks = await tasksOf(page);
    await page.goto(`${url}/e/${target.id}`);
    await expect(page.locator('main [data-note]').first()).toBeVisible();
    const wide: string[] = [];
    for (const event of events) {
      await open(page, event, target);
      const width = await page.evaluate((marks) => {
        const bars = [...document.querySelectorAll('nav, header, main')].map(
          (one) => one.getBoundingClientRect().right,
        );
        return Math.max(
          document.documentElement.scrollWidth,
          (marks ? 0 : document.querySelector('main')?.scrollWidth) ?? 0,
          ...bars,
        );
      }, name === MARKS);
      if (width > 390) wide.push(`kind ${event.kind}: ${width} px`);
    }
    expect(wide).toEqual([]);
    expect(await strayParts(page)).toEqual([]);
    expect((await tasks.longerThan(200)).map(({ after, ms }) => `${after}: ${ms} ms`)).toEqual([]);
  });
}
