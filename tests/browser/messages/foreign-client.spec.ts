import { getPublicKey } from 'nostr-tools';
import { foreignClient } from '../../support/messages/foreign-client.ts';
import { secretKey } from '../../support/events/signed.ts';
import { neighbourhood } from '../support/pages/account.ts';
import { box, log, write } from '../support/pages/messages.ts';
import { expect, LONG, test } from '../support/test.ts';
import { profile } from '../support/service/village.ts';

const RIO = 41;

test('DM-02 DM-04 NIP-04 another implementation reads a NIP-04 message, and its reply is shown here', {
  tag: LONG,
}, async ({ page, house }) => {
  const site = await house(neighbourhood(profile(RIO, { name: 'rio' })));
  const [jun, rio] = [getPublicKey(secretKey(9)), getPublicKey(secretKey(RIO))];
  await write(page, site, 9, rio);
  await box(page).fill('Wer liest mich? 🌻');
  await box(page).press('Enter');
  await expect(log(page)).toContainText('Wer liest mich? 🌻');
  const them = foreignClient(site.url, secretKey(RIO));
  await expect
    .poll(async () => (await them.read('nip04', jun)).map(({ text }) => text))
    .toEqual(['Wer liest mich? 🌻']);
  await them.write('nip04', jun, 'Ein anderes Programm');
  await expect(log(page)).toContainText('Ein anderes Programm');
});
