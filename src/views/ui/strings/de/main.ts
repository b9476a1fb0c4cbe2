import type { UserMessages } from '../../../../events/account/user-message.ts';
import type { Areas } from '../areas.ts';
import { fullNumber, plural } from './in-german.ts';

const copied: Readonly<Record<UserMessages['copied']['what'], string>> = {
  link: 'Link zur Notiz kopiert',
  text: 'Text kopiert',
  id: 'ID kopiert',
  raw: 'Rohdaten kopiert',
  author: 'Öffentlicher Schlüssel kopiert',
  invoice: 'Rechnung kopiert',
  token: 'Token kopiert',
  key: 'Öffentlicher Schlüssel kopiert',
  profile: 'Link zum Profil kopiert',
  article: 'Link zum Artikel kopiert',
  event: 'Link zum Event kopiert',
  list: 'Link zur Liste kopiert',
  relay: 'Adresse des Relays kopiert',
  nostr: 'Nostr-Adresse kopiert',
  lightning: 'Lightning-Adresse kopiert',
};

const unkept: Readonly<Record<UserMessages['settings.unkept']['why'], string>> = {
  full: 'sein Speicher ist voll',
  blocked: 'sein Speicher ist abgeschaltet',
  newer: 'eine neuere Version hat sie geschrieben',
  silent: 'keine Antwort',
};

/**
 * Names and descriptions of the default feeds (`events/reading/feed/default-feeds.ts`). Other feeds
 * keep the names that users or services gave them.
 */
const FEEDS: ReadonlyMap<string, string> = new Map([
  ['Everyone', 'Alle'],
  ['Following', 'Wem du folgst'],
  ['Following with replies', 'Wem du folgst, mit Antworten'],
  ['Reads', 'Artikel'],
  ['Zapped by follows', 'Von Gefolgten gezappt'],
  ['All articles', 'Alle Artikel'],
  ['Latest notes by everybody', 'Neueste Notizen von allen'],
  ['Latest notes by your follows', 'Von denen, denen du folgst'],
  ['Latest notes and replies by your follows', 'Auch ihre Antworten an andere'],
  [
    'Articles that the people you follow write or take up',
    'Artikel, die von denen kommen, denen du folgst',
  ],
  ['Articles that the people you follow have zapped', 'Was die gezappt haben, denen du folgst'],
  ['Everything that is long, newest first', 'Alles Lange, Neuestes zuerst'],
]);
const OF_A_TIME =
  /^(Trending|Most zapped|Global trending notes in the past|Most zapped notes in the past) (\d*) ?(h|d|hours?|days)$/;
const ON_TOPIC = /^(On|Articles that carry the topic) (bitcoin|nostr|art|technology|philosophy)$/;

/** Translate the name or the description of a default feed. Other texts stay unchanged. */
function feed(given: string): string {
  const [, what = '', number = '', unit = ''] = OF_A_TIME.exec(given) ?? [];
  const [, how = '', topic = ''] = ON_TOPIC.exec(given) ?? [];
  if (topic !== '') return how === 'On' ? `Über ${topic}` : `Artikel mit dem Thema ${topic}`;
  if (what === '') return FEEDS.get(given) ?? given;
  const count = number === '' ? 1 : Number(number);
  const name = what.startsWith('Most') ? 'Am meisten gezappt' : 'Im Trend';
  if (unit === 'd') return `${name}, ${plural(count, { one: '# Tag', other: '# Tage' })}`;
  if (unit === 'h') return `${name}, ${fullNumber(count)} Std.`;
  const span =
    unit === 'days'
      ? plural(count, { one: 'in 24 Stunden', other: 'in # Tagen' })
      : plural(count, { one: 'in der letzten Stunde', other: 'in # Stunden' });
  return what.startsWith('Most') ? `Die meisten Zaps ${span}` : `Weltweit im Trend ${span}`;
}

