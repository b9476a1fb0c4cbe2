import { getPublicKey } from 'nostr-tools';
import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { isAddressable, KIND } from '../../../src/events/nostr/kinds.ts';
import { naddrOf, neventOf, npubOf } from '../../../src/events/nostr/nip19.ts';
import { tagValue } from '../../../src/events/nostr/event.ts';
import { secretKey } from '../../support/events/signed.ts';
import { signInAs } from '../support/pages/account.ts';
import { follow } from '../support/pages/reading.ts';
import { watchAnswers } from '../support/checks/wait-for-answers.ts';
import { readHostRule } from '../support/checks/host-rule.ts';
import { allRoutes } from '../support/checks/routes.ts';
import { EXPLORE_TABS } from '../../../src/events/reading/explore/explore.ts';
import type { Filling, TestService } from '../support/service/test-service.ts';
import { startStrangers, type Strangers } from '../support/strangers.ts';
import { ADA_KEY, JUN, ZED_KEY } from '../support/telling-hosts.ts';
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

type Mode =
  | 'media through the service'
  | 'media through the service, no cards for links'
  | 'media through the service switched off'
  | 'service without copies';

/** The offers of the service, and the setting that is switched off. */
const MODES: Readonly<Record<Mode, { filling: Partial<Filling>; off?: string }>> = {
  'media through the service': { filling: { mediaCache: 1e8, previews: 'asked' } },
  'media through the service, no cards for links': {
    filling: { mediaCache: 1e8, previews: 'asked' },
    off: 'linkCards',
  },
  'media through the service switched off': {
    filling: { mediaCache: 1e8, previews: 'asked' },
    off: 'ownPictures',
  },
  'service without copies': { filling: {} },
};
const RULE = readHostRule();

interface Walk {
  readonly strangers: Strangers;
  readonly signedIn: boolean;
  readonly mode: Mode;
  /** Every route, instead of the few that `npm test` walks. */
  readonly isWhole: boolean;
}

/** Switches off a setting of visitors and of Jun. */
async function switchOff(page: Page, setting: string): Promise<void> {
  const names = ['visitor', getPublicKey(secretKey(JUN))].map(
    (who) => `starling/${who}/${setting}`,
  );
  await page.addInitScript((keys) => {
    for (const key of keys) localStorage.setItem(key, '{"version":1,"value":false}');
  }, names);
}

/** Visit paths as a visitor or signed in. Returns the foreign hosts that each path contacted. */
async function contacted(
  page: Page,
  house: (filling: Filling) => Promise<TestService>,
  { strangers, signedIn, mode, isWhole }: Walk,
) {
  const { filling: offers, off } = MODES[mode];
  // the service takes other ports of this machine for the internet, and reaches no name
  const peers = [{ url: `http://127.0.0.1:${strangers.port}/` }];
  const filling = tellingTown();
  const { url } = await house({ ...filling, ...offers, peers });
  if (off !== undefined) await switchOff(page, off);
  const previews: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/link-preview') previews.push(request.url());
  });
  // a blocked request would have been one
  const blocked: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) blocked.push(message.text());
  });
  const answered = watchAnswers(page);
  await page.goto(`${url}/home`);
  if (signedIn) await signInAs(page, secretKey(JUN));
  const reached = new Map<string, readonly string[]>();
  let before = strangers.reached.length;
  const all = await pathsOf(page, url, filling.events ?? [], signedIn);
  for (const path of isWhole ? all : [...(signedIn ? [`/dms/${npubOf(ADA_KEY)}`] : []), ...SHORT]) {
    await follow(page, path);
    await read(page, answered);
    reached.set(path, [...new Set(strangers.reached.slice(before))]);
    before = strangers.reached.length;
  }
  return { reached, previews, blocked };
}

/** Holds each contact against docs/security.md. Every allowed group of hosts is seen, too. */
function check(
  { reached, previews, blocked }: Awaited<ReturnType<typeof contacted>>,
  { mode, signedIn }: Pick<Walk, 'mode' | 'signedIn'>,
): void {
  const allowed = RULE.get(mode)?.[signedIn ? 'account' : 'visitor'] ?? [];
  const told = [...reached].flatMap(([path, hosts]) =>
    hosts.filter((host) => !allowed.includes(host)).map((host) => `${path} ${host}`),
  );
  expect([told, blocked]).toEqual([[], []]);
  const seen = new Set([...reached.values()].flat());
  expect(allowed.filter((host) => !seen.has(host))).toEqual([]);
  if (mode.endsWith('no cards for links') || mode === 'service without copies')
    expect(previews).toEqual([]);
}

test('TRUST-08 docs/security.md states the hosts of each mode', () => {
  expect([...RULE.keys()]).toEqual(Object.keys(MODES));
});

test('TRUST-08 ZAP-05 PROFILE-12 DM-09 no author detects that an account reads through the service', {
  tag: LONG,
}, async ({ page, house, strangers }) => {
  test.slow();
  const walk = {
    strangers,
    signedIn: true,
    mode: 'media through the service',
    isWhole: false,
  } as const;
  check(await contacted(page, house, walk), walk);
});

for (const signedIn of [false, true]) {
  for (const mode of Object.keys(MODES) as Mode[]) {
    const who = signedIn ? 'account' : 'visitor';
    test(
      `TRUST-08 RELAY-09 the hosts that every route contacts: ${who}, ${mode}`,
      {
        tag: LONG,
      },
      async ({ page, house, strangers }, info) => {
        test.setTimeout(600_000);
        const walk = { strangers, signedIn, mode, isWhole: true };
        const found = await contacted(page, house, walk);
        const list = [...found.reached].map(([path, hosts]) => `${path}: ${hosts.join(', ')}`);
        await info.attach('hosts', { body: list.join('\n'), contentType: 'text/plain' });
        check(found, walk);
      },
    );
  }
}
