import { signed } from '../../support/events/signed.ts';
import { PIXEL } from '../support/pages/png.ts';
import { rows, shortcuts } from '../support/pages/reading.ts';
import { note, now } from '../support/service/village.ts';
import { expect, test, LONG } from '../support/test.ts';

test('SEARCH-01 SEARCH-04 search opens profiles and results by keyboard, and Back restores the place', {
  tag: LONG,
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/help');
  await shortcuts(page);
  await page.keyboard.press('/');
  const field = page.getByRole('combobox', { name: 'Search' });
  await page.keyboard.type('ada');
  await expect(page.getByRole('option', { name: /Ada Lindqvist/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('Ada Lindqvist - Nostr Profile');
  await page.keyboard.press('/');
  await expect(field).toBeFocused();
  await page.keyboard.type('lantern');
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('search for lantern');
  await expect(rows(page).first()).toContainText(/lantern/i);
  await page.keyboard.press('j');
  await expect(rows(page).first()).toBeFocused();
  await page.keyboard.press('o');
  await expect(page).toHaveURL(/\/e\/note1/);
  await page.goBack();
  await expect(page).toHaveURL(/\/search\/lantern$/);
  await expect(rows(page).first()).toContainText(/lantern/i);
});

test('ACCESS-03 the palette opens pages and profiles, and Esc restores the focus', {
  tag: LONG,
}, async ({ page }) => {
  await page.goto('/help');
  await shortcuts(page);
  const link = page.getByRole('link', { name: 'Explore' }).first();
  await link.focus();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: /^Go to a page/ });
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(link).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('@ada');
  await expect(page.getByRole('option', { name: /Ada Lindqvist/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle('Ada Lindqvist - Nostr Profile');
});

const EMOJI = ['emoji', 'blobcat', 'https://pictures.example/blobcat.png'];
const ODDY = signed(
  {
    kind: 0,
    content: JSON.stringify({
      display_name: 'Oddy :blobcat:',
      about: 'hi :blobcat:',
      nip05: 'oddy@town.example',
    }),
    tags: [EMOJI],
    created_at: now() - 1_000,
  },
  1,
);
const QUOTED = note('The quoted words', { key: 2, ago: 900 });
const CASHU = `cashuA${'eyJ0b2tlbiI6W3sibWludCI6Imh0dHBz'.repeat(4)}`;
const TOWN = [
  ODDY,
  QUOTED,
  note('no tag #OnlyInText', { ago: 60 }),
  note('#Hashtag1/#Hashtag2/#Hashtag3', { ago: 70 }),
  note('Look:\n\n#[1]', {
    ago: 80,
    tags: [
      ['p', QUOTED.pubkey],
      ['e', QUOTED.id],
    ],
  }),
  note(`ecash cashu://${CASHU}`, { ago: 90 }),
  note(`${'A walk by the sea with many words before it. '.repeat(4)} The bench is dry`, {
    ago: 95,
  }),
  note('All benches are wet', { ago: 96 }),
  signed(
    {
      kind: 1111,
      content: 'comment on a kind 1',
      tags: [
        ['E', QUOTED.id],
        ['K', '1'],
        ['P', QUOTED.pubkey],
        ['e', QUOTED.id],
        ['k', '1'],
        ['p', QUOTED.pubkey],
      ],
      created_at: now() - 50,
    },
    1,
  ),
];

test('SEARCH-01 PROFILE-02 names, hashtags, quotes and comments of odd shapes are found and shown', {
  tag: LONG,
}, async ({ page, house }) => {
  const { url } = await house({ events: TOWN });
  await page.route(/blobcat/, (route) => route.fulfill({ contentType: 'image/png', body: PIXEL }));
  await page.goto(`${url}/help`);
  await shortcuts(page);
  await page.keyboard.press('/');
  await page.keyboard.type('bench');
  const hits = page.getByRole('group', { name: 'Notes' }).getByRole('option');
  await expect(hits).toHaveText([/Oddy .*….*The bench is dry/]);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('oddy@town.example');
  await page.keyboard.press('Enter');
  const main = page.getByRole('main');
  await expect(main.getByRole('tab', { selected: true })).toHaveText('People');
  await expect(main.getByRole('listitem').getByRole('img', { name: ':blobcat:' })).toBeVisible();
  await expect(main.getByText('No results found')).toBeHidden();
  await main.getByRole('listitem').getByRole('link', { name: /Oddy/ }).click();
  await expect(rows(page).first()).toContainText('#OnlyInText');
  await expect(main.getByText('hi').getByRole('img', { name: ':blobcat:' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^#Hashtag[123]$/ })).toHaveCount(3);
  const quoting = rows(page).filter({ hasText: 'Look:' });
  await expect(quoting).toContainText('The quoted words');
  await expect(quoting).not.toContainText('Replying to');
  await expect(rows(page).filter({ hasText: 'ecash' })).toContainText('Ecash token');
  await page.getByRole('tab', { name: /^Replies/ }).click();
  await expect(rows(page)).toContainText(['comment on a kind 1']);
  await page.getByRole('tab', { name: /^Notes/ }).click();
  await page.getByRole('link', { name: '#OnlyInText' }).click();
  await expect(page).toHaveURL(/\/search\/OnlyInText$/);
  await expect(rows(page)).toContainText(['no tag #OnlyInText']);
});

test('SEARCH-03 SEARCH-04 a phone shows past searches and people first, and the form behind Filters', {
  tag: LONG,
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/search/lantern');
  await expect(rows(page).first()).toContainText(/lantern/i);
  const main = page.getByRole('main');
  await main.getByRole('combobox', { name: 'Search' }).fill('ada');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\/ada$/);
  await main.getByRole('tab', { name: 'People' }).click();
  await expect(main.getByRole('listitem').first()).toContainText('Ada');
  await page.goto('/search');
  await expect(main.getByRole('link', { name: 'ada' })).toBeVisible();
  await expect(main.getByRole('list', { name: 'People to follow' })).toBeVisible();
  await expect(main.getByLabel('Include words')).toBeHidden();
  await main.getByText('Filters').click();
  await expect(main.getByLabel('Include words')).toBeVisible();
});
