import { getPublicKey } from 'nostr-tools';
import { naddrEncode } from 'nostr-tools/nip19';
import { secretKey, signed } from '../../support/events/signed.ts';
import { byJun, neighbourhood, pubkeyOfJun, signIn } from '../support/pages/account.ts';
import { stored } from '../support/service/stored-events.ts';
import { expect, LONG, test } from '../support/test.ts';
import { now } from '../support/service/village.ts';

const AUTHOR = getPublicKey(secretKey(3));
const ADDRESS = `30023:${AUTHOR}:bridge`;
const article = (content: string, ago: number) =>
  signed(
    {
      kind: 30_023,
      content,
      created_at: now() - ago,
      tags: [
        ['d', 'bridge'],
        ['title', 'The bridge'],
      ],
    },
    3,
  );

test('ACCOUNT-21 NOTE-12 a thread muted from a comment is muted in the list, the badge and later versions', {
  tag: LONG,
}, async ({ page, house }) => {
  const first = article('the first body', 900);
  const root = [
    ['A', ADDRESS],
    ['E', first.id],
    ['K', '30023'],
    ['P', AUTHOR],
  ];
  const mine = byJun({
    kind: 1_111,
    content: 'my comment',
    tags: [...root, ['a', ADDRESS], ['e', first.id], ['k', '30023'], ['p', AUTHOR]],
  });
  const answer = signed(
    {
      kind: 1_111,
      content: 'an answer to it',
      created_at: now() - 50,
      tags: [...root, ['e', mine.id], ['k', '1111'], ['p', pubkeyOfJun()]],
    },
    4,
  );
  const site = await house(neighbourhood(first, mine, answer));
  const me = await signIn(page, site);
  const path = `${site.url}/a/${naddrEncode({ kind: 30_023, pubkey: AUTHOR, identifier: 'bridge' })}`;
  await page.goto(path);
  const main = page.getByRole('main');
  await expect(main.getByText('the first body')).toBeVisible();
  const comment = main.getByRole('article').filter({ hasText: 'my comment' }).last();
  await comment.getByRole('button', { name: 'More' }).first().click();
  await page.getByRole('menuitem', { name: 'Mute thread' }).click();
  await expect(page.getByText('Muting the thread')).toBeVisible();
  const save = page
    .getByRole('alertdialog', { name: 'Change your mute list?' })
    .getByRole('button', { name: 'Save' });
  await save.click();
  await expect
    .poll(async () => (await stored(site.url, { kinds: [10_000], authors: [me] }))[0]?.tags)
    .toEqual(
      expect.arrayContaining([
        ['a', ADDRESS],
        ['e', first.id],
      ]),
    );
  await expect(main.getByText('You muted this thread.')).toBeVisible();
  await expect(main.getByText('the first body')).toHaveCount(0);

  await page.goto(`${site.url}/settings/muted`);
  await page.getByRole('tab', { name: /^Threads/ }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'The bridge' })).toHaveCount(1);

  await page.goto(path);
  await expect(main.getByText('This is muted', { exact: true })).toBeVisible();
  await main.getByRole('button', { name: 'Show it anyway' }).click();
  await expect(main.getByText('the first body')).toBeVisible();
  await expect(main.getByText('my comment')).toBeVisible();

  await page.goto(`${site.url}/settings/muted`);
  await page.getByRole('tab', { name: /^Threads/ }).click();
  await page.getByRole('button', { name: 'Unmute' }).click();
  await expect
    .poll(async () => (await stored(site.url, { kinds: [10_000], authors: [me] }))[0]?.tags)
    .toEqual([]);
});
