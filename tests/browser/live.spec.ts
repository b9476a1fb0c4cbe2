import { finalizeEvent } from 'nostr-tools/pure';
import { decode } from 'nostr-tools/nip19';
import { Relay } from 'nostr-tools/relay';
import type { SignedEvent } from '../../src/events/event.ts';
import { openFeed, rowOf, scrollTo, sight } from './support/reading.ts';
import { expect, type Page, test } from './support/test.ts';
import { note, notesBy } from './support/village.ts';

/** Hands events to the relay at the service's own address, as any Nostr tool would. */
async function publish(url: string, ...events: readonly SignedEvent[]): Promise<void> {
  const relay = await Relay.connect(url.replace('http', 'ws'));
  for (const event of events) await relay.publish({ ...event, tags: event.tags.map((tag) => [...tag]) });
  relay.close();
}

const pill = (page: Page) => page.getByRole('button', { name: / new notes?$/ });

test('FEED-04 NOTE-01 a note published to the relay of the town waits behind the button, and pressing shows it on top', async ({
  page,
  town,
}) => {
  const iris = town.demo.find(({ name }) => name === 'iris');
  const { data } = decode(iris?.nsec ?? '');
  if (!(data instanceof Uint8Array)) throw new TypeError('not a secret key');
  await openFeed(page);
  const event = finalizeEvent({ kind: 1, content: 'Heard from any Nostr tool.', tags: [], created_at: Math.floor(Date.now() / 1_000) }, data);
  await publish(town.url, event);
  await expect(pill(page)).toBeVisible({ timeout: 20_000 });
  const row = rowOf(page, event.id);
  await expect(row).toHaveCount(0);
  await pill(page).click();
  await expect(row).toBeInViewport();
  await expect(row).toContainText('Heard from any Nostr tool.');
  await expect(row.getByRole('link', { name: iris?.displayName ?? '' })).toBeVisible();
  await expect(row.getByRole('img', { name: 'Verified name' })).toBeVisible();
  await expect(pill(page)).toHaveCount(0);
});

test('FEED-04 FEED-14 notes that wait move nothing of what is read, and the button counts them', async ({ page, house }) => {
  const { url } = await house({ events: notesBy(1, 60, 100) });
  await openFeed(page, `${url}/home`);
  await scrollTo(page, 25);
  const before = await sight(page);
  await publish(url, note('one more', { ago: 2 }), note('and another', { key: 2, ago: 1 }));
  await expect(page.getByRole('button', { name: '2 new notes' })).toBeVisible({ timeout: 20_000 });
  expect(await sight(page)).toEqual(before);
});
