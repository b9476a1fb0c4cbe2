import type { Areas } from '../areas.ts';
import { fullNumber, plural } from './in-german.ts';

const replies = { one: '# Antwort', other: '# Antworten' };

export const thread: Areas['thread'] = {
  note: 'Notiz',
  article: 'Artikel',
  noteBy: (name) => `Notiz von ${name}`,
  replyingTo: 'Antwort auf diese Notiz',
  peopleIn: 'Personen in dieser Notiz',
  replyTo: 'Antwort an',
  noteMissing: 'Diese Notiz ist nicht zu finden',
  noteMissingCause: 'Der Caching-Dienst kennt sie nicht. Vielleicht hat der Autor sie gelöscht.',
  lookAgain: 'Noch einmal suchen',
  lookOnTheirs: 'Auf den Relays des Autors suchen',
  lookTells: (relays) => `Diese Relays würden erfahren, was du suchst: ${relays.join(', ')}.`,
  relaysSearching: 'Suche auf deinen Relays',
  relaysAsked: (answered, silent) =>
    [
      ...(answered > 0
        ? [
            plural(answered, {
              one: '# Relay wurde gefragt und kennt es nicht.',
              other: '# Relays wurden gefragt und kennen es nicht.',
            }),
          ]
        : []),
      ...(silent > 0
        ? [
            plural(silent, {
              one: '# Relay hat nicht geantwortet.',
              other: '# Relays haben nicht geantwortet.',
            }),
          ]
        : []),
    ].join(' '),
  relaysProxied: 'Kein Relay wird gefragt, weil alles über den Caching-Dienst läuft.',
  foundOn: (relay) =>
    `Gefunden auf ${relay}. Der Caching-Dienst kennt es nicht, daher können Antworten und Zahlen fehlen.`,
  threadFailed: 'Diese Unterhaltung hat nicht geladen',
  repliesFailed: 'Die Antworten haben nicht geladen',
  parents: 'Früher in dieser Unterhaltung',
  replies: 'Antworten',
  noReplies: 'Noch keine Antworten',
  noRepliesToShow: 'Keine Antworten zu zeigen',
  gap: (reported, { loaded, hidden, missing }) =>
    `${[
      plural(reported, { one: '# Antwort gemeldet', other: '# Antworten gemeldet' }),
      `${fullNumber(loaded)} geladen`,
      ...(hidden > 0 ? [`${fullNumber(hidden)} durch deine Filter verborgen`] : []),
      `${fullNumber(missing)} nicht gefunden`,
    ].join(', ')}.`,
  further: 'Weiter suchen',
  furtherAsked: (relays) =>
    relays === 0
      ? 'Kein weiteres Relay zum Fragen.'
      : plural(relays, {
          one: '# Relay wurde auch gefragt.',
          other: '# Relays wurden auch gefragt.',
        }),
  earlierReplies: 'Frühere Antworten zeigen',
  newestReplies: (most) =>
    plural(most, {
      one: 'Nur die neueste # Antwort ist zu sehen',
      other: 'Nur die neuesten # Antworten sind zu sehen',
    }),
  repliesTo: 'Antworten darauf',
  showReplies: (count) => plural(count, { one: '# Antwort zeigen', other: '# Antworten zeigen' }),
  hideReplies: 'Antworten verbergen',
  moreReplies: (count) =>
    plural(count, { one: '# weitere Antwort zeigen', other: '# weitere Antworten zeigen' }),
  newReplies: (count) =>
    count > 98
      ? '99+ neue Antworten'
      : plural(count, { one: '# neue Antwort', other: '# neue Antworten' }),
  repliesComing: 'Antworten laden',
  unshown: ({ hidden, missing }) =>
    [
      ...(hidden > 0
        ? [
            plural(hidden, {
              one: '# Antwort durch deine Filter verborgen',
              other: '# Antworten durch deine Filter verborgen',
            }),
          ]
        : []),
      ...(missing > 0
        ? [
            plural(missing, {
              one: '# weitere Antwort nicht gefunden',
              other: '# weitere Antworten nicht gefunden',
            }),
          ]
        : []),
    ].join(', '),
  tryAgain: 'Erneut versuchen',
  continue: (count) => `Diese Unterhaltung fortsetzen (${plural(count, replies)})`,
  words: (count) => plural(count, { one: '# Wort', other: '# Wörter' }),
  quotes: (count) => plural(count, { one: '# Zitat', other: '# Zitate' }),
  bookmarks: (count) => plural(count, { one: '# Lesezeichen', other: '# Lesezeichen' }),
  via: 'über',
  contents: 'Inhalt',
  selection: 'Ausgewählter Text',
  highlight: 'Markieren',
  comment: 'Kommentieren',
  quote: 'Zitieren',
  copy: 'Kopieren',
  commentTitle: 'Diese Stelle kommentieren',
  commentLabel: 'Dein Kommentar',
  commentHint: 'Alle können ihn neben der Stelle sehen.',
  publish: 'Veröffentlichen',
  cancel: 'Abbrechen',
  removeHighlight: 'Markierung entfernen',
  articleMissing: 'Dieser Artikel ist nicht zu finden',
  eventMissing: 'Dieses Event ist nicht zu finden',
  articleMissingCause: 'Der Caching-Dienst kennt ihn nicht. Vielleicht hat der Autor ihn gelöscht.',
  articleFailed: 'Dieser Artikel hat nicht geladen',
  eventFailed: 'Dieses Event hat nicht geladen',
  changedSince: 'Geändert, seit du es gelesen hast',
  changesTitle: 'Was sich geändert hat, seit du es gelesen hast',
  changesBetween: (before, after) =>
    `Du hast die Version vom ${before} gelesen; das hier ist die vom ${after}.`,
  noChange: 'Es gibt keinen Unterschied.',
  onlyAside: 'Titel, Zusammenfassung und Text sind gleich; nur die Tags haben sich geändert.',
  unchanged: (count) =>
    plural(count, { one: '# Absatz unverändert', other: '# Absätze unverändert' }),
  wasRemoved: 'Entfernt:',
  wasAdded: 'Hinzugefügt:',
  wasChanged: 'Geändert:',
  articleCut: 'Dieser Artikel ist zu lang, um ganz gezeigt zu werden.',
  readOn: 'Weiterlesen',
  comments: 'Kommentare',
  writtenBy: 'Geschrieben von',
  share: 'Artikel teilen',
  topics: 'Themen',
  footnotes: 'Fußnoten',
  highlights: 'Markierungen',
  highlightedBy: (people) =>
    plural(people, {
      one: 'Von # Person markiert, ansehen von wem',
      other: 'Von # Personen markiert, ansehen von wem',
    }),
  inTheText: 'Zurück zum Text',
  notInText: 'Nicht mehr im Text',
  table: 'Tabelle',
  code: (language) => (language === '' ? 'Code' : `Code in ${language}`),
  copyCode: 'Code kopieren',
};
