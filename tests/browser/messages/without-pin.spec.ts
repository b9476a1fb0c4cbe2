import { finalizeEvent, getPublicKey, nip19, nip44 } from 'nostr-tools';
import { secretKey } from '../../support/events/signed.ts';
import { neighbourhood, newNote, pubkeyOfJun, signIn } from '../support/pages/account.ts';
import { giftWrappedMessage, inbox, nip04Message } from '../support/pages/direct-messages.ts';
import { contacts, log } from '../support/pages/messages.ts';
import { publish } from '../support/service/publish.ts';
import { createRumor, createSeal, createWrap } from 'nostr-tools/nip59';
import { expect, LONG, type Page, test } from '../support/test.ts';
import { now, profile } from '../support/service/village.ts';

const [IRIS, TOMAS, JUN, RIO] = [2, 3, 9, 41];

/** A note that Jun began in another app (NIP-37). */
function draftOfJun(text: string) {
  const key = nip44.getConversationKey(secretKey(JUN), pubkeyOfJun());
  const content = nip44.encrypt(JSON.stringify({ kind: 1, content: text, tags: [] }), key);
  const tags = [
    ['d', 'one'],
    ['k', '1'],
  ];
  return finalizeEvent({ kind: 31_234, content, tags, created_at: now() }, secretKey(JUN));
}

/** A private message of Iris to Jun, and her reaction to it, as another client wraps them. */
function messageWithReaction(content: string, emoji: string) {
  const key = secretKey(IRIS);
  const wrap = (kind: number, text: string, tags: string[][]) => {
    const rumor = createRumor({ kind, content: text, tags, created_at: now() - 60 }, key);
    return [rumor.id, createWrap(createSeal(rumor, key, pubkeyOfJun()), pubkeyOfJun())] as const;
  };
  const [id, message] = wrap(14, content, [['p', pubkeyOfJun()]]);
  const [, reaction] = wrap(7, emoji, [
    ['e', id],
    ['p', pubkeyOfJun()],
  ]);
  return [message, reaction];
}

/** Number of stored rows of messages: the list of conversations, and the markers of read ones. */
const listsKept = (page: Page) =>
  page.evaluate(async (account) => {
    const opening = indexedDB.open(`starling-messages-${account}`);
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', reject);
    });
    const asking = database.transaction('letters').objectStore('letters').getAll();
    const rows = await new Promise<readonly unknown[]>((resolve) =>
      asking.addEventListener('success', () => resolve(asking.result)),
    );
    database.close();
    // a sealed list is longer than a sealed place
    return rows.filter(
      (row) =>
        JSON.stringify(row, (_, value: unknown) =>
          value instanceof ArrayBuffer || ArrayBuffer.isView(value)
            ? 'x'.repeat(value.byteLength)
            : value,
        ).length > 400,
    ).length;
  }, pubkeyOfJun());

test('STATE-01 STATE-03 ACCOUNT-15 DM-09 without a PIN messages are there after a reload', {
  tag: LONG,
}, async ({ page, house }) => {
  const site = await house(neighbourhood());
  await publish(
    site.url,
    nip04Message({ from: IRIS, to: JUN, text: 'Are you counting again?', ago: 900 }),
    ...messageWithReaction('This winter, I mean', '🎉'),
  );
  await signIn(page, site);
  await page.goto(`${site.url}/dms`);
  await contacts(page).getByRole('link', { name: /iris/ }).click();
  await expect(log(page)).toContainText('Are you counting again?');
  await expect(log(page)).toContainText('This winter, I mean');
  await expect(log(page).getByRole('img', { name: '🎉 by iris' })).toBeVisible();
  // a conversation is found by an older message, too
  const search = page.getByLabel('Search names and messages');
  await search.fill('counting');
  await expect(contacts(page).getByRole('link', { name: /Are you counting again/ })).toBeVisible();
  await search.press('Escape');
  await page.reload();
  await expect(log(page)).toContainText('Are you counting again?');
  await expect(log(page)).toContainText('This winter, I mean');
  const iris = contacts(page).getByRole('link', { name: /iris/ });
  await expect(iris).toContainText('This winter, I mean');
  await expect(page.getByText('Your messages are locked')).toHaveCount(0);
  // the list is stored, so it is shown without any answer
  await expect.poll(() => listsKept(page)).toBe(1);
  await page.evaluate(() => localStorage.setItem('cacheServer', 'ws://127.0.0.1:9/'));
  await page.reload();
  await expect(contacts(page).getByRole('link', { name: /This winter, I mean/ })).toBeVisible();
  await expect(contacts(page).getByText('Waiting for the network')).toBeVisible();
});

