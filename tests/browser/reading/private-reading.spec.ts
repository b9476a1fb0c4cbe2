import { getPublicKey } from 'nostr-tools';
import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { isAddressable, KIND } from '../../../src/events/nostr/kinds.ts';
import { naddrOf, neventOf, npubOf } from '../../../src/events/nostr/nip19.ts';
import { tagValue } from '../../../src/events/nostr/event.ts';
import { secretKey } from '../../support/events/signed.ts';
import { signInAs } from '../support/pages/account.ts';
import { follow } from '../support/pages/reading.ts';
import { watchAnswers } from '../support/checks/wait-for-answers.ts';
import { allRoutes } from '../support/checks/routes.ts';
import { EXPLORE_TABS } from '../../../src/events/reading/explore/explore.ts';
import type { Filling, TestService } from '../support/service/test-service.ts';
import { startStrangers, type Strangers } from '../support/strangers.ts';
import { ADA_KEY, JUN, OWN, PICTURES, ZED_KEY } from '../support/telling-hosts.ts';
import { tellingNotes } from '../support/telling-kinds.ts';
import { tellingTown } from '../support/telling-town.ts';
import { test as base, expect, LONG, type Page } from '../support/test.ts';

/**
 * Every host name resolves to a port of this machine, so that sockets of workers are seen as well.
 */
const test = base.extend<object, { strangers: Strangers }>({
  strangers: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs: nothing
    async ({}, provide) => {
      const strangers = await startStrangers();
      await provide(strangers);
      await strangers.stop();
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, strangers }, provide) => {
      const rules = `--host-resolver-rules=MAP * 127.0.0.1:${strangers.port}, EXCLUDE 127.0.0.1`;
      await provide({ ...launchOptions, args: [...(launchOptions.args ?? []), rules] });
    },
    { scope: 'worker' },
  ],
});

const [NOTE] = tellingNotes;
const SHORT = [
  '/home',
  `/e/${neventOf({ id: NOTE?.id ?? '' })}`,
  `/p/${npubOf(ADA_KEY)}`,
  `/a/${naddrOf({ kind: KIND.LongForm, pubkey: ADA_KEY, identifier: 'long' })}`,
  '/explore?tab=zaps',
];

/**
 * Read a page: wait for all its requests, scroll down, and hover over the first name, which opens
 * its card.
 */
async function read(page: Page, answered: () => Promise<void>): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
  await answered();
  const place = await page.evaluate(() => {
    const { x = 0, y = 0 } =
      document.querySelector('main article a')?.getBoundingClientRect() ?? {};
    return { x: x + 4, y: y + 4 };
  });
  await page.mouse.move(place.x, place.y);
  for (let screen = 0; screen < 4; screen++) {
    await page.mouse.wheel(0, 900);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  await answered();
}

/** Where an event is read by itself. */
function pathOf(event: SignedEvent): string {
  const { kind, pubkey, id } = event;
  return isAddressable(kind)
    ? `/a/${naddrOf({ kind, pubkey, identifier: tagValue(event, 'd') ?? '' })}`
    : `/e/${neventOf({ id })}`;
}

/**
 * Screens that show content of others, and every event of the town at its own address. `signedIn`:
 * also screens of an account.
 */
async function pathsOf(
  page: Page,
  url: string,
  events: readonly SignedEvent[],
  signedIn: boolean,
): Promise<readonly string[]> {
  const jun = {
    name: 'jun',
    displayName: 'Jun',
    pubkey: getPublicKey(secretKey(JUN)),
    nsec: '',
    npub: '',
    what: '',
  };
  const fixed = (await allRoutes(page.request, { url, demo: [jun] })).map(({ path }) => path);
  const people = [ADA_KEY, ZED_KEY, jun.pubkey].map((pubkey) => npubOf(pubkey) ?? '');
  const tabs = (path: string, names: readonly string[]) =>
    names.map((name) => `${path}?tab=${name}`);
  return [
    ...fixed,
    ...tabs('/explore', EXPLORE_TABS),
    ...people.flatMap((npub) => [
      ...tabs(`/p/${npub}`, [
        'replies',
        'reads',
        'media',
        'zaps',
        'followers',
        'following',
        'relays',
      ]),
      `/p/${npub}/following`,
      `/mutelist/${npub}`,
      ...(signedIn ? [`/dms/${npub}`] : []),
    ]),
    ...(signedIn
      ? tabs('/notifications', ['zaps', 'replies', 'mentions', 'reposts', 'reactions'])
      : []),
    ...tabs('/bookmarks', ['reads']),
    '/search/lamp',
    '/explore/feed/global;latest',
    ...events.filter(({ kind }) => ![0, 4, 1059].includes(kind)).map(pathOf),
  ];
}

interface Walk {
  readonly strangers: Strangers;
  readonly signedIn: boolean;
  /** Every route, instead of the few that `npm test` walks. */
  readonly isWhole: boolean;
}

/**
 * Visit paths as a visitor or signed in. Returns each path at which a foreign host was contacted.
 */
async function contacted(
  page: Page,
  house: (filling: Filling) => Promise<TestService>,
  { strangers, signedIn, isWhole }: Walk,
) {
  const filling = tellingTown();
  const { url } = await house(filling);
  const answered = watchAnswers(page);
  await page.goto(`${url}/home`);
  if (signedIn) await signInAs(page, secretKey(JUN));
  const told: string[] = [];
  let before = strangers.reached.length;
  const all = await pathsOf(page, url, filling.events ?? [], signedIn);
  for (const path of isWhole ? all : [...(signedIn ? [`/dms/${npubOf(ADA_KEY)}`] : []), ...SHORT]) {
    await follow(page, path);
    await read(page, answered);
    for (const host of new Set(strangers.reached.slice(before))) {
      if (host !== PICTURES && !(signedIn && host === OWN)) told.push(`${path} ${host}`);
    }
    before = strangers.reached.length;
  }
  // pictures and the sockets of own relays show that the walk sees contacts
  return { told, sees: [PICTURES, OWN].filter((host) => strangers.reached.includes(host)) };
}

for (const signedIn of [false, true]) {
  const who = signedIn ? 'a signed-in account' : 'a visitor';
  const sees = signedIn ? [PICTURES, OWN] : [PICTURES];
  test(`TRUST-08 ZAP-05 PROFILE-12 DM-09 no author can detect that ${who} reads`, async ({
    page,
    house,
    strangers,
  }) => {
    test.slow();
    expect(await contacted(page, house, { strangers, signedIn, isWhole: false })).toEqual({
      told: [],
      sees,
    });
  });
  test(`TRUST-08 RELAY-09 no route and no kind of event tells an author that ${who} reads`, {
    tag: LONG,
  }, async ({ page, house, strangers }) => {
    test.setTimeout(600_000);
    expect(await contacted(page, house, { strangers, signedIn, isWhole: true })).toEqual({
      told: [],
      sees,
    });
  });
}
