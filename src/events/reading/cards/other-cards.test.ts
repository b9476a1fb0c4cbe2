import fc from 'fast-check';
import { expect, test } from 'vitest';
import { realEvents } from '../../../../tests/support/events/real-events.ts';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../nostr/kinds.ts';
import { factsOf, isSealed } from '../thread/opened-event.ts';
import { lineOf } from '../content/line-of.ts';
import { acceptedBadges, isAwarded, readAward, readBadge } from './badge.ts';
import { readChannel } from './channel.ts';
import { formatPrice, readClassified } from './classified.ts';
import { readRelease } from './release.ts';
import { readVoiceMessage } from './voice-message.ts';

const [ANN, BEN, EVE] = ['a'.repeat(64), 'b'.repeat(64), 'e'.repeat(64)];
const sats = (amount: string) => `${amount} sats`;
const BADGE = `${KIND.BadgeDefinition}:${ANN}:ferry`;

test('NOTE-02 a badge counts only if its creator awarded it to the account that shows it', () => {
  const award = (pubkey: string, tags: string[][]) =>
    trusted({ kind: KIND.BadgeAward, pubkey, tags: [['a', BADGE], ...tags] });
  const real = award(ANN, [
    ['p', BEN],
    ['p', BEN],
    ['p', 'nobody'],
  ]);
  const forged = award(EVE, [['p', EVE]]);

  expect(readAward(real)).toEqual({ badge: BADGE, isNamed: true, people: [BEN] });
  expect(readAward(forged)).toEqual({ badge: undefined, isNamed: true, people: [EVE] });
  expect(readAward(trusted({ kind: 8 }))).toMatchObject({ badge: undefined, isNamed: false });
  expect([isAwarded(real, BADGE, BEN), isAwarded(real, BADGE, EVE)]).toEqual([true, false]);
  expect(isAwarded(forged, BADGE, EVE)).toBe(false);
  const shown = trusted({
    tags: [
      ['a', BADGE],
      ['e', real.id],
      ['a', BADGE],
      ['a', `${KIND.LongForm}:${ANN}:x`],
      ['e', real.id],
    ],
  });
  expect(acceptedBadges(shown)).toEqual([{ badge: BADGE, award: real.id }]);
});

test('NOTE-02 a listing has a price that reads well, or as its seller wrote it', () => {
  const priced = (...price: string[]) => {
    const found = readClassified({ content: '', tags: [['price', ...price]] }).price;
    return found && [formatPrice(found, 'en-us', sats), found.every];
  };
  expect(priced('120', 'EUR')).toEqual(['€120', undefined]);
  expect(priced('12.50', 'usd')).toEqual(['$12.50', undefined]);
  expect(priced('150000', 'sats', 'Month')).toEqual(['150,000 sats', 'month']);
  expect(priced('0.005', 'BTC')).toEqual(['0.005 BTC', undefined]);
  expect(priced('by arrangement', '', 'whenever')).toEqual(['by arrangement', undefined]);
  expect(priced('')).toBeUndefined();
});

test('NOTE-02 a release takes its app and its version from its identifier or its own tags', () => {
  const read = (tags: string[][]) => readRelease({ content: 'new', tags });
  expect(read([['d', 'com.example.tides@1.4.0']])).toMatchObject({
    app: 'com.example.tides',
    version: '1.4.0',
    notes: 'new',
  });
  const named = [
    ['d', 'x@2'],
    ['a', `32267:${ANN}:org.harbour`],
    ['version', '2.0'],
    ['c', 'beta'],
  ];
  expect(read(named)).toMatchObject({ app: 'org.harbour', version: '2.0', channel: 'beta' });
});

test('NOTE-02 a recording has the length and the wave that its author states', () => {
  const url = 'https://voice.example/a.webm';
  const told = readVoiceMessage({
    content: ` ${url} `,
    tags: [['imeta', `url ${url}`, 'waveform 0 50 100 25', 'duration 8']],
  });
  expect(told).toEqual({ url, length: 8, wave: [0, 0.5, 1, 0.25] });
  const decimals = Array.from({ length: 900 }, (_, at) => (at % 2 ? 0.123456 : 0.246912)).join(' ');
  const long = [['imeta', `url ${url}`, `waveform ${decimals}`, 'duration 8', 'duration 9']];
  expect(readVoiceMessage({ content: url, tags: long })).toMatchObject({
    length: 8,
    wave: Array.from({ length: 48 }, () => 1),
  });
  expect(readVoiceMessage({ content: url, tags: [] })).toEqual({
    url,
    length: undefined,
    wave: [],
  });
  const [real] = realEvents('events-misc.jsonl').filter(({ kind }) => kind === KIND.VoiceMessage);
  if (real) expect(readVoiceMessage(real).url).toMatch(/^https:.*\.webm$/);
});

test('ROUTE-04 drafts of others and ciphertext are never text; an own article draft is', () => {
  const draft = { kind: KIND.LongFormDraft, pubkey: ANN };
  expect([isSealed(draft, BEN), isSealed(draft, undefined), isSealed(draft, ANN)]).toEqual([
    true,
    true,
    false,
  ]);
  expect(isSealed({ kind: KIND.Draft, pubkey: ANN }, ANN)).toBe(true);
  const cipher = `A${'b'.repeat(175)}`;
  const facts = factsOf({ content: cipher, tags: [['private', cipher]] });
  expect(facts).toMatchObject({ about: '', rows: [], sealed: true });
  expect(factsOf({ content: 'f0'.repeat(90), tags: [] })).toMatchObject({ about: '', rows: [] });
  for (const file of ['events-rare-kinds.jsonl', 'events-misc.jsonl'])
    for (const { content } of realEvents(file).filter(({ kind }) => kind === KIND.Draft))
      expect(JSON.stringify(factsOf({ content, tags: [] }))).not.toContain(content || 'no text');
});

test('NOTE-02 a line about an event never holds JSON, ciphertext or the address of a recording', () => {
  const line = (kind: number, content: string, tags: string[][] = []) =>
    lineOf({ kind, content, tags }).content;
  expect(line(KIND.ChannelCreation, '{"name":"Pier","about":"x"}')).toBe('Pier');
  expect(line(KIND.ChannelMessage, 'hello')).toBe('hello');
  expect(line(KIND.VoiceMessage, 'https://voice.example/a.webm')).toBe('');
  expect(line(KIND.Draft, 'A'.repeat(180))).toBe('');
  expect(line(KIND.Classified, 'long text', [['title', 'A bike']])).toBe('A bike');
  expect(line(KIND.Poll, 'Which one?')).toBe('Which one?');
});

test('INV-ISOLATE readers of other kinds accept any tags and any content', () => {
  const tag = fc.array(fc.oneof(fc.constantFrom('a', 'e', 'p', 'price', 'imeta'), fc.string()));
  fc.assert(
    fc.property(fc.array(tag), fc.oneof(fc.string(), fc.json()), (tags, content) => {
      const event = trusted({ kind: KIND.ChannelMetadata, tags, content });
      const { price } = readClassified(event);
      const read = [
        readBadge(event).name,
        readChannel(event).name,
        readRelease(event).app,
        readVoiceMessage(event).url,
        price ? formatPrice(price, 'de', sats) : '',
      ];
      expect(read.every((text) => typeof text === 'string')).toBe(true);
      expect(readVoiceMessage(event).wave.every((bar) => bar >= 0 && bar <= 1)).toBe(true);
      expect(acceptedBadges(event).length).toBeLessThanOrEqual(tags.length);
    }),
  );
});
