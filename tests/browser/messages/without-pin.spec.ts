import { finalizeEvent, nip44 } from 'nostr-tools';
import { secretKey } from '../../support/events/signed.ts';
import { neighbourhood, newNote, pubkeyOfJun, signIn } from '../support/pages/account.ts';
import { giftWrappedMessage, nip04Message } from '../support/pages/direct-messages.ts';
import { contacts, log } from '../support/pages/messages.ts';
import { publish } from '../support/service/publish.ts';
import { expect, test } from '../support/test.ts';
import { now } from '../support/service/village.ts';

const [IRIS, JUN] = [2, 9];

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

test('STATE-01 ACCOUNT-15 BEYOND-03 a key without a PIN opens messages and drafts after a reload', async ({
  page,
  house,
}) => {
  const site = await house(neighbourhood());
  await publish(
    site.url,
    nip04Message({ from: IRIS, to: JUN, text: 'Are you counting again?', ago: 900 }),
    giftWrappedMessage({ from: IRIS, to: JUN, text: 'This winter, I mean', ago: 60 }),
    draftOfJun('Umbrellas, begun elsewhere'),
  );
  await signIn(page, site);
  await page.goto(`${site.url}/dms`);
  await contacts(page).getByRole('link', { name: /iris/ }).click();
  await expect(log(page)).toContainText('Are you counting again?');
  await expect(log(page)).toContainText('This winter, I mean');
  await page.reload();
  await expect(log(page)).toContainText('Are you counting again?');
  await expect(log(page)).toContainText('This winter, I mean');
  await expect(contacts(page).getByRole('link', { name: /iris/ })).toBeVisible();
  await expect(page.getByText('Your messages are locked')).toHaveCount(0);

  await page.goto(`${site.url}/home`);
  await newNote(page).click();
  await page.getByRole('button', { name: 'Drafts' }).click();
  const drafts = page.getByRole('dialog', { name: 'Drafts' });
  await expect(drafts).toContainText('Umbrellas, begun elsewhere');
  // there are no further ones
  await expect(drafts.getByRole('button', { name: /Show more|Decrypt/ })).toHaveCount(0);
});
