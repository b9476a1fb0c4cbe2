import { EXPLORE_TABS } from '../../../src/events/reading/explore/explore.ts';
import { type SignedEvent, tagValue } from '../../../src/events/nostr/event.ts';
import { isAddressable, KIND } from '../../../src/events/nostr/kinds.ts';
import { naddrOf, note1Of, npubOf } from '../../../src/events/nostr/nip19.ts';
import { hostileTown } from '../support/hostile/hostile-town.ts';
import { MARKUP } from '../support/hostile/payloads.ts';
import { expectInBounds, strayParts } from '../support/hostile/document-audit.ts';
import { expect, LONG, test } from '../support/test.ts';
import { isThere, LOST_PICTURES, watch } from '../support/checks/page-watch.ts';

/** Every screen that shows texts of users, and every kind of event at its own address. */
function pathsOf(events: readonly SignedEvent[]): readonly string[] {
  const people = [
    ...new Set(events.filter(({ kind }) => kind === KIND.Metadata).map(({ pubkey }) => pubkey)),
  ].slice(0, 4);
  const kinds = [...new Set(events.map(({ kind }) => kind))];
  const alone = kinds.flatMap((kind) => {
    const one = events.findLast((event) => event.kind === kind);
    if (!one || kind === KIND.Metadata) return [];
    const address = isAddressable(kind)
      ? naddrOf({ kind, pubkey: one.pubkey, identifier: tagValue(one, 'd') ?? '' })
      : note1Of(one.id);
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
    ...people.flatMap((pubkey) => [
      `/p/${pubkey}`,
      `/p/${pubkey}/followers`,
      `/p/${pubkey}/following`,
      `/mutelist/${npubOf(pubkey)}`,
    ]),
    ...alone,
  ];
}

test('E-01 E-02 E-04 E-07 E-12 E-13 E-14 hostile events of every kind show as text', {
  tag: LONG,
}, async ({ page, house }) => {
  test.setTimeout(600_000);
  const events = await hostileTown();
  const { url } = await house({ events });
  const said = await watch(page, { expected: LOST_PICTURES });
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
