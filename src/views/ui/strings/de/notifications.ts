import type { Areas } from '../areas.ts';
import { fullNumber, plural } from './in-german.ts';

/** The verb for one person or for several. */
const verb = (people: number, one: string, several: string): string =>
  people === 1 ? one : several;
const has = (people: number): string => verb(people, 'hat', 'haben');

export const notifications: Areas['notifications'] = {
  tabsLabel: 'Arten von Mitteilungen',
  tabs: {
    all: 'Alle',
    zaps: 'Zaps',
    replies: 'Antworten',
    mentions: 'Erwähnungen',
    reposts: 'Geteilt',
    reactions: 'Reaktionen',
  },
  empty: {
    all: {
      title: 'Noch keine Mitteilungen',
      text: 'Wenn dir jemand folgt, antwortet oder auf deine Notizen reagiert, erscheint es hier.',
    },
    zaps: {
      title: 'Noch keine Zaps',
      text: 'Wenn jemand eine deiner Notizen zappt, erscheint es hier.',
    },
    replies: {
      title: 'Noch keine Antworten',
      text: 'Wenn dir jemand antwortet, erscheint es hier.',
    },
    mentions: {
      title: 'Noch keine Erwähnungen',
      text: 'Wenn jemand deinen Namen in einer Notiz schreibt, erscheint es hier.',
    },
    reposts: {
      title: 'Noch nichts geteilt',
      text: 'Wenn jemand eine deiner Notizen teilt, erscheint es hier.',
    },
    reactions: {
      title: 'Noch keine Reaktionen',
      text: 'Wenn jemandem eine deiner Notizen gefällt, erscheint es hier.',
    },
  },
  count: (count, isWhole) =>
    count > 99 ? '99+' : isWhole ? fullNumber(count) : `${fullNumber(count)}+`,
  list: (tab) => `Mitteilungen: ${tab}`,
  findPeople: 'Personen finden',
  showNew: (count) => `${count} zeigen`,
  markAll: 'Alle als gesehen markieren',
  settings: 'Einstellungen für Mitteilungen',
  needs: 'Deine Mitteilungen',
  needsText:
    'Melde dich an, um zu sehen, wer dir folgt, dir antwortet und deine Notizen zappt, mag oder teilt.',
  isNew: 'Neu',
  newSince: (when) => `seit ${when}`,
  yesterday: 'Gestern',
  today: 'Heute',
  and: ' und ',
  between: ', ',
  others: (count) => plural(count, { one: 'und # weitere Person', other: 'und # weitere' }),
  // as the object of a verb
  things: {
    yourNote: 'deine Notiz',
    yourReply: 'deine Antwort',
    yourArticle: 'deinen Artikel',
    belowYours: 'eine Antwort unter deiner Notiz',
    noteWithYou: 'eine Notiz mit deinem Namen',
    noteWithYours: 'eine Notiz mit einem Zitat von dir',
    you: 'dich',
  },
  actions: {
    followed: (_, people) => `${verb(people, 'folgt', 'folgen')} dir jetzt`,
    unfollowed: (_, people) => `${verb(people, 'folgt', 'folgen')} dir nicht mehr`,
    zapped: (thing, people) => `${has(people)} ${thing} gezappt`,
    liked: (thing, people) => `${verb(people, 'mag', 'mögen')} ${thing}`,
    reposted: (thing, people) => `${has(people)} ${thing} geteilt`,
    replied: (thing, people) => `${has(people)} auf ${thing} geantwortet`,
    mentioned: (_, people) => `${has(people)} dich in einer Notiz erwähnt`,
    quoted: (thing, people) => `${has(people)} ${thing} zitiert`,
    highlighted: (thing, people) => `${has(people)} ${thing} an einer Stelle markiert`,
    bookmarked: (thing, people) => `${has(people)} ein Lesezeichen für ${thing} gesetzt`,
    reacted: (thing, people) => `${has(people)} auf ${thing} reagiert`,
    live: (_, people) => `${verb(people, 'ist', 'sind')} jetzt live`,
  },
  over: {
    replied: (thing) => `Antwort auf ${thing}`,
    mentioned: () => 'Erwähnt dich in einer Notiz',
    quoted: (thing) => `Zitiert ${thing}`,
  },
  alert: (name, deed) => `\u2068${name}\u2069 ${deed}`,
  messageAlert: 'Du hast eine neue Nachricht',
  reactedWith: (thing, emoji, people) => `${has(people)} mit ${emoji} auf ${thing} reagiert`,
  sats: (amount) => `${amount} Sats`,
  largest: (amount) => `größter ${amount}, von`,
  failed: 'Die Mitteilungen haben nicht geladen',
  refused: 'Mitteilungen sind gerade nicht verfügbar',
  refusedCause: 'Der Caching-Dienst konnte sie nicht liefern. Versuche es später erneut.',
  moreFailed: 'Die nächsten haben nicht geladen',
  end: 'Du hast alles gesehen',
  oldest: 'Keine älteren Mitteilungen',
  owed: 'Anderswo noch nicht als gelesen markiert',
  mark: 'Als gesehen markieren',
  marking: 'Wartet auf deinen Signer',
  summary: {
    title: 'Seit deinem letzten Blick',
    first: 'Bisher',
    label: 'Zusammenfassung',
    none: 'Noch nichts Neues',
    since: (when) => `Seit ${when}`,
    from: (zaps, largest) =>
      plural(zaps, {
        one: `aus # Zap, der größte ${largest}`,
        other: `aus # Zaps, der größte ${largest}`,
      }),
    gained: 'Neue Follower',
    lost: 'Verlorene Follower',
    likes: 'Gefällt mir',
    mentions: 'Erwähnungen',
    replies: 'Antworten',
    reposts: 'Geteilt',
    zaps: 'Zaps',
    short: {
      gained: (count) => (count === 1 ? 'neuer Follower' : 'neue Follower'),
      lost: (count) => (count === 1 ? 'folgt nicht mehr' : 'folgen nicht mehr'),
      likes: () => '„Gefällt mir“',
      mentions: (count) => (count === 1 ? 'Erwähnung' : 'Erwähnungen'),
      replies: (count) => (count === 1 ? 'Antwort' : 'Antworten'),
      reposts: () => 'geteilt',
      zaps: (count) => (count === 1 ? 'Zap' : 'Zaps'),
      sats: (count) => (count === 1 ? 'Sat' : 'Sats'),
    },
    atLeast: (number) => `${number}+`,
  },
  hidden: (count) =>
    plural(count, {
      one: 'Deine Filter verbergen # Mitteilung.',
      other: 'Deine Filter verbergen # Mitteilungen.',
    }),
  showHidden: 'Grund anzeigen',
  hideHidden: 'Schließen',
  reasons: 'Warum sie verborgen sind',
};
