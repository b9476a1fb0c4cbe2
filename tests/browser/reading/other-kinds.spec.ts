import { addressOf, parseAddress } from '../../../src/events/nostr/address.ts';
import type { SignedEvent } from '../../../src/events/nostr/event.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { naddrOf, neventOf } from '../../../src/events/nostr/nip19.ts';
import { signed } from '../../support/events/signed.ts';
import { expect, test, LONG } from '../support/test.ts';
import { note, now, profile } from '../support/service/village.ts';

const by = (key: number, kind: number, content: string, tags: string[][] = []) =>
  signed({ kind, content, tags, created_at: now() - 60 }, key);
const addressIn = (event: SignedEvent) => addressOf(event) ?? '';

function quoted(event: SignedEvent): string {
  const address = parseAddress(addressIn(event));
  const code = address
    ? naddrOf({ ...address, relays: [] })
    : neventOf({ id: event.id, relays: [], author: event.pubkey, kind: event.kind });
  return `nostr:${code}`;
}

const SECRET = 'never-shown-secret';
const TARA = profile(3, { name: 'Tara' });
const IRIS = profile(4, { name: 'Iris' });
const BADGE = by(3, KIND.BadgeDefinition, '', [
  ['d', 'ferry'],
  ['name', 'Ferry friend'],
]);
const CHANNEL = by(3, KIND.ChannelCreation, '{"name":"Pier talk","about":"Boats and tea"}');
const KINDS = [
  by(3, KIND.VoiceMessage, 'https://voice.example/a.mp3', [
    ['imeta', 'url https://voice.example/a.mp3', 'waveform 1 5 9 4', 'duration 68'],
  ]),
  BADGE,
  by(3, KIND.BadgeAward, '', [
    ['a', addressIn(BADGE)],
    ['p', IRIS.pubkey],
  ]),
  by(3, KIND.Classified, 'It has **bells**.', [
    ['d', 'bike'],
    ['title', 'A blue bicycle'],
    ['price', '120', 'EUR'],
  ]),
  CHANNEL,
  by(3, KIND.SoftwareRelease, '- faster', [['d', 'tides@1.4.0']]),
  by(3, KIND.LongFormDraft, SECRET, [
    ['d', 'plan'],
    ['title', SECRET],
  ]),
  by(4, KIND.Nutzap, 'For the soup', [
    [
      'proof',
      JSON.stringify({ amount: 16, id: '00'.repeat(8), secret: SECRET, C: `02${'c'.repeat(64)}` }),
    ],
    ['u', 'https://mint.example'],
    ['p', TARA.pubkey],
  ]),
];
const ANSWER = by(4, KIND.ChannelMessage, 'Kettle is on.', [['e', CHANNEL.id, '', 'root']]);

test('NOTE-02 ROUTE-04 voices, badges, listings, channels, releases, drafts and nutzaps have views', {
  tag: LONG,
}, async ({ page, house }) => {
  const notes = KINDS.map((event) => note(quoted(event), { key: 5 }));
  const { url } = await house({ events: [TARA, IRIS, ANSWER, ...KINDS, ...notes] });
  await page.setViewportSize({ width: 1280, height: 4_000 });
  await page.goto(`${url}/p/${notes[0]?.pubkey}`);
  const main = page.getByRole('main');
  const player = main.getByRole('group', { name: 'Voice message' });
  await expect(player.getByRole('button', { name: 'Play' })).toBeVisible();
  await expect(player).toContainText('1:08');
  await expect(main.getByRole('region', { name: 'Badge', exact: true })).toContainText('Ferry');
  const award = main.getByRole('region', { name: 'Badge award' });
  await expect(award).toContainText(/Ferry friend.*To 1 person/s);
  await expect(main.getByRole('region', { name: 'Listing' })).toContainText('€120');
  await expect(main.getByRole('region', { name: 'App release' })).toContainText('tides 1.4.0');
  await expect(main.getByRole('region', { name: 'Article draft' })).toContainText(
    'This is a draft',
  );
  const nutzap = main.getByRole('region', { name: 'Nutzap' });
  await expect(nutzap).toContainText(/16 sats.*Iris.*Tara.*For the soup.*mint\.example/s);
  await expect(main).not.toContainText(SECRET);
  await expect(main).not.toContainText('{"');

  await main.getByRole('link', { name: 'Pier talk' }).click();
  await expect(page.getByRole('heading', { name: 'Channel', exact: true })).toBeVisible();
  await expect(main.locator(`[data-note="${ANSWER.id}"]`)).toContainText('Kettle is on.');
});
