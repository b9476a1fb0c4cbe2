import { formatList } from '../../../../events/core/format-list.ts';
import type { Areas } from '../areas.ts';
import { fullNumber, plural, textPreview } from './in-german.ts';

export const directMessages: Areas['directMessages'] = {
  title: 'Nachrichten',
  needs: 'Nachrichten brauchen ein Konto',
  needsText:
    'Melde dich an, um deine Nachrichten zu lesen und anderen zu schreiben. Nur ihr beide könnt sie lesen.',
  list: 'Unterhaltungen',
  relations: 'Absender',
  relation: { follows: 'Wem du folgst', other: 'Andere', any: 'Alle' },
  none: {
    follows: 'Keine Nachrichten von Personen, denen du folgst',
    other: 'Keine Nachrichten von anderen',
    any: 'Noch keine Nachrichten',
  },
  amongOthers: (count) =>
    plural(count, {
      one: '# Unterhaltung steht unter „Andere“.',
      other: '# Unterhaltungen stehen unter „Andere“.',
    }),
  unreadOfOthers: (count) =>
    plural(count, {
      one: '# neue Nachricht steht unter „Andere“.',
      other: '# neue Nachrichten stehen unter „Andere“.',
    }),
  showOthers: 'Andere zeigen',
  noneText: 'Wähle „Neue Nachricht“, um jemandem zu schreiben.',
  looking: 'Sucht nach Nachrichten',
  lookingEarlier: 'Sucht nach früheren Nachrichten',
  unread: 'Einige Nachrichten sind noch nicht geladen',
  unreadText: (count) =>
    count === 0
      ? 'Vielleicht fehlen hier Nachrichten.'
      : plural(count, {
          one: '# Relay wurde nicht bis zur ältesten Nachricht gelesen.',
          other: '# Relays wurden nicht bis zur ältesten Nachricht gelesen.',
        }),
  rest: (count) =>
    plural(count, {
      one: 'Und # weitere Person, der du nicht folgst und nie geschrieben hast.',
      other: 'Und # weitere Personen, denen du nicht folgst und nie geschrieben hast.',
    }),
  failed: 'Deine Unterhaltungen haben nicht geladen',
  more: 'Weitere Unterhaltungen',
  markAll: 'Alle als gelesen markieren',
  search: 'Namen und Nachrichten durchsuchen',
  searchShort: 'Namen, Nachrichten',
  clear: 'Suche leeren',
  noMatch: 'Keine Unterhaltung passt.',
  searched: 'Durchsucht wurden Namen und die Nachrichten, die hier geladen sind.',
  withoutConversation: 'Personen ohne Unterhaltung',
  findPeople: 'Weitere Personen suchen',
  waiting: 'Wartet auf das Netz',
  newMessage: {
    title: 'Neue Nachricht',
    to: 'An',
    hint: 'Name, Adresse oder Schlüssel',
    people: 'Personen',
    nobody: 'Niemand gefunden. Du kannst auch einen Schlüssel einfügen.',
  },
  preview: textPreview,
  aFile: 'Datei',
  count: (count) => (count > 99 ? '99+' : fullNumber(count)),
  pick: 'Wähle eine Unterhaltung',
  pickText: 'Oder schreibe jemand anderem.',
  with: (name) => `Unterhaltung mit ${name}`,
  messages: 'Nachrichten',
  sealed: 'Nur ihr beide könnt das lesen.',
  sealedOthers: 'Einige dieser Nachrichten gingen auch an andere, die sie lesen können.',
  sealedOld:
    'Einige dieser Nachrichten haben die alte Form: Relays sehen, wer sie wem wann geschrieben hat.',
  onlyTo: (name) => `Nur ${name} bekommt deine Antwort.`,
  mutedTitle: 'Du hast diese Person stummgeschaltet',
  mutedText: 'Ihre Nachrichten sind verborgen. In ihrem Profil kannst du das aufheben.',
  earlier: 'Frühere Nachrichten',
  notLoaded: 'Die Nachrichten haben nicht geladen',
  notLoadedText: 'Der Caching-Dienst hat nicht geantwortet.',
  begin: (name) => `Hier beginnt deine Unterhaltung mit ${name}.`,
  lockedTitle: 'Deine Nachrichten sind gesperrt',
  lockedText: 'Nur du kannst sie lesen. Entsperre, um fortzufahren.',
  show: 'Nachrichten anzeigen',
  lockedList: 'Auch deine Unterhaltungen sind gesperrt.',
  privateProxied:
    'Nachrichten in privater Form ruhen, solange alles über den Caching-Dienst läuft. Nachrichten in alter Form laufen über ihn, und er sieht, wer wem schreibt.',
  newerProxied:
    'Eine neuere private Nachricht ist hier nicht zu sehen. Sie wird gelesen, sobald du „Alles über den Caching-Dienst senden“ ausschaltest.',
  staysHere: 'Bis dahin bleibt dein Text hier.',
  today: 'Heute',
  yesterday: 'Gestern',
  closed: (count) =>
    plural(count, {
      one: '# Nachricht ist noch verschlüsselt.',
      other: '# Nachrichten sind noch verschlüsselt.',
    }),
  read: 'Lesen',
  reading: (count) =>
    plural(count, {
      one: 'Wartet darauf, dass dein Signer # Nachricht öffnet.',
      other: 'Wartet darauf, dass dein Signer # Nachrichten öffnet.',
    }),
  stop: 'Anhalten',
  lost: (count) =>
    plural(count, {
      one: '# Nachricht war nicht lesbar.',
      other: '# Nachrichten waren nicht lesbar.',
    }),
  again: 'Erneut versuchen',
  you: 'Du:',
  relays: (count) => plural(count, { one: '# Relay', other: '# Relays' }),
  sent: 'Gesendet',
  react: (emoji) => `Mit ${emoji} reagieren`,
  reacted: (emoji, names) => `${emoji} von ${formatList(names, 'de')}`,
  actions: 'Aktionen für die Nachricht',
  copy: 'Text kopieren',
  details: 'Details',
  form: 'Form',
  privateForm: 'Privat (NIP-17): Niemand außer euch sieht, wer wem schreibt',
  privateFormOthers:
    'Privat (NIP-17): Nur wer sie geschrieben oder bekommen hat, sieht, wer wem schreibt',
  privateMark: 'Privat',
  oldMark: 'Alte Form',
  alsoTo: 'Auch gesendet an:',
  others: (count) =>
    plural(count, {
      one: 'und # weitere Person',
      other: 'und # weitere Personen',
    }),
  file: (type, size) => ['Eine Datei', type, size].filter((one) => one).join(', '),
  fileText: 'Sie lässt sich hier nicht öffnen.',
  fileFailed: 'Diese Datei ließ sich nicht öffnen.',
  openFile: 'Datei öffnen',
  saveFile: (name) => `Speichern: ${name}`,
  privateClosed: (count) =>
    plural(count, {
      one: '# private Nachricht ist noch verschlüsselt.',
      other: '# private Nachrichten sind noch verschlüsselt.',
    }),
  privateUnproved:
    'Ein Relay zeigt dir deine privaten Nachrichten erst, wenn du beweist, wer du bist.',
  privateReading: (count) =>
    plural(count, {
      one: 'Wartet darauf, dass dein Signer # private Nachricht öffnet.',
      other: 'Wartet darauf, dass dein Signer # private Nachrichten öffnet.',
    }),
  privateLost: (count) =>
    plural(count, {
      one: '# private Nachricht war nicht lesbar.',
      other: '# private Nachrichten waren nicht lesbar.',
    }),
  oldForm:
    'Alte Form (NIP-04): Der Text ist verschlüsselt, aber alle können sehen, wer wem schreibt',
  when: 'Zeit',
  id: 'ID des Events',
  author: 'Geschrieben von',
  takenBy: 'Angenommen von',
  write: (name) => `${name} schreiben`,
  label: 'Nachricht',
  send: 'Senden',
  sending: 'Wird gesendet…',
  notSent: 'Nicht gesendet',
  locked: 'Dein Schlüssel ist gesperrt. Nachrichten von vorhin warten auf ihn.',
  sendNow: 'Jetzt senden',
  draft: 'Entwurf:',
  waitingShort: 'Wartet',
  secret: {
    title: 'Diesen privaten Schlüssel senden?',
    text: 'Das ist ein privater Schlüssel oder eine Wallet-Verbindung. Wer sie hat, kann als du schreiben oder zahlen. Trotzdem senden?',
    confirm: 'Trotzdem senden',
    cancel: 'Nicht senden',
  },
  unsent: (count) => plural(count, { one: '# Entwurf', other: '# Entwürfe' }),
  showOther: 'Anderen zeigen',
  unkept:
    'Dieser Browser kann deinen Text nicht speichern. Er ist weg, wenn du die Seite verlässt.',
  tooLong: (most) => `Eine Nachricht fasst höchstens ${fullNumber(most)} Zeichen.`,
  failures: {
    'publish.unsigned': 'Deine Nachricht wurde nicht signiert.',
    'publish.unconfirmed': 'Niemand hat deine Nachricht bestätigt. Dein Text ist noch hier.',
    'publish.failed': 'Deine Nachricht wurde nicht gesendet. Dein Text ist noch hier.',
  },
  forms: {
    label: (name) => `Wie Nachrichten an ${name} gesendet werden`,
    names: { nip17: 'Privat', nip04: 'Alte Form', open: 'Noch nicht bekannt' },
    choices: {
      nip17: 'Privat: Relays sehen nicht, wer wem schreibt',
      nip04:
        'Alte Form, für Personen ohne Postfach für private Nachrichten: verschlüsselt, aber alle können sehen, wer wem schreibt',
    },
    reasons: {
      named: () => 'Relays sehen nicht, wer wem schreibt.',
      proxied: () => 'Wartet, solange alles über den Caching-Dienst läuft.',
      chosen: () => 'Du hast sie gewählt. Alle können sehen, wer wem schreibt.',
      unnamed: (name) =>
        `${name} hat noch kein Postfach für private Nachrichten. Der Text ist verschlüsselt, aber alle können sehen, wer wem schreibt.`,
      unable: () =>
        'Dein Signer kann keine privaten Nachrichten senden. Alle können sehen, wer wem schreibt.',
      asking: (name) => `Prüft, ob ${name} private Nachrichten empfangen kann`,
      unknown: (name) => `Wir konnten nicht prüfen, ob ${name} private Nachrichten empfangen kann.`,
    },
  },
  load: {
    image: (host) => `Bild von ${host} anzeigen`,
    video: (host) => `Video von ${host} anzeigen`,
    audio: (host) => `Ton von ${host} anzeigen`,
    embed: (host) => `Player von ${host} anzeigen`,
    invoice: 'Rechnung anzeigen',
    ecash: 'Ecash anzeigen',
    event: 'Notiz anzeigen',
    address: 'Artikel anzeigen',
  },
  told: (host) => `${host} erfährt, dass du es öffnest`,
  toldService: 'Der Caching-Dienst erfährt, dass du es öffnest',
};
