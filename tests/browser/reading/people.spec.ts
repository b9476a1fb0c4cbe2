import { npubOf } from '../../../src/events/nostr/nip19.ts';
import { notePath } from '../../../src/events/account/profile/profile-path.ts';
import { signed } from '../../support/events/signed.ts';
import { expect, test, LONG } from '../support/test.ts';
import { note, profile } from '../support/service/village.ts';

const PEOPLE = [
  profile(1, {
    display_name: 'Ada of the Mill',
    lud16: 'ada@mill.example',
    about: 'Keeps the mill.',
  }),
  profile(2, { display_name: 'Ben' }),
];
const NOTE = note('Who has seen the miller’s cat?', { key: 1, ago: 600 });
const REPLY = note('Behind the bakery.', {
  key: 2,
  ago: 300,
  tags: [
    ['e', NOTE.id, '', 'root'],
    ['p', NOTE.pubkey],
  ],
});

test("THREAD-02 a note’s side column has 'Replying to this note' and 'People in this note'", {
  tag: LONG,
}, async ({ page, house }) => {
  const { url } = await house({ events: [...PEOPLE, NOTE, REPLY] });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(url + notePath(NOTE.id));
  const side = page.getByRole('complementary');
  await expect(side.getByRole('heading', { name: 'Replying to this note' })).toBeVisible();
  const people = side
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'People in this note' }) });
  await expect(people.getByRole('listitem')).toHaveCount(2);
  await expect(people.getByRole('listitem').first()).toContainText('Ada of the Mill');
  await expect(people.getByRole('listitem').last()).toContainText('Ben');
  await page.screenshot({ path: 'artifacts/thread-side-1280.png' });
  const field = side.getByRole('button', { name: 'Reply to Ada of the Mill' });
  await expect(page.getByRole('button', { name: 'Reply to Ada of the Mill' })).toHaveCount(1);
  await field.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('You need to be signed in to perform this action')).toBeVisible();
});

test('PROFILE-05 a dialog shows the codes of public key and lightning address, by keyboard', {
  tag: LONG,
}, async ({ page, house }) => {
  const { url } = await house({ events: [...PEOPLE, NOTE] });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const npub = npubOf(NOTE.pubkey) ?? '';
  await page.goto(`${url}/p/${npub}`);
  const open = page.getByRole('button', { name: 'Show the QR code' });
  const dialog = page.getByRole('dialog', { name: 'Ada of the Mill' });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await open.focus();
    await page.keyboard.press('Enter');
    await expect(
      dialog.getByRole('img', { name: 'Public key of Ada of the Mill as a QR code' }),
    ).toBeVisible();
    await expect(dialog.getByRole('tabpanel')).toContainText(npub);
    await page.screenshot({ path: `artifacts/profile-qr-${width}.png` });
    const key = await dialog.locator('svg[role=img] path').getAttribute('d');
    await dialog.getByRole('tab', { name: 'Public key' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(
      dialog.getByRole('img', { name: 'Lightning address of Ada of the Mill as a QR code' }),
    ).toBeVisible();
    await expect(dialog.getByRole('tabpanel')).toContainText('ada@mill.example');
    expect(await dialog.locator('svg[role=img] path').getAttribute('d')).not.toBe(key);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(open).toBeFocused();
  }
});

test('PROFILE-01 ACCOUNT-02 profile counts open lists of people; an empty follow list has suggestions', {
  tag: LONG,
}, async ({ page, house }) => {
  const ben = REPLY.pubkey;
  const follows = signed({ kind: 3, tags: [['p', NOTE.pubkey]], created_at: NOTE.created_at }, 2);
  const cleo = profile(3, { display_name: 'Cleo' });
  const nobody = signed({ kind: 3, tags: [], created_at: NOTE.created_at }, 3);
  const { url } = await house({ events: [...PEOPLE, cleo, nobody, NOTE, REPLY, follows] });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${url}/home`);
  await page.getByRole('button', { name: 'Sign in' }).first().click();
  await page.getByLabel('Key or address').fill(npubOf(cleo.pubkey) ?? '');
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('heading', { name: 'Notes of people you follow show up here' }),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: 'People to follow' })).toBeVisible();
  await page.screenshot({ path: 'artifacts/nobody-followed-1280.png' });
  await page.getByRole('button', { name: 'Read everyone' }).click();
  await expect(page.getByRole('feed').getByRole('article')).toHaveCount(1);

  await page.goto(`${url}/p/${npubOf(NOTE.pubkey)}`);
  await page.getByRole('link', { name: '1 Follower' }).click();
  const followers = page.getByRole('list', { name: 'Followers: Ada of the Mill' });
  await expect(followers.getByRole('listitem')).toHaveCount(1);
  await expect(followers.getByRole('button', { name: 'Follow', exact: true })).toBeVisible();
  await page.screenshot({ path: 'artifacts/followers-1280.png' });
  await followers.getByRole('link', { name: 'Ben' }).last().click();
  await page.getByRole('link', { name: '1 Following' }).click();
  await expect(page).toHaveURL(`${url}/p/${npubOf(ben)}/following`);
  await expect(
    page.getByRole('list', { name: 'Following: Ben' }).getByRole('listitem'),
  ).toContainText('Ada of the Mill');
});
