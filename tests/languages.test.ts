import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  DEFAULT_HOME_FEEDS,
  DEFAULT_READS_FEEDS,
} from '../src/events/reading/feed/default-feeds.ts';
import { OFFERED } from '../src/events/settings/language.ts';
import { arabic } from '../src/views/ui/strings/ar/areas.ts';
import { main as arabicMain } from '../src/views/ui/strings/ar/main.ts';
import { settings as arabicSettings } from '../src/views/ui/strings/ar/settings.ts';
import { german } from '../src/views/ui/strings/de/areas.ts';
import { main as germanMain } from '../src/views/ui/strings/de/main.ts';
import { settings as germanSettings } from '../src/views/ui/strings/de/settings.ts';
import { ENGLISH_WORDS } from './support/views/pseudo-language.ts';

const LANGUAGES = { de: german, ar: arabic };
type Code = keyof typeof LANGUAGES;
const CODES: readonly Code[] = ['de', 'ar'];

/** Texts equal to English: names, and words that a language borrowed. */
const SAME: Readonly<Record<Code, ReadonlySet<string>>> = {
  de: new Set([
    'Starling',
    'Downloads',
    'Support',
    'Offline.',
    'Alt',
    'Zap',
    'Zaps',
    'Ecash',
    'Normal',
    'Hashtag',
    'Hashtags',
    'Threads',
    'Relay',
    'Relays',
    'Server',
    'Details',
    'Animation',
    'Spam',
    'Illegal',
    'Passphrase',
    'Text',
    'Markdown',
    'Website',
    'Form',
    'Mint',
    'Mints',
    'Token',
    'Nutzap',
    'Nutzaps',
    'Feeds',
    'Global',
    'Name',
    'Esc',
    'Enter',
    'Apps',
    'Live',
    'Premium',
    'Gold',
    'Aqua',
    'XMR',
    'Banner',
    'Passkey',
    'Passkeys',
    'Web',
    'APK',
    'Video',
    'Videos',
    'Sats',
    'PIN',
    'Wallets',
    'Budgets',
    'Code',
    'Link',
  ]),
  ar: new Set([
    'Starling',
    'Markdown',
    'Ctrl',
    'Shift',
    'Backspace',
    'Esc',
    'Enter',
    'nostr-key',
    'nostr-words',
    'nostr-key-locked',
  ]),
};
/** Names and typed input that Arabic keeps in Latin letters. */
const LATIN = new Set(
  [
    'Starling npub nsec note nevent naddr ncryptsec bunker Nostr Wallet Connect NWC NIP Blossom Lightning WebLN Cashu Monero XMR PRF WebAuthn',
    'SHA QR PIN URL HTTP https IP MB GB KB Markdown MIT Node Chrome Edge Safari Play iPhone iPad iOS APK Ctrl Shift Backspace Esc Enter js JSON Mermaid XState SVG',
  ].flatMap((names) => names.split(' ')),
);
/** Addresses, code and file names, isolated so that they do not turn the sentence around them. */
const TYPED =
  /[a-z+]+:\/\/\S*|\u2066(?:name@example\.com|\{.*\})\u2069|\bcashu\b|\binhope\.org\b|^nostr-[a-z-]+$/g;

/** Texts that show typed input, the same in every language, or nothing. */
const AN_ADDRESS = /^([a-z+]+:\/\/.*)?$/;
/** Functions with more parameters than English needs, as their types define. */
const TOLD_MORE = /^notifications\.(actions\.|reactedWith$)/;

/** A text or a function of the catalogue, by its path. */
interface Entry {
  readonly at: string;
  readonly english: unknown;
  readonly said: unknown;
}

function entriesOf(english: unknown, said: unknown, at: string): readonly Entry[] {
  if (typeof english !== 'object' || english === null || Array.isArray(english))
    return [{ at, english, said }];
  return Object.entries(english).flatMap(([key, value]) =>
    entriesOf(value, fieldOf(said, key), `${at}.${key}`),
  );
}

function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined;
}

async function entriesIn(code: Code): Promise<readonly Entry[]> {
  const loaded = await Promise.all(
    Object.entries(LANGUAGES[code]).map(async ([area, load]) => [area, await load()] as const),
  );
  return loaded.flatMap(([area, words]) => entriesOf(fieldOf(ENGLISH_WORDS, area), words, area));
}

const MARKS = ['§1', '§2', '§3', '§4'];
const NUMBERS = [12, 23, 34, 45];

/** Return the text, or the result of the function for these parameters. */
function saidOf(entry: unknown, given: readonly unknown[] = MARKS): string | undefined {
  if (typeof entry === 'string') return entry;
  if (typeof entry !== 'function') return undefined;
  try {
    const said: unknown = Reflect.apply(entry, undefined, given);
    return typeof said === 'string' ? said : undefined;
  } catch {
    return undefined;
  }
}

