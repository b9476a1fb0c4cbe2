import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { Payer } from '../src/events/money/payments/payment.ts';
import type { SavedChange } from '../src/events/settings/saved-record.ts';
import { arabic } from '../src/views/ui/strings/ar/areas.ts';
import { german } from '../src/views/ui/strings/de/areas.ts';
import { ENGLISH_WORDS } from './support/views/pseudo-language.ts';

const ROOT = resolve(import.meta.dirname, '..');
const SRC = join(ROOT, 'src');
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(SRC, file), 'utf8') }));
const filesWith = (pattern: RegExp) =>
  files.flatMap(({ file, text }) => (pattern.test(text) ? [file] : [])).toSorted();

/** A phrase of the page in English, German and Arabic. */
type Phrase = readonly [english: string, german: string, arabic: string];

const CACHE: Phrase = ['The caching service sees', 'Der Caching-Dienst sieht', 'ترى خدمة التخزين'];
const RELAYS: Phrase = ['The relays you use see', 'Die Relays, die du nutzt', 'ترى المرحّلات التي'];
const MINTS: Phrase = ['A mint sees', 'Eine Mint sieht', 'وترى دار السك عنوانك'];
const MEDIA: Phrase = [
  'media servers that you upload to',
  'die Medienserver',
  'خوادم الوسائط التي ترفع',
];
const SERVERS: Phrase = ['from the servers their authors', 'von Servern, die', 'من خوادم اختارها'];
const LIGHTNING: Phrase = [
  'asks a lightning service',
  'fragt einen Lightning',
  'لا يسأل Starling خدمة',
];
const NAMES: Phrase = ['your browser asks its domain', 'fragt dein Browser', 'سأل متصفحك نطاقه'];
const SIGNERS: Phrase = ['A signer on your phone', 'Ein Signierer auf', 'المُوقّع على هاتفك'];
const WALLETS: Phrase = [
  'A connected wallet receives',
  'Eine verbundene Wallet',
  'تتلقى المحفظة المتصلة',
];

/** Files of this site itself, about which there is nothing to say. */
const OWN = 'own site';

/** Every file that opens a connection, and the sentence of Privacy about its other end. */
const CONNECTIONS: Readonly<Record<string, typeof OWN | readonly Phrase[]>> = {
  'adapters/account/profile/host-lookups.ts': [NAMES],
  'adapters/account/profile/lnurl-provider.ts': [LIGHTNING],
  'adapters/account/profile/verified-name-lookup.ts': [NAMES],
  'adapters/app/clock-offset.ts': OWN,
  'adapters/app/import-fetched.ts': OWN,
  'adapters/app/sprite.ts': OWN,
  'adapters/connection/cache/cache-connection.ts': [CACHE],
  'adapters/connection/cache/cache.worker.ts': [CACHE],
  'adapters/connection/cache/fetch-prefetched.ts': OWN,
  'adapters/connection/cache/service-pool-store.ts': [CACHE],
  'adapters/connection/http.ts': [NAMES, LIGHTNING],
  'adapters/connection/relays/relay-connection.ts': [RELAYS, WALLETS, SIGNERS],
  'adapters/connection/relays/relay-info.ts': [RELAYS],
  'adapters/connection/relays/relay.worker.ts': [RELAYS, WALLETS, SIGNERS],
  'adapters/connection/verify/verifier-loader.ts': OWN,
  'adapters/connection/web-socket.ts': [CACHE, RELAYS],
  'adapters/media/find-blob.ts': [SERVERS],
  'adapters/media/upload/media-http.ts': [MEDIA],
  'adapters/media/upload/new-picture-upload.ts': [MEDIA],
  'adapters/media/upload/server-check.ts': [MEDIA],
  'adapters/media/upload/upload-mirror.ts': [MEDIA],
  'adapters/media/upload/upload-put.ts': [MEDIA],
  'adapters/reading/content/link-preview.ts': [CACHE],
  'adapters/messages/encrypted-file.ts': [SERVERS],
  'adapters/money/ecash/ecash-mint.ts': [MINTS],
  'adapters/money/ecash/mint-http.ts': [MINTS],
  'adapters/money/payments/lnurl-http.ts': [LIGHTNING],
};

const MESSAGES: Phrase = [
  'Private messages are',
  'Private Nachrichten sind',
  'الرسائل الخاصة مشفّرة',
];

