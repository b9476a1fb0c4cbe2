import { getPublicKey, nip19 } from 'nostr-tools';
import { secretKey, signed } from '../../support/events/signed.ts';
import { byJun, neighbourhood, PIN, pubkeyOfJun, signIn } from '../support/pages/account.ts';
import { faultsInThemes } from '../support/checks/axe.ts';
import { inbox, nip04Message, giftWrappedMessage } from '../support/pages/direct-messages.ts';
import { box, log } from '../support/pages/messages.ts';
import { publish } from '../support/service/publish.ts';
import type { TestService } from '../support/service/test-service.ts';
import { expect, LONG, type Page, test } from '../support/test.ts';
import { now, profile } from '../support/service/village.ts';

const [IRIS, TOMAS, JUN, RIO, ADA, CHATTY] = [2, 3, 9, 41, 42, 43];
const LONG_NAME = 'Bartholomew-Maximilian-von-und-zu-Hohenlohe-Waldenburg the Third';
const [WIDE, NARROW] = [
  { width: 1_280, height: 800 },
  { width: 390, height: 844 },
];
const by = (key: number, kind: number, content: string, tags: string[][]) =>
  signed({ kind, content, tags, created_at: now() }, key);
const contacts = (page: Page) => page.getByRole('region', { name: 'Conversations' });
const place = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });

/**
 * Jun, signed in, to whom two wrote in both forms, one in private alone, one a lot; and whose note
 * others noticed.
 */
async function written(
  page: Page,
  house: (filling: ReturnType<typeof neighbourhood>) => Promise<TestService>,
  pin?: string,
): Promise<TestService> {
  const people = [
    profile(RIO, { name: 'rio', display_name: 'Rio' }),
    profile(ADA, { name: 'ada', display_name: 'Ada' }),
  ];
  const site = await house(
    neighbourhood(...people, profile(CHATTY, { name: 'bart', display_name: LONG_NAME })),
  );
  const known = byJun({
    kind: 30_078,
    content: '{}',
    tags: [['d', 'Starling', 'get_app_settings']],
  });
  await fetch(`${site.url}/api`, {
    method: 'POST',
    body: JSON.stringify(['get_app_settings', { event_from_user: known }]),
  });
  const said = byJun({ kind: 1, content: 'The library lends umbrellas now.' });
  const to = [
    ['e', said.id, '', 'root'],
    ['p', said.pubkey],
  ];
  await publish(
    site.url,
    inbox(JUN, site.url),
    inbox(RIO, site.url),
    nip04Message({ from: RIO, to: JUN, text: 'The lamps on the quay flicker again', ago: 200_000 }),
    nip04Message({ from: JUN, to: RIO, text: 'Which ones?', ago: 100_000 }),
    giftWrappedMessage({
      from: RIO,
      to: JUN,
      text: `In private: https://pictures.example/lamp.jpg\n${'word'.repeat(60)}`,
      ago: 4_000,
    }),
    giftWrappedMessage({ from: JUN, to: RIO, text: 'Fine with me', ago: 3_000 }, JUN),
    giftWrappedMessage({ from: RIO, to: JUN, text: 'שלום, זה טקסט מימין לשמאל', ago: 2_000 }),
    giftWrappedMessage({ from: ADA, to: JUN, text: 'Nobody else knows that I wrote', ago: 1_000 }),
    ...Array.from({ length: 100 }, (_, n) =>
      nip04Message({ from: CHATTY, to: JUN, text: `Letter ${n}`, ago: 9_000 + n * 30 }),
    ),
    said,
    ...[IRIS, TOMAS].map((key) => by(key, 7, '+', to)),
    by(TOMAS, 1, 'Does that hold for parasols?', to),
    by(IRIS, 3, '', [['p', pubkeyOfJun()]]),
  );
  await signIn(page, site, pin);
  return site;
}

