import { getPublicKey } from 'nostr-tools';
import { naddrOf, neventOf, npubOf } from '../../src/events/nip19.ts';
import type { SignedEvent } from '../../src/events/event.ts';
import { startPlainRelay } from '../support/plain-relay.ts';
import { secretKey, signed } from '../support/signed.ts';
import { neighbourhood, signInAs } from './support/account.ts';
import { follow } from './support/reading.ts';
import { expect, type Page, test } from './support/test.ts';
import { note, now, profile } from './support/village.ts';

const [ADA, PROVIDER, JUN] = [31, 32, 9];
const ADA_KEY = getPublicKey(secretKey(ADA));
/** The server of Ada's pictures: the media rule allows it. Her other hosts would learn who reads. */
const PICTURES = 'pictures.example';
const fresh = (kind: number, tags: string[][], key: number, content = ''): SignedEvent =>
  signed({ kind, content, tags, created_at: now() - 30 }, key);
const said = note(`A lamp https://${PICTURES}/lamp.jpg https://site.example/lamp`, { key: ADA, ago: 30 });
const article = fresh(
  30_023,
  [
    ['d', 'long'],
    ['title', 'Long read'],
  ],
  ADA,
  'A long read.',
);

function zap(target: readonly string[], sats: number): SignedEvent {
  const tags = [['p', ADA_KEY], [...target]];
  const request = fresh(9_734, [...tags, ['amount', String(sats * 1_000)], ['relays', 'wss://inbox.example']], 2, 'thanks');
  return fresh(9_735, [...tags, ['P', request.pubkey], ['description', JSON.stringify(request)]], PROVIDER);
}

/** Ada names a host of hers wherever a profile, a note or a list can; `relay`: her relay, which is on this machine. */
const village = (relay: string) =>
  neighbourhood(
    profile(ADA, {
      name: 'ada',
      display_name: 'Ada',
      nip05: 'ada@names.example',
      lud16: 'ada@lightning.example',
      website: 'https://site.example',
      picture: `https://${PICTURES}/ada.jpg`,
    }),
    fresh(10_002, [['r', relay]], ADA),
    fresh(3, [['p', ADA_KEY]], JUN),
    said,
    article,
    zap(['e', said.id], 21),
    zap(['a', `30023:${ADA_KEY}:long`], 42),
  );

/** Hosts that a page contacts by HTTP. Nothing but its own origin gets an answer. */
async function contacted(page: Page, home: string): Promise<Set<string>> {
  const hosts = new Set<string>();
  const context = page.context();
  await context.route(
    (url) => url.protocol.startsWith('http') && url.host !== new URL(home).host,
    (route) => route.abort(),
  );
  context.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith('http')) hosts.add(host);
  });
  return hosts;
}

/** Go to a path, and wait until its later look-ups have begun. */
async function look(page: Page, address: string, text: string): Promise<void> {
  await page.goto(address);
  await expect(page.getByText(text).first()).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0);
  await page.waitForLoadState('networkidle');
}

for (const who of ['a visitor', 'somebody signed in'] as const)
  test(`TRUST-08 ZAP-05 PROFILE-12 DM-09 no author learns that ${who} reads: feed, thread, profile, article, messages`, async ({
    page,
    house,
  }) => {
    const relay = await startPlainRelay([], { most: 10 });
    const { url } = await house(village(relay.url));
    const hosts = await contacted(page, url);
    await page.goto(url);
    if (who !== 'a visitor') {
      await signInAs(page, secretKey(JUN));
      await follow(page, `/dms/${npubOf(ADA_KEY)}`);
      await expect(page.getByText('has not named relays for private messages')).toBeVisible();
    }
    await look(page, `${url}/home`, 'A lamp');
    await look(page, `${url}/e/${neventOf({ id: said.id })}`, 'A lamp');
    await look(page, `${url}/p/${npubOf(ADA_KEY)}`, 'ada@names.example');
    await look(page, `${url}/a/${naddrOf({ kind: 30_023, pubkey: ADA_KEY, identifier: 'long' })}`, 'A long read.');
    await look(page, `${url}/explore?tab=zaps`, 'Zaps');
    // the page that says so
    await look(page, `${url}/privacy`, 'do not learn that you read');
    expect([[...hosts].toSorted(), relay.asked]).toEqual([[new URL(url).host, PICTURES], []]);
    await relay.stop();
  });