/** Every machine that encrypts, and the sentence that says so. */
const ENCRYPTED: Readonly<Record<string, Phrase>> = {
  'machines/account/lists/list-sign-requests.ts': [
    'your private mutes, your list of relays',
    'deine privaten Stummschaltungen, deine Liste',
    'وما كتمته كتمًا خاصًا وقائمة',
  ],
  'machines/compose/article/article-save.machine.ts': [
    'your drafts of articles',
    'deine Entwürfe von Artikeln',
    'مسودات مقالاتك',
  ],
  'machines/messages/message-list.machine.ts': [
    'conversations, and unfinished',
    'Unterhaltungen sowie unfertige',
    'ومحادثاتك وما لم تكمله',
  ],
  'machines/messages/outgoing-message.machine.ts': MESSAGES,
  'machines/messages/seal-message.machine.ts': MESSAGES,
  'machines/money/nutzaps/nutzaps.machine.ts': ['and your ecash', 'und dein Ecash', 'ونقدك'],
};

const VERSIONS: Phrase = ['earlier versions of your lists', 'frühere Versionen', 'النسخ السابقة'];
const UNFINISHED: Phrase = ['unfinished messages', 'unfertige Nachrichten', 'لم تكمله من رسائل'];
const KEPT: Phrase = [
  'If you sign in with a private key',
  'Ein privater Schlüssel',
  'سجّلت الدخول بمفتاح',
];
const SEALED: Phrase = [
  'encrypted with a key of this device',
  'mit einem Schlüssel',
  'بمفتاح من هذا الجهاز',
];

/** Every database of this device, and the sentence about its content. */
const DATABASES: Readonly<Record<string, Phrase>> = {
  'starling-accounts': KEPT,
  'starling-articles': UNFINISHED,
  'starling-devices': ['connected devices', 'verbundene Geräte', 'وأجهزتك المتصلة'],
  'starling-drafts': ['drafts of notes', 'Entwürfe von Notizen', 'مسودات ملاحظاتك'],
  'starling-ecash': ['payments, ecash', 'Zahlungen, Ecash', 'ونقدك الإلكتروني وأجهزتك'],
  'starling-key': SEALED,
  'starling-keys': KEPT,
  'starling-lists': VERSIONS,
  'starling-messages': UNFINISHED,
  'starling-money': ['your wallets, payments', 'deine Wallets, Zahlungen', 'محافظك ومدفوعاتك'],
  'starling-outbox': ['for a week, everything you published', 'eine Woche lang', 'ولأسبوع كل ما'],
  'starling-read': ['reading positions', 'wie weit du gelesen', 'وصلت في القراءة'],
  'starling-wallets': ['your wallets', 'deine Wallets', 'محافظك'],
};

const HIDING: Phrase = ['rules that hide content', 'Regeln zum Ausblenden', 'وقواعد الإخفاء'];
const KINDS: Phrase = [
  'kinds of notifications',
  'Arten von Benachrichtigungen',
  'وأنواع الإشعارات',
];
const SUMS: Phrase = ['amounts of zaps', 'Beträge von Zaps', 'ومبالغ الزاب'];

/** Every setting that the service keeps for other devices. */
const SETTINGS: Readonly<Record<keyof SavedChange, Phrase>> = {
  theme: ['theme,', 'Design,', 'السمة'],
  animated: ['animation,', 'Animation,', 'والحركة'],
  feeds: ['feeds,', 'Feeds,', 'والخلاصات'],
  zapDefault: SUMS,
  zapConfig: SUMS,
  notifications: KINDS,
  notificationsAdditional: KINDS,
  moderation: HIDING,
  usePrimalRelay: ['send everything through it', 'alles über ihn', 'كل شيء عبرها'],
};

/** Every way to pay. The invoice that is shown is paid by a wallet that Starling does not know. */
const PAYERS: Readonly<Record<Exclude<Payer['by'], 'shown'>, Phrase>> = {
  wallet: ['a wallet that you connected', 'einer Wallet, die du', 'محفظة وصلتها'],
  webln: ['the wallet of this browser', 'der Wallet dieses Browsers', 'محفظة هذا المتصفح'],
  ecash: ['with ecash on this device', 'mit Ecash auf diesem', 'بنقد إلكتروني على'],
};

const LANGUAGES = ['English', 'German', 'Arabic'] as const;

async function wordsIn(language: (typeof LANGUAGES)[number]) {
  if (language === 'English')
    return {
      pages: ENGLISH_WORDS.pages,
      help: ENGLISH_WORDS.help,
      settings: ENGLISH_WORDS.settings,
      buttons: [
        ENGLISH_WORDS.settings.appearance.ownPictures,
        ENGLISH_WORDS.settings.appearance.linkCards,
        ENGLISH_WORDS.thread.further,
        ENGLISH_WORDS.thread.lookOnTheirs,
        ENGLISH_WORDS.verification.names.check,
      ],
    };
  const { pages, help, settings, thread, verification } = language === 'German' ? german : arabic;
  const { further, lookOnTheirs } = await thread();
  const saidInSettings = await settings();
  const { ownPictures, linkCards } = saidInSettings.appearance;
  return {
    pages: await pages(),
    help: await help(),
    settings: saidInSettings,
    buttons: [ownPictures, linkCards, further, lookOnTheirs, (await verification()).names.check],
  };
}