test('DM-01 on phones the pencil of Messages begins a message to anybody, and no public note', {
  tag: LONG,
}, async ({ page, house }) => {
  const site = await house(neighbourhood());
  await publish(
    site.url,
    nip04Message({ from: IRIS, to: JUN, text: 'Are you counting again?', ago: 900 }),
    draftOfJun(`Umbrellas for nostr:${nip19.npubEncode(getPublicKey(secretKey(IRIS)))}`),
  );
  await signIn(page, site);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site.url}/dms`);
  await expect(page.getByRole('button', { name: 'New note' })).toHaveCount(0);
  await page.getByRole('button', { name: 'New message' }).click();
  const dialog = page.getByRole('dialog', { name: 'New message' });
  await expect(dialog.getByRole('option', { name: /iris/ })).toBeVisible();
  await page.keyboard.type('noo');
  await expect(dialog.getByRole('option', { name: /noor/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(log(page)).toContainText('This is the beginning of your conversation with noor.');
  await page.goBack();
  // a conversation is found by its last message
  const search = page.getByLabel('Search names and messages');
  await search.fill('nobody');
  await expect(contacts(page).getByText('No conversation matches')).toBeVisible();
  await search.fill('noo');
  const others = contacts(page).getByRole('region', { name: 'People without a conversation' });
  await expect(others.getByRole('link', { name: /noor/ })).toBeVisible();
  await search.fill('counting');
  await expect(contacts(page).getByRole('link', { name: /iris/ })).toBeVisible();
  await search.press('Escape');
  await expect(page.getByRole('tab', { name: /^Follows/ })).toBeVisible();

  // one press on a profile is enough
  await page.goto(`${site.url}/p/${nip19.npubEncode(getPublicKey(secretKey(TOMAS)))}`);
  const envelope = page.getByRole('main').getByRole('button', { name: 'Send a message' });
  await expect(envelope).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: /^Unfollow/ }).first()).toBeInViewport({
    ratio: 1,
  });
  await envelope.click();
  await expect(log(page)).toContainText('This is the beginning of your conversation with tomas.');

  await page.goto(`${site.url}/home`);
  await newNote(page).click();
  await page.getByRole('button', { name: 'Drafts' }).click();
  const drafts = page.getByRole('dialog', { name: 'Drafts' });
  // people are named, and addresses are not spelled out
  await expect(drafts).toContainText('Umbrellas for @iris');
  // there are no further ones
  await expect(drafts.getByRole('button', { name: /Show more|Decrypt/ })).toHaveCount(0);
});

test('DM-09 a reaction to a private message is sent from its menu, and shown once a relay has it', {
  tag: LONG,
}, async ({ page, house }) => {
  const site = await house(neighbourhood(profile(RIO, { name: 'rio' })));
  await publish(
    site.url,
    inbox(JUN, site.url),
    inbox(RIO, site.url),
    giftWrappedMessage({ from: RIO, to: JUN, text: 'In private', ago: 400 }),
  );
  await signIn(page, site);
  await page.goto(`${site.url}/dms/${nip19.npubEncode(getPublicKey(secretKey(RIO)))}`);
  await expect(log(page)).toContainText('In private');
  await log(page).getByText('In private').hover();
  await log(page).getByRole('button', { name: 'Message actions' }).last().click();
  await page.getByRole('menuitem', { name: 'React with 🎉' }).click();
  await expect(log(page).getByRole('img', { name: /^🎉 by Jun/ })).toBeVisible();
});