export const main: Areas['main'] = {
  locale: 'de',
  app: {
    name: 'Starling',
    nav: {
      main: 'Hauptnavigation',
      home: 'Start',
      reads: 'Artikel',
      explore: 'Entdecken',
      messages: 'Nachrichten',
      bookmarks: 'Lesezeichen',
      notifications: 'Mitteilungen',
      downloads: 'Downloads',
      settings: 'Einstellungen',
      help: 'Hilfe',
      profile: 'Profil',
      menu: 'Menü',
      newNote: 'Neue Notiz',
      signIn: 'Anmelden',
      createAccount: 'Konto erstellen',
      theme: 'Design',
      discover: 'Entdecken',
      unread: (count) => (count > 99 ? '99+ neu' : `${fullNumber(count)} neu`),
      skipToContent: 'Zum Inhalt springen',
      skipToNavigation: 'Zur Navigation springen',
    },
    search: {
      label: 'Suche',
      placeholder: 'Notizen, Personen, Tags suchen',
    },
    action: {
      back: 'Zurück',
      close: 'Schließen',
      retry: 'Erneut versuchen',
      reload: 'Seite neu laden',
      dismiss: 'Ausblenden',
      goHome: 'Zur Startseite',
    },
    state: {
      loading: 'Lädt',
      offline: 'Offline.',
      offlineSince: (time) => `Offline. Letzter Stand: ${time}.`,
      notifications: 'Meldungen der App',
    },
    failed: {
      screen: 'Diese Ansicht hat nicht geladen',
      screenCause: 'Code oder Daten wurden nicht geladen. Alles andere in Starling funktioniert.',
      part: 'Dieser Teil hat nicht geladen',
      offline: 'Du bist offline. Es wird geladen, sobald du wieder verbunden bist.',
      row: 'Das lässt sich nicht anzeigen',
      rowCause: 'Die Daten sind nicht lesbar. Alles andere funktioniert.',
      app: 'Starling wurde angehalten',
      appCause: 'Deine Entwürfe sind auf diesem Gerät gespeichert. Lade neu, um weiterzumachen.',
      redirects: 'Zu viele Weiterleitungen',
      path: 'Dieser Pfad führt nirgendwohin',
    },
    count: {
      newNotes: (count) =>
        count > 98
          ? '99+ neue Notizen'
          : plural(count, { one: '# neue Notiz', other: '# neue Notizen' }),
    },
    verified: {
      provider: 'Von diesem Dienst bestätigt',
      domain: 'Bestätigter Name',
      service: 'Name vom Caching-Dienst geprüft',
      legend: 'Legende, bestätigter Name',
    },
    footer: {
      label: 'Über Starling',
      help: 'Hilfe',
      downloads: 'Downloads',
      privacy: 'Datenschutz',
      terms: 'Nutzungsbedingungen',
      support: 'Support',
    },
  },
  account: {
    publishing: (unfinished) =>
      unfinished > 0 ? `Veröffentlichung, ${fullNumber(unfinished)} unfertig` : 'Veröffentlichung',
  },
  reading: {
    end: 'Du bist am Ende angekommen. Du liest schnell',
    seeMore: 'mehr anzeigen',
    sensitive: 'Sensibler Inhalt',
    chooseFeed: 'Feed auswählen',
    feed,
    emptyFeed: 'Hier ist noch nichts',
    feedFailed: 'Dieser Feed hat nicht geladen',
    feedFailedCause: 'Der Caching-Dienst hat nicht rechtzeitig geantwortet.',
    feedRefused: 'Dieser Feed ist gerade nicht verfügbar',
    feedRefusedCause: 'Der Caching-Dienst konnte ihn nicht liefern. Versuche es später erneut.',
    moreFailed: 'Die nächsten Notizen haben nicht geladen',
    reposted: 'hat geteilt',
    repostedWith: (others) => `und ${fullNumber(others)} weitere teilten`,
    replyingToName: 'Antwort an',
    aNote: 'eine Notiz',
    anArticle: 'einen Artikel',
    quotedNote: 'Zitierte Notiz',
    quotedArticle: 'Zitierter Artikel',
    untitled: 'Ohne Titel',
    minutes: (minutes) => `${fullNumber(minutes)} Min. Lesezeit`,
  },
  media: {
    alt: 'Alt',
    pictures: (count) => plural(count, { one: '# Bild', other: '# Bilder' }),
    openPicture: 'Bild öffnen',
    openNamed: (alt) => `Bild öffnen: ${alt}`,
  },
  note: {
    actions: 'Aktionen',
    reply: 'Antworten',
    zap: 'Zap',
    like: 'Gefällt mir',
    repost: 'Teilen',
    bookmark: 'Lesezeichen',
    more: 'Mehr',
  },
  messages: {
    'act.unavailable':
      'Diese Funktion gibt es in der Vorschau noch nicht. Wir arbeiten daran. Schau bald wieder vorbei!',
    'act.signIn': 'Melde dich an, um das zu tun',
    'act.signInToZap': 'Melde dich an, um zu zappen',
    copied: ({ what }) => copied[what],
    'copy.failed': 'Dieser Browser erlaubt hier kein Kopieren',
    'signIn.unavailable': 'Die Anmeldung hat nicht geladen. Bitte versuche es erneut.',
    'language.unavailable': 'Diese Sprache hat nicht geladen. Bitte versuche es erneut.',
    'settings.unkept': ({ why }) =>
      `Dieses Gerät kann keine Einstellungen speichern: ${unkept[why]}`,
  },
};
