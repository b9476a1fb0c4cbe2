import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { signed } from '../../support/events/signed.ts';
import { byJun, neighbourhood, signIn } from '../support/pages/account.ts';
import { follow } from '../support/pages/reading.ts';
import { publish } from '../support/service/publish.ts';
import { expect, LONG, test } from '../support/test.ts';
import { note, now } from '../support/service/village.ts';

test('THREAD-01 FEED-14 new replies move nothing: replies at the end appear, others wait behind a count', {
  tag: LONG,
}, async ({ page, house }) => {
  const root = note('What is opened.', { ago: 9_000 });
  const answer = (text: string, ago: number, to?: SignedEvent) =>
    note(text, {
      key: 2,
      ago,
      tags: [['e', root.id, '', 'root'], ...(to ? [['e', to.id, '', 'reply']] : [])],
    });
  const replies = Array.from({ length: 9 }, (_, at) =>
    answer(`Reply ${at}. ${'More words. '.repeat(20)}`, 8_000 - at),
  );
  const [first] = replies;
  const { url } = await house({
    events: [root, ...replies, answer('Below the first', 5_000, first)],
  });
  await page.goto(`${url}/e/${root.id}`);
  await page.getByRole('button', { name: 'Show 1 reply' }).click();
  await expect(page.getByText('Below the first')).toBeVisible();
  const rows = page
    .getByRole('list', { name: 'Replies', exact: true })
    .locator(':scope > li > div > article');
  await rows.nth(5).evaluate((row) => row.scrollIntoView({ block: 'center' }));
  await page.mouse.move(600, 400);
  const tops = () =>
    rows.evaluateAll((all) =>
      all.slice(0, 9).map((row) => Math.round(row.getBoundingClientRect().top)),
    );
  const before = await tops();
  await publish(url, answer('At the end', 1), answer('In between', 1, first));
  await expect(page.getByRole('button', { name: '1 new reply' })).toBeVisible({ timeout: 50_000 });
  await expect(page.getByText('At the end')).toHaveCount(1, { timeout: 20_000 });
  expect(await tops()).toEqual(before);
  await page.getByRole('button', { name: '1 new reply' }).click();
  await expect(page.getByText('In between')).toBeInViewport();
});

test('THREAD-01 NOTE-01 the counts of an own note move while its thread is open', {
  tag: LONG,
}, async ({ page, house }) => {
  const own = byJun({ kind: 1, content: 'Who has seen the lamp?' });
  const site = await house(neighbourhood(own));
  await signIn(page, site);
  await follow(page, `/e/${own.id}`);
  const opened = page.getByRole('article').filter({ hasText: 'Who has seen the lamp?' }).first();
  await expect(opened).toBeVisible();
  const like = signed(
    {
      kind: 7,
      content: '+',
      tags: [
        ['e', own.id],
        ['p', own.pubkey],
      ],
      created_at: now(),
    },
    2,
  );
  await publish(site.url, like, note('I have', { key: 3, tags: [['e', own.id, '', 'root']] }));
  await expect(opened.getByRole('button', { name: /^Like/ })).toHaveText('1', { timeout: 15_000 });
  await expect(opened.getByRole('button', { name: /^Reply/ })).toHaveText('1');
});
