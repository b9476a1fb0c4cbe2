import { getPublicKey, nip04, nip44 } from 'nostr-tools';
import { secretKey, signed } from '../../support/events/signed.ts';
import { byJun, neighbourhood, PIN, pubkeyOfJun, signIn } from '../support/pages/account.ts';
import { stored } from '../support/service/stored-events.ts';
import { kept, leaksIn, listen } from '../support/hostile/secret-search.ts';
import { badge } from '../support/pages/messages.ts';
import { now } from '../support/service/village.ts';
import { faults } from '../support/checks/axe.ts';
import { expect, LONG, test } from '../support/test.ts';

test('SETTINGS-06 ACCOUNT-10 BEYOND-02 muted words can be added publicly or privately, and restored', {
  tag: LONG,
}, async ({ page, house }) => {
  const site = await house(neighbourhood());
  const me = await signIn(page, site, PIN);
  const list = async () => (await stored(site.url, { kinds: [10_000], authors: [me] }))[0];
  await page.goto(`${site.url}/settings/muted`);
  await page.getByRole('tab', { name: /^Words/ }).click();
  const field = page.getByLabel('Word', { exact: true });
  await field.press('Enter');
  await expect(page.getByText('Write a word first.')).toBeVisible();
  await field.fill('Pineapple');
  await field.press('Enter');
  // the list is unknown, so the user confirms that there is none
  await page
    .getByRole('alertdialog', { name: 'Change your mute list?' })
    .getByRole('button', { name: 'Save' })
    .click();
  await page.getByLabel('PIN', { exact: true }).fill('a good pin');
  await page.keyboard.press('Enter');
  const row = (word: string) => page.getByRole('listitem').filter({ hasText: word });
  await expect(row('pineapple')).toBeVisible();
  const open = await list();
  expect(open?.tags).toContainEqual(['word', 'pineapple']);

  await page.getByRole('switch', { name: 'Keep it private' }).check();
  await field.fill('anchovy');
  await field.press('Enter');
  await expect.poll(async () => (await list())?.content ?? '').not.toBe(open?.content ?? '');
  const sealed = await list();
  expect([sealed?.tags, JSON.stringify(sealed).includes('anchovy')]).toEqual([open?.tags, false]);
  await expect(row('anchovy').getByText('private')).toBeVisible();
  expect(await faults(page)).toEqual([]);

  await row('pineapple').getByRole('button', { name: 'Unmute' }).click();
  await expect(row('pineapple')).toHaveCount(0);
  expect((await list())?.tags).not.toContainEqual(['word', 'pineapple']);
  await page.getByRole('link', { name: 'Earlier versions' }).click();
  await page.getByRole('button', { name: 'Put all back' }).first().click();
  await expect.poll(async () => (await list())?.tags).toContainEqual(['word', 'pineapple']);
});

const [TOMAS, STRANGER] = [3, 77].map((key) => getPublicKey(secretKey(key)));

/** A message to Jun in the old form. */
function letter(key: number, ago: number) {
  const content = nip04.encrypt(secretKey(key), pubkeyOfJun(), 'hello');
  return signed(
    { kind: 4, content, tags: [['p', pubkeyOfJun()]], created_at: now() - 60 - ago },
    key,
  );
}

/** The private part of a mute list, encrypted to Jun's own key, as other apps write it. */
function privateMutes(...tags: string[][]) {
  const key = nip44.getConversationKey(secretKey(9), pubkeyOfJun());
  return byJun({
    kind: 10_000,
    tags: [['word', 'unheard']],
    content: nip44.encrypt(JSON.stringify(tags), key),
  });
}

test('ACCOUNT-20 ACCOUNT-10 ROUTE-19 BEYOND-03 private mutes work after silent decryption', {
  tag: LONG,
}, async ({ page, house }) => {
  const letters = [77, 77, 78].map((key, ago) => letter(key, ago));
  const site = await house(
    neighbourhood(
      ...letters,
      privateMutes(['p', TOMAS ?? ''], ['p', STRANGER ?? ''], ['word', 'the 6th']),
    ),
  );
  const ear = listen(page);
  const needles = new Map([
    ['a private person', STRANGER ?? ''],
    ['a private word', 'the 6th"'],
  ]);
  const check = async () => {
    const places = new Map(
      [...ear.heard(), ...(await kept(page))].filter(
        ([place]) => !['text', 'document', 'frames received'].includes(place),
      ),
    );
    expect(leaksIn(places, needles)).toEqual([]);
  };
  await signIn(page, site, PIN);
  const feed = page.getByRole('feed');
  const tomas = feed
    .getByRole('article')
    .filter({ has: page.getByRole('link', { name: 'tomas' }) });
  await expect(feed.getByRole('article').first()).toBeVisible();
  await expect(tomas).toHaveCount(0);
  await expect(feed.getByText('the 6th')).toHaveCount(0);
  await expect(feed.getByText('the 3th')).toBeVisible();
  await expect(badge(page)).toHaveAccessibleName('1 new');
  await check();
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page.getByRole('main').getByRole('link', { name: 'Muted content' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'private' })).toHaveCount(2);
  await check();

  // with a locked key the private part stays closed until the user opens it, and no prompt appears
  // by itself
  await page.goto(`${site.url}/home`);
  await expect(tomas.first()).toBeVisible();
  const notice = page.getByRole('main').getByText('Private mutes are not applied yet.');
  await expect(notice).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('main').getByRole('button', { name: 'Open it' }).click();
  await page.getByLabel('PIN', { exact: true }).fill(PIN);
  await page.keyboard.press('Enter');
  await expect(tomas).toHaveCount(0);
  await expect(notice).toHaveCount(0);
  await check();
});