test('ACCESS-01 NOTIF-01 SETTINGS-11 DM-01 axe passes notifications and messages, in each theme', {
  tag: LONG,
}, async ({ page, house }) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await written(page, house);
  const check = async (what: string) => {
    for (const size of [WIDE, NARROW]) {
      await page.setViewportSize(size);
      await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
      expect(await faultsInThemes(page), `${what}, ${size.width}`).toEqual([]);
    }
    await page.setViewportSize(WIDE);
  };
  await place(page, /^Messages/).click();
  await page.getByRole('tab', { name: 'All' }).click();
  await expect(contacts(page).getByRole('link', { name: /Ada/ })).toBeVisible();
  await check('contacts');
  await contacts(page).getByRole('link', { name: /Rio/ }).click();
  await expect(log(page)).toContainText('Fine with me');
  await expect(log(page)).toContainText('Which ones?');
  await check('a conversation in both forms');
  await page.getByRole('button', { name: /^(Private|Old form)$/ }).click();
  await expect(page.getByRole('menuitemradio')).toHaveCount(2);
  expect(await faultsInThemes(page), 'the forms').toEqual([]);
  await page.keyboard.press('Escape');
  await log(page).getByRole('button', { name: 'Message actions' }).last().click();
  await page.getByRole('menuitem', { name: 'Details' }).click();
  await check('details');
  await page.keyboard.press('Escape');
  await place(page, /^Notifications/).click();
  await expect(page.getByText('Does that hold for parasols?')).toBeVisible();
  await check('notifications');
  await page.getByRole('tab', { name: /^Zaps/ }).click();
  await expect(page.getByText('No zaps yet')).toBeVisible();
  await check('no notifications');
  await page.getByRole('link', { name: 'Notification settings' }).click();
  await expect(page.getByRole('switch', { name: 'Zaps' })).toBeVisible();
  await check('settings of notifications');
  await page.getByRole('link', { name: 'Network', exact: true }).click();
  await expect(page.getByText('You can receive private messages.')).toBeVisible();
  await check('network');
});

test('DM-01 DM-09 ROUTE-19 a private-only contact has a name, and one button unlocks all', {
  tag: LONG,
}, async ({ page, house }) => {
  const site = await written(page, house, PIN);
  // a hundred messages of one form are unread, and notifications wait
  await expect(page).toHaveTitle('(4) Home');
  await expect(place(page, /^Notifications/).getByRole('img', { name: '4 new' })).toBeVisible();
  await place(page, /^Messages/).click();
  await expect(page.getByRole('tab', { name: 'Others 99+' })).toBeVisible();
  await page.getByRole('tab', { name: /^Others/ }).click();
  await expect(contacts(page).getByRole('link', { name: /Ada/ })).toBeVisible();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(place(page, /^Messages/).getByRole('img')).toHaveCount(0);
  await publish(
    site.url,
    giftWrappedMessage({ from: ADA, to: JUN, text: 'And once more', ago: 0 }),
  );
  await expect(place(page, /^Messages/).getByRole('img', { name: '1 new' })).toBeVisible();
  await expect(page).toHaveTitle('(5) Messages');

  await page.goto(`${site.url}/dms/${nip19.npubEncode(getPublicKey(secretKey(RIO)))}`);
  await expect(contacts(page).getByText('Your conversations are locked, too.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show messages' })).toHaveCount(1);

  await page.goto(`${site.url}/settings/network`);
  await page.getByRole('switch', { name: 'Send everything through the caching service' }).check();
  await place(page, /^Messages/).click();
  await expect(
    contacts(page).getByText(/^Messages in the private form rest .* Old-form messages go through/),
  ).toBeVisible();
});

/** The message at the top of the conversation, and its distance from the edge. */
const topOf = (page: Page) =>
  log(page).evaluate((stream) => {
    const edge = stream.parentElement?.getBoundingClientRect().top ?? 0;
    const first = [...stream.querySelectorAll('[data-message]')].find(
      (one) => one.getBoundingClientRect().bottom > edge,
    );
    return [first?.textContent, Math.round((first?.getBoundingClientRect().top ?? 0) - edge)];
  });

