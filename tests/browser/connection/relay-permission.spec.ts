import { getPublicKey } from 'nostr-tools';
import { secretKey, signed } from '../../support/events/signed.ts';
import { byJun, neighbourhood, openAs } from '../support/pages/account.ts';
import { startTestRelay } from '../support/service/test-relay.ts';
import { expect, type Page, test, LONG } from '../support/test.ts';
import { note, now, profile } from '../support/service/village.ts';

const ADA = 31;
const ADA_KEY = getPublicKey(secretKey(ADA));
const notes = [1, 2, 3].map((at) => note(`Lamp ${at}`, { key: ADA, ago: at }));

/**
 * No relay of another may have a private address (E-24): this name is of the public internet for
 * the client, and leads to this machine.
 */
const NAME = 'asking.example';
test.use({
  launchOptions: async ({ launchOptions }, provide) =>
    provide({
      ...launchOptions,
      args: [
        ...(launchOptions.args ?? []),
        `--host-resolver-rules=MAP ${NAME} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`,
      ],
    }),
});

/**
 * Replies to one of Ada's notes on the home page: a reply goes out at once, a like when it can no
 * longer be undone.
 */
async function reply(page: Page, at: number): Promise<void> {
  const row = page
    .getByRole('feed')
    .getByRole('article')
    .filter({ hasText: `Lamp ${at}` });
  await row
    .getByRole('button', { name: /^Reply/ })
    .first()
    .click();
  await expect(page.getByLabel('Your text')).toBeFocused();
  await page.keyboard.type(`Seen ${at}`);
  await page.keyboard.press('Control+Enter');
}

test('TRUST-08 RELAY-09 a foreign relay is contacted only after a yes; a no is stored until reset', {
  tag: LONG,
}, async ({ page, house }) => {
  const relay = await startTestRelay('auth-required: who are you?');
  const address = relay.url.replace('127.0.0.1', NAME);
  const site = await house(
    neighbourhood(
      profile(ADA, { name: 'ada' }),
      signed({ kind: 10_002, tags: [['r', address]], created_at: now() - 60 }, ADA),
      byJun({ kind: 3, tags: [['p', ADA_KEY]] }),
      ...notes,
    ),
  );
  const me = await openAs(page, site);
  const other = await page.context().newPage();
  await other.goto(`${site.url}/settings/network`);
  await expect(other.getByRole('region', { name: 'My relays' })).toBeVisible();
  await page.bringToFront();

  const question = page.getByRole('alertdialog', { name: `Tell ${address} who you are?` });
  await reply(page, 1);
  await question.getByRole('button', { name: 'Don’t tell' }).click();
  await expect(question).toHaveCount(0);
  await reply(page, 2);
  await expect.poll(() => relay.sent.length, { timeout: 20_000 }).toBe(2);
  await expect(question).toHaveCount(0);
  expect(relay.proved).toEqual([]);

  const answers = other.getByRole('region', { name: 'Relays that asked who you are' });
  await expect(answers.getByText('It is not told who you are')).toBeVisible();
  await answers.getByRole('button', { name: `Ask me again for ${address}` }).click();
  await expect(answers).toHaveCount(0);

  await reply(page, 3);
  await question.getByRole('button', { name: 'Tell it' }).click();
  await expect.poll(() => relay.proved, { timeout: 20_000 }).toEqual([me]);
  await expect(answers.getByText('It may know who you are')).toBeVisible();
  await relay.stop();
});