const pageText = (page: {
  readonly sections: readonly { readonly paragraphs: readonly string[] }[];
}) => page.sections.flatMap(({ paragraphs }) => paragraphs).join('\n');

test('ROUTE-17 every file that opens a connection has a sentence in Privacy', () => {
  const opening =
    /\bfetch\(|new WebSocket\(|new XMLHttpRequest|from '[^']*(?:connection\/http|\/http|web-socket|media-http)\.ts'/;
  expect(filesWith(opening).filter((file) => file.startsWith('adapters/'))).toEqual(
    Object.keys(CONNECTIONS).toSorted(),
  );
});

test('ROUTE-17 every machine that encrypts has a sentence in Privacy', () => {
  const encrypting = filesWith(/do: 'encrypt', scheme|do: 'encrypt',$/m);
  expect(encrypting.filter((file) => file.startsWith('machines/'))).toEqual(
    Object.keys(ENCRYPTED).toSorted(),
  );
});

test('ROUTE-17 every database of this device has a sentence in Privacy', () => {
  const storage = readFileSync(join(ROOT, 'docs/storage.md'), 'utf8');
  const named = new Set([...storage.matchAll(/starling-[a-z]+/g)].map(([name]) => name));
  expect([...named].toSorted()).toEqual(Object.keys(DATABASES).toSorted());
});

test.each(LANGUAGES)(
  'ROUTE-17 Privacy and Terms contain these sentences in %s',
  async (language) => {
    const { pages, help, settings, buttons } = await wordsIn(language);
    const at = LANGUAGES.indexOf(language);
    const [privacy, terms] = [pageText(pages.documents.privacy), pageText(pages.documents.terms)];
    const connections = Object.values(CONNECTIONS).flatMap((said) => (said === OWN ? [] : said));
    const facts = [connections, ...[ENCRYPTED, DATABASES, SETTINGS].map(Object.values)].flat();
    const missing = facts
      .map((phrase: Phrase) => phrase[at] ?? '')
      .filter((it) => !privacy.includes(it));
    expect(missing).toEqual([]);
    expect(Object.values(PAYERS).filter((phrase) => !terms.includes(phrase[at] ?? ''))).toEqual([]);
    // named buttons and settings exist under these names
    expect(buttons.filter((label) => !privacy.includes(label))).toEqual([]);
    const { zaps, nwc, ecash } = settings.sections;
    const answer = help.topics.zaps.answer.join('\n');
    expect([zaps, nwc, ecash].filter(({ title }) => !answer.includes(title))).toEqual([]);
    expect(terms).toContain(nwc.title);
  },
);

test.each(LANGUAGES)(
  'RELAY-08 DM-09 the words about proxying cover both forms of messages, and nutzaps, in %s',
  async (language) => {
    const at = LANGUAGES.indexOf(language);
    const { network, directMessages, ecash } = await proxyingWords(language);
    const messages: readonly Phrase[] = [
      ['in the private form rest', 'in privater Form ruhen', 'تنتظر الرسائل بالشكل الخاص'],
      ['Old-form messages go through', 'in alter Form laufen über', 'بالشكل القديم فتمر'],
      ['it sees who writes to whom', 'er sieht, wer wem schreibt', 'وهي ترى من يراسل من'],
    ];
    const nutzaps: readonly Phrase[] = [['Nutzaps', 'Nutzaps', 'النتزابات']];
    const missing = (text: string, phrases: readonly Phrase[]) =>
      phrases.map((phrase) => phrase[at] ?? '').filter((phrase) => !text.includes(phrase));
    expect(missing(directMessages.privateProxied, messages)).toEqual([]);
    expect(missing(network.privacy.hint, [...messages, ...nutzaps])).toEqual([]);
    expect(missing(ecash.nutzaps.resting, nutzaps)).toEqual([]);
  },
);

async function proxyingWords(language: (typeof LANGUAGES)[number]) {
  if (language === 'English') return ENGLISH_WORDS;
  const { network, directMessages, ecash } = language === 'German' ? german : arabic;
  return {
    network: await network(),
    directMessages: await directMessages(),
    ecash: await ecash(),
  };
}