test('DM-02 a reopened conversation keeps its reading place, or shows the newest message at its end', {
  tag: LONG,
}, async ({ page, house }) => {
  await written(page, house);
  await place(page, /^Messages/).click();
  await page.getByRole('tab', { name: 'All' }).click();
  const chatty = contacts(page).getByRole('link', { name: /Bartholomew/ });
  const rio = contacts(page).getByRole('link', { name: /Rio/ });
  await chatty.click();
  await expect(log(page).getByText('Letter 0', { exact: true })).toBeVisible();
  const stream = page.getByRole('group', { name: 'Messages' });
  await stream.hover();
  await expect(async () => {
    await page.mouse.wheel(0, -600);
    await expect(log(page).getByText('Letter 70', { exact: true })).toBeVisible({ timeout: 200 });
  }).toPass();
  await expect
    .poll(async () => JSON.stringify(await topOf(page)) === JSON.stringify(await topOf(page)))
    .toBe(true);
  const left = await topOf(page);
  await rio.click();
  await expect(log(page)).toContainText('Fine with me');
  await chatty.click();
  await expect.poll(() => topOf(page)).toEqual(left);
  // by way of another screen
  await place(page, /^Home/).click();
  await expect(page).toHaveTitle(/Home$/);
  await page.goBack();
  await expect.poll(() => topOf(page)).toEqual(left);
  await stream.hover();
  await page.mouse.wheel(0, 20_000);
  await expect(log(page).getByText('Letter 0', { exact: true })).toBeInViewport();
  await rio.click();
  await expect(log(page)).toContainText('Fine with me');
  await chatty.click();
  await expect(log(page).getByText('Letter 0', { exact: true })).toBeInViewport();
});

/** True if the focus of the focused element is visible. */
const seen = (page: Page) =>
  page.evaluate(() => {
    const one = document.activeElement;
    // after the last element the browser itself has the focus
    if (!(one instanceof HTMLElement) || one === document.body) return 'seen';
    // the box around a field shows its focus ring
    const isRinged = [one, one.parentElement, one.parentElement?.parentElement].some((element) => {
      const { outlineStyle = 'none', outlineWidth = '0' } = element
        ? getComputedStyle(element)
        : {};
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1;
    });
    return isRinged ? 'seen' : one.outerHTML.slice(0, 200);
  });

/** Press Tab until `there` has the focus, at most `most` times. Each focus must be visible. */
async function tabTo(
  page: Page,
  there: ReturnType<Page['locator']>,
  key = 'Tab',
  most = 60,
): Promise<void> {
  for (let step = 0; step < most; step++) {
    await page.keyboard.press(key);
    expect(await seen(page)).toBe('seen');
    if (await there.evaluate((one) => one === document.activeElement)) return;
  }
  throw new Error(`not reached with ${key}`);
}

test('ACCESS-02 DM-01 DM-05 NOTIF-01 messages and notifications work by keyboard alone', {
  tag: LONG,
}, async ({ page, house }) => {
  test.slow();
  await written(page, house);
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(page).toHaveTitle(/Messages$/);
  await tabTo(page, page.getByRole('tab', { name: 'Follows' }));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: /^All/ })).toBeFocused();
  await expect(page.getByRole('tab', { name: /^All/ })).toHaveAttribute('aria-selected', 'true');
  await tabTo(page, contacts(page).getByRole('link', { name: /Rio/ }));
  await page.keyboard.press('Enter');
  await expect(box(page)).toBeFocused();
  await expect(log(page)).toContainText('Fine with me');
  const form = page.getByRole('button', { name: /^(Private|Old form)$/ });
  await page.keyboard.type('By keyboard');
  await tabTo(page, form);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio').first()).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(form).toBeFocused();
  await expect(form).toHaveText('Old form');
  await tabTo(page, box(page), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(log(page)).toContainText('By keyboard');
  await expect(box(page)).toBeFocused();
  await expect(box(page)).toHaveValue('');
  const ada = contacts(page).getByRole('link', { name: /Ada/ });
  await tabTo(page, ada, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(log(page)).toContainText('Nobody else knows that I wrote');
  await expect(box(page)).toBeFocused();
  await page.goBack();
  await expect(log(page)).toContainText('By keyboard');

  await place(page, /^Notifications/).focus();
  await page.keyboard.press('Enter');
  const list = page.getByRole('region', { name: /^Notifications: All/ });
  await expect(list.getByText('Does that hold for parasols?')).toBeVisible();
  await tabTo(page, page.getByRole('tab', { name: /^All/ }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('No zaps yet')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  const row = list.getByRole('article', { name: /liked your note/ });
  await tabTo(page, row);
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle(/^(\(\d+\+?\) )?Note by Jun/);
  await page.goBack();
  await expect(page).toHaveTitle(/Notifications$/);
  await expect(row).toBeFocused();
});
