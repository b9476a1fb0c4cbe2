import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools';
import { encrypt, getConversationKey } from 'nostr-tools/nip44';
import { createNostrConnectURI } from 'nostr-tools/nip46';
import { Relay } from 'nostr-tools/relay';
import { neighbourhood, signIn } from '../support/pages/account.ts';
import { screenshots } from '../support/checks/screenshots.ts';
import { expect, LONG, test } from '../support/test.ts';
import { now } from '../support/service/village.ts';

test('ACCESS-01 BEYOND-12 the device screens work in four themes and two widths', {
  tag: LONG,
}, async ({ page, house }) => {
  test.setTimeout(240_000);
  const { found, look } = screenshots(page, 'devices');
  const site = await house(neighbourhood());
  await signIn(page, site);
  await page.goto(`${site.url}/settings/devices`);
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Show code' }).click();
  await expect(page.getByRole('img', { name: 'Code for the other device' })).toBeVisible();
  await look('code');
  await main.getByRole('button', { name: 'Hide code' }).click();

  const key = generateSecretKey();
  const client = getPublicKey(key);
  const relayUrl = site.url.replace('http', 'ws');
  const relay = await Relay.connect(relayUrl);
  const signer = Promise.withResolvers<string>();
  relay.subscribe([{ kinds: [24_133], '#p': [client] }], {
    onevent: ({ pubkey }) => signer.resolve(pubkey),
  });
  const perms = ['sign_event', 'sign_event:0', 'nip44_encrypt', 'nip44_decrypt'];
  const uri = createNostrConnectURI({
    clientPubkey: client,
    relays: [relayUrl],
    secret: 's',
    name: 'Coracle',
    url: 'https://app.example',
    perms,
  });
  await main.getByLabel('Code of the other device').fill(uri);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Connect Coracle?' })).toBeVisible();
  await look('join');
  await page.getByRole('button', { name: 'Connect' }).click();
  const to = await signer.promise;
  await main.getByRole('button', { name: 'Permissions and log of Coracle' }).click();
  await look('device');
  await page.getByRole('link', { name: 'Network' }).first().click();
  await expect(main.getByText('1 connected device asks here')).toBeVisible();
  await main.getByRole('switch', { name: 'Send everything through' }).click();
  const dial = page.getByRole('alertdialog');
  await expect(dial).toContainText('your connected devices ask only at');
  await look('dial');
  await dial.getByRole('button', { name: 'Don’t connect' }).click();
  await main.getByText('Other connections').scrollIntoViewIfNeeded();
  await look('lines');
  await main.getByRole('button', { name: 'anyway' }).click();
  await main.getByRole('switch', { name: 'Send everything through' }).click();
  await page.goBack();

  const template = {
    kind: 1,
    content: 'The tide is out. Come and look at what it left behind.',
    tags: [],
    created_at: now(),
  };
  const request = JSON.stringify({
    id: '1',
    method: 'sign_event',
    params: [JSON.stringify(template)],
  });
  const content = encrypt(request, getConversationKey(key, to));
  await relay.publish(
    finalizeEvent({ kind: 24_133, content, tags: [['p', to]], created_at: now() }, key),
  );
  await expect(page.getByRole('alertdialog', { name: 'Coracle asks' })).toBeVisible();
  await look('question');
  await page.getByRole('button', { name: 'Refuse' }).click();
  await main.getByRole('button', { name: 'Permissions and log of Coracle' }).click();
  await expect(main.getByRole('region', { name: 'Log' })).toContainText('Post a note, refused');
  relay.close();
  expect(found).toEqual([]);
});
