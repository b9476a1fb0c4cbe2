import { getPublicKey } from 'nostr-tools';
import { naddrOf, neventOf } from '../../../src/events/nostr/nip19.ts';
import { secretKey, signed } from '../../support/events/signed.ts';
import { faults } from '../support/checks/axe.ts';
import { byJun, neighbourhood, signIn } from '../support/pages/account.ts';
import { follow } from '../support/pages/reading.ts';
import { startTestRelay } from '../support/service/test-relay.ts';
import { note, now, profile } from '../support/service/village.ts';
import { LONG, test as base, expect, type Page } from '../support/test.ts';

const ADA = 31;
const ADA_KEY = getPublicKey(secretKey(ADA));

/** A foreign relay must have a public address (E-24): these names lead to this machine. */
const NAMES = ['mine.example', 'hint.example', 'hers.example'] as const;
const test = base.extend({
  launchOptions: async ({ launchOptions }, provide) => {
    const names = NAMES.map((name) => `MAP ${name} 127.0.0.1`).join(', ');
    const rules = `--host-resolver-rules=${names}, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1`;
    await provide({ ...launchOptions, args: [...(launchOptions.args ?? []), rules] });
  },
});

const relayAt = async (name: (typeof NAMES)[number]) => {
  const relay = await startTestRelay();
  return Object.assign(relay, { at: relay.url.replace('127.0.0.1', name) });
};

/** A note whose author is not named, one that names a relay, and an article. */
const [onMine, onHint] = [
  note('Kept by my own relay', { key: 32, ago: 40 }),
  note('Kept by the relay that its address names', { key: ADA, ago: 50 }),
];
const answer = note('An answer that only it keeps', {
  key: ADA,
  ago: 20,
  tags: [['e', onHint.id, '', 'root']],
});
const article = signed(
  {
    kind: 30_023,
    content: 'Kept by the relay of its author.',
    tags: [
      ['d', 'lamps'],
      ['title', 'On lamps'],
    ],
    created_at: now() - 30,
  },
  ADA,
);

const missing = (page: Page) => page.getByText('The caching service does not know it.');
const further = (page: Page) => page.getByRole('button', { name: 'Look on the author’s relays' });

test('THREAD-03 TRUST-08 own relays are asked for a missing note, foreign ones only after a press', {
  tag: LONG,
}, async ({ page, house }) => {
  const mine = await relayAt('mine.example');
  const hint = await relayAt('hint.example');
  const hers = await relayAt('hers.example');
  mine.events = [onMine];
  hint.events = [onHint, answer];
  hers.events = [article];
  const site = await house(
    neighbourhood(
      profile(ADA, { name: 'ada' }),
      byJun({ kind: 10_002, tags: [['r', mine.at]] }),
      signed({ kind: 10_002, tags: [['r', hers.at, 'write']], created_at: now() - 60 }, ADA),
    ),
  );
  await signIn(page, site);

  await follow(page, `/e/${neventOf({ id: onMine.id })}`);
  await expect(page.getByText('Kept by my own relay')).toBeVisible();
  await expect(page.getByText(/^Found on mine\.example:/)).toBeVisible();

  const hinted = { id: onHint.id, relays: [hint.at], author: ADA_KEY };
  await follow(page, `/e/${neventOf(hinted)}`);
  await expect(missing(page)).toBeVisible();
  await expect(page.getByText('1 relay was asked and does not have it.')).toBeVisible();
  await expect(
    page.getByText(/learn what you are looking for: hint\.example:\d+, hers\.ex/),
  ).toBeVisible();
  expect([hint.connections, hers.connections]).toEqual([0, 0]);
  expect(await faults(page)).toEqual([]);
  await further(page).click();
  await expect(page.getByText('Kept by the relay that its address names')).toBeVisible();
  await expect(page.getByText('An answer that only it keeps')).toBeVisible();
  await expect(page.getByText(/^Found on hint\.example:/)).toBeVisible();

  await follow(page, '/settings/network');
  const privacy = page.getByRole('switch', { name: 'Send everything through the caching service' });
  await privacy.click();
  await expect(page.getByText('Paused: everything goes').first()).toBeVisible();
  const before = [mine, hint, hers].map(({ connections, asked }) => [connections, asked.length]);
  const address = { kind: 30_023, pubkey: ADA_KEY, identifier: 'lamps', relays: [hers.at] };
  await follow(page, `/a/${naddrOf(address)}`);
  await expect(page.getByText('No relay is asked, because everything')).toBeVisible();
  await expect(further(page)).toHaveCount(0);
  expect([mine, hint, hers].map((one) => [one.connections, one.asked.length])).toEqual(before);

  await follow(page, '/settings/network');
  await privacy.click();
  await follow(page, `/a/${naddrOf(address)}`);
  await further(page).click();
  await expect(page.getByText('Kept by the relay of its author.')).toBeVisible();
  for (const relay of [mine, hint, hers]) await relay.stop();
});