test.each(CODES)(
  'ACCESS-05 each area translated in %s is complete: every text, and every function’s parameters',
  async (code) => {
    const entries = await entriesIn(code);
    expect(entries.length).toBeGreaterThan(250);
    const wrong = entries.filter(
      ({ at, english, said }) =>
        typeof english !== typeof said ||
        (said === '') !== (english === '') ||
        (Array.isArray(english) && !(Array.isArray(said) && said.length === english.length)) ||
        (typeof english === 'function' &&
          typeof said === 'function' &&
          said.length > Math.max(english.length, 1) &&
          !TOLD_MORE.test(at)),
    );
    expect(wrong.map(({ at }) => at)).toEqual([]);
  },
);

test.each(CODES)(
  'ACCESS-05 no text in %s is left in English, and each sentence contains its parameters',
  async (code) => {
    const entries = await entriesIn(code);
    const left = entries.filter(
      ({ at, english, said }) =>
        at !== 'main.locale' &&
        typeof english === 'string' &&
        /\p{L}/u.test(english) &&
        english === said &&
        !AN_ADDRESS.test(english) &&
        !SAME[code].has(english),
    );
    expect(left.map(({ at }) => at)).toEqual([]);
    const lost = entries.filter(({ english, said }) => {
      const before = saidOf(english);
      const [after = '', counted = ''] = [saidOf(said), saidOf(said, NUMBERS)];
      return MARKS.some(
        (mark, at) =>
          before?.includes(mark) === true &&
          !after.includes(mark) &&
          !counted.includes(String(NUMBERS[at])),
      );
    });
    expect(lost.map(({ at }) => at)).toEqual([]);
  },
);

test('ACCESS-05 Arabic texts use Arabic letters, except names', async () => {
  const latin = (await entriesIn('ar'))
    .filter(({ at }) => at !== 'main.locale')
    .flatMap(({ at, said }) =>
      (
        saidOf(said)
          ?.replaceAll(TYPED, '')
          .match(/[A-Za-z]{2,}/g) ?? []
      )
        .filter((word) => !/^(undefined|NaN)$/.test(word) && !LATIN.has(word))
        .map((word) => `${at}: ${word}`),
    );
  expect(latin).toEqual([]);
});

test.each(CODES)('ACCESS-05 %s has a file of texts for each area, and no other file', (code) => {
  const areas = Object.keys(LANGUAGES[code]);
  if (OFFERED.includes(code))
    expect(areas.toSorted()).toEqual(Object.keys(ENGLISH_WORDS).toSorted());
  const kebab = areas.map((area) =>
    area.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  );
  const files = readdirSync(new URL(`../src/views/ui/strings/${code}/`, import.meta.url)).map(
    (file) => file.replace('.ts', ''),
  );
  expect(files.filter((file) => file !== 'areas' && !file.startsWith('in-')).toSorted()).toEqual(
    kebab.toSorted(),
  );
});

test('ACCESS-05 German has two plural forms, Arabic six', () => {
  const { entries } = germanSettings.versions;
  expect([0, 1, 2, 1_204].map(entries)).toEqual([
    '0 Einträge',
    '1 Eintrag',
    '2 Einträge',
    '1.204 Einträge',
  ]);
  expect(germanMain.reading.repostedWith(1)).toBe('und 1 weitere teilten');
  expect([0, 1, 2, 3, 10, 11, 99, 100, 102, 103].map(arabicSettings.versions.entries)).toEqual([
    'لا عناصر',
    'عنصر واحد',
    'عنصران',
    '3 عناصر',
    '10 عناصر',
    '11 عنصرًا',
    '99 عنصرًا',
    '100 عنصر',
    '102 عنصر',
    '103 عناصر',
  ]);
  expect([1, 2, 5, 50, 120].map(arabicMain.app.count.newNotes)).toEqual([
    'ملاحظة جديدة',
    'ملاحظتان جديدتان',
    '5 ملاحظات جديدة',
    '50 ملاحظة جديدة',
    'أكثر من 99 ملاحظة جديدة',
  ]);
});

test('ACCESS-05 FEED-08 default feeds have names in each language; others keep their own', () => {
  const usual = [...DEFAULT_HOME_FEEDS, ...DEFAULT_READS_FEEDS].flatMap(({ name, description }) => [
    name,
    description,
  ]);
  for (const { reading } of [germanMain, arabicMain]) {
    expect(usual.filter((text) => reading.feed(text) === text)).toEqual([]);
    expect(['My town', 'constructor', 'On birds', ''].map(reading.feed)).toEqual([
      'My town',
      'constructor',
      'On birds',
      '',
    ]);
  }
  expect(
    ['Following', 'Trending 7d', 'Most zapped notes in the past 4 hours', 'On art'].map(
      germanMain.reading.feed,
    ),
  ).toEqual(['Wem du folgst', 'Im Trend, 7 Tage', 'Die meisten Zaps in 4 Stunden', 'Über art']);
  // a dual after آخر is in the genitive
  const arabicNames = ['Trending 48h', 'Trending 12h', 'Trending 7d'].map(arabicMain.reading.feed);
  expect(arabicNames.map((name) => name.replaceAll(/[\u2068\u2069]/g, ''))).toEqual([
    'الرائج، آخر يومين',
    'الرائج، آخر 12 س',
    'الرائج، آخر 7 أيام',
  ]);
});
