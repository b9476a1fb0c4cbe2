import { isLoopback } from '../../src/events/connection/host.ts';
import { EXPLORE_TABS } from '../../src/events/reading/explore.ts';
import { type SignedEvent, tagValue } from '../../src/events/event.ts';
import { isAddressable, KIND } from '../../src/events/kinds.ts';
import { naddrOf, note1Of, npubOf } from '../../src/events/nip19.ts';
import { hostileTown } from './support/hostile-town.ts';
import { MARKUP } from './support/payloads.ts';
import { expectInBounds, strayParts } from './support/sane.ts';
import { expect, LONG, type Page, test } from './support/test.ts';

/** What happens in a page that should not. */
async function watch(page: Page): Promise<string[]> {
  const said: string[] = [];
  await page.exposeFunction('tellViolation', (text: string) => void said.push(text));
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      Reflect.apply(Reflect.get(window, 'tellViolation'), window, [`violation ${violatedDirective} ${blockedURI}`]);
    }),
  );
  page.on('dialog', (dialog) => void dialog.dismiss().then(() => said.push(`dialog ${dialog.message()}`)));
  page.on('pageerror', (error) => said.push(`error ${error.message}`));
  page.on('popup', (popup) => said.push(`popup ${popup.url()}`));
  page.on('request', (request) => {
    const { protocol, hostname, username } = new URL(request.url());
    // of a page of this machine other ports of it are home, too
    const isOwn = isLoopback(hostname) || protocol === 'data:' || protocol === 'blob:';
    const isMedia = ['image', 'media'].includes(request.resourceType()) && protocol === 'https:' && username === '';
    if (!isOwn && !isMedia) said.push(`request ${request.resourceType()} ${request.url()}`);
  });
  return said;
}

/** Whether a screen has come: something is said, and no grey row stands in the window. */
async function isThere(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const isSeen = (one: Element) => one.getBoundingClientRect().top < window.innerHeight;
    const grey = [...document.querySelectorAll('main [style*="--bone"]')].filter(isSeen);
    return grey.length === 0 && (document.querySelector('main')?.innerText.trim().length ?? 0) > 20;
  });
}

/** Every screen that shows what people wrote, and every kind of event at its own address. */
function pathsOf(events: readonly SignedEvent[]): readonly string[] {
  const people = [...new Set(events.filter(({ kind }) => kind === KIND.Metadata).map(({ pubkey }) => pubkey))].slice(0, 4);
  const kinds = [...new Set(events.map(({ kind }) => kind))];
  const alone = kinds.flatMap((kind) => {
    const one = events.findLast((event) => event.kind === kind);
    if (!one || kind === KIND.Metadata) return [];
    const address = isAddressable(kind) ? naddrOf({ kind, pubkey: one.pubkey, identifier: tagValue(one, 'd') ?? '' }) : note1Of(one.id);
    return address === undefined ? [] : [`/${isAddressable(kind) ? 'a' : 'e'}/${address}`];
  });
  return [
    '/home',
    '/reads',
    '/explore',
    ...EXPLORE_TABS.map((tab) => `/explore?tab=${tab}`),
    '/explore/feed/global;latest',
    '/bookmarks',
    `/search/${encodeURIComponent(MARKUP[1] ?? '')}`,
    '/search/kind:30023',
    ...people.flatMap((pubkey) => [`/p/${pubkey}`, `/p/${pubkey}/followers`, `/p/${pubkey}/following`, `/mutelist/${npubOf(pubkey)}`]),
    ...alone,
  ];
}

test('E-01 E-02 E-04 E-07 E-12 E-13 E-14 every text and address of every kind of event is an attack, and every route shows it as text: nothing runs, nothing is fetched that should not be, nothing freezes', {
  tag: LONG,
}, async ({ page, house }) => {
  test.setTimeout(600_000);
  const events = await hostileTown();
  const { url } = await house({ events });
  const said = await watch(page);
  for (const path of pathsOf(events)) {
    await page.goto(url + path);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
    await expect.poll(() => isThere(page), { message: path, timeout: 20_000 }).toBe(true);
    for (let screen = 0; screen < 4; screen++) {
      expect.soft(await strayParts(page), path).toEqual([]);
      await expectInBounds(page);
      await page.mouse.wheel(0, 900);
      await page.evaluate(() => new Promise(requestAnimationFrame));
    }
    expect.soft(said.splice(0), path).toEqual([]);
  }
});
