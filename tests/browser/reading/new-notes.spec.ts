import { publish, signedBy } from '../support/service/publish.ts';
import {
  expectPlace,
  openFeed,
  readEveryone,
  rowOf,
  scrollTo,
  sight,
} from '../support/pages/reading.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';
import { note, notesBy } from '../support/service/village.ts';

const pill = (page: Page) => page.getByRole('button', { name: / new notes?$/ });

test('FEED-04 NOTE-01 a new note waits behind the button, and a press shows it on top', {
  tag: LONG,
}, async ({ page, town }) => {
  const iris = town.demo.find(({ name }) => name === 'iris');
  await openFeed(page);
  await readEveryone(page);
  const event = signedBy(iris, { kind: 1, content: 'Heard from any Nostr tool.' });
  await publish(town.url, event);
  await expect(pill(page)).toBeVisible({ timeout: 20_000 });
  const row = rowOf(page, event.id);
  await expect(row).toHaveCount(0);
  await pill(page).click();
  await expect(row).toBeInViewport();
  await expect(row).toContainText('Heard from any Nostr tool.');
  await expect(row.getByRole('link', { name: iris?.displayName ?? '' })).toBeVisible();
  await expect(row.getByRole('img', { name: 'Legend, verified name' })).toBeVisible();
  await expect(pill(page)).toHaveCount(0);
});

test('FEED-04 FEED-14 waiting notes move nothing in the feed, and the button counts them', {
  tag: LONG,
}, async ({ page, house }) => {
  const { url } = await house({ events: notesBy(1, 60, 100) });
  await openFeed(page, `${url}/home`);
  await scrollTo(page, 25);
  const before = await sight(page);
  await publish(url, note('one more', { ago: 2 }), note('and another', { key: 2, ago: 1 }));
  await expect(page.getByRole('button', { name: '2 new notes' })).toBeVisible({ timeout: 20_000 });
  await expectPlace(page, before);
});
