import type { ListName } from '../../../../events/account/lists/list-definitions.ts';
import type { UserMessageCode } from '../../../../events/account/user-message.ts';
import { seconds } from '../../../../events/core/time.ts';
import type { Areas } from '../areas.ts';
import type { MessageWords } from '../say.ts';
import { exactTime, fullNumber, listOf, listSource, plural } from './in-german.ts';
import { main } from './main.ts';

type List = ListName | 'profile';
type Cases = Readonly<Record<'whom' | 'in' | 'of', string>>;

/** The grammatical cases of a list: as an object, after 'in', and as a genitive. */
const LISTS: Readonly<Record<List, Cases>> = {
  follows: { whom: 'deine Folgeliste', in: 'deiner Folgeliste', of: 'deiner Folgeliste' },
  mutes: {
    whom: 'deine Stummschaltliste',
    in: 'deiner Stummschaltliste',
    of: 'deiner Stummschaltliste',
  },
  bookmarks: { whom: 'deine Lesezeichen', in: 'deinen Lesezeichen', of: 'deiner Lesezeichen' },
  relays: { whom: 'deine Relay-Liste', in: 'deiner Relay-Liste', of: 'deiner Relay-Liste' },
  messageRelays: {
    whom: 'deine Relays für private Nachrichten',
    in: 'deinen Relays für private Nachrichten',
    of: 'deiner Relays für private Nachrichten',
  },
  mediaServers: {
    whom: 'deine Medienserver',
    in: 'deinen Medienservern',
    of: 'deiner Medienserver',
  },
  filterLists: { whom: 'deine Filterlisten', in: 'deinen Filterlisten', of: 'deiner Filterlisten' },
  allowlist: { whom: 'deine Ausnahmen', in: 'deinen Ausnahmen', of: 'deiner Ausnahmen' },
  profile: { whom: 'dein Profil', in: 'deinem Profil', of: 'deines Profils' },
};

const unchanged = (list: List, why: string): string =>
  `An ${LISTS[list].in} wurde nichts geändert: ${why}`;

const changing = {
  follow: () => 'Das Folgen ist fehlgeschlagen',
  unfollow: () => 'Das Entfolgen ist fehlgeschlagen',
  change: (list: ListName) => `Wir konnten ${LISTS[list].whom} nicht ändern`,
};

const publishing: MessageWords<Extract<UserMessageCode, `publish.${string}` | `relay.${string}`>> =
  {
    'publish.unsigned': 'Nicht signiert',
    'publish.unconfirmed': 'Niemand hat die Veröffentlichung bestätigt',
    'publish.failed': 'Die Notiz wurde nicht veröffentlicht',
    'publish.noRelay': 'Dafür brauchst du mindestens ein Relay',
    'publish.notLocated':
      'Wir verbinden uns noch mit deinen Relays. Bitte versuche es gleich noch einmal.',
    'publish.pollShort': 'Eine Umfrage braucht mindestens zwei Auswahlmöglichkeiten',
    'publish.pollSame': 'Zwei Auswahlmöglichkeiten deiner Umfrage sind gleich',
    'publish.pollOver': 'Deine Umfrage wäre vorbei, bevor sie beginnt. Wähle ein späteres Ende.',
    'publish.notMined':
      'Es wurde kein Arbeitsnachweis gefunden. Versuche es noch einmal oder wähle einen kleineren.',
    'publish.tooSoon':
      'Dieser Zeitpunkt ist vorbei. Wähle einen späteren, oder veröffentliche jetzt.',
    'relay.errored': 'Fehler bei der Verbindung zum Relay',
    'relay.closed': 'das Relay hat die Verbindung geschlossen',
    'relay.timedOut': 'das Relay hat nicht rechtzeitig geantwortet',
    'relay.suspended': 'pausiert, solange du weg warst',
    'relay.proxied': 'alles geht über den Caching-Dienst',
    'relay.notAllowed': 'Relay nicht erlaubt',
    'relay.readOnly': 'kein Relay zum Schreiben',
    'relay.wantsAuth': 'dieses Relay will wissen, wer du bist',
    'relay.expired': 'abgelaufen, bevor es gesendet werden konnte',
    'relay.tooMany': 'zu viele Verbindungen',
  };

const reasons: MessageWords<Extract<UserMessageCode, `sign.${string}`>> = {
  'sign.note': 'Eine Notiz veröffentlichen',
  'sign.scheduled': 'Deine geplante Notiz senden',
  'sign.reply': 'Eine Antwort veröffentlichen',
  'sign.comment': 'Einen Kommentar veröffentlichen',
  'sign.article': 'Einen Artikel veröffentlichen',
  'sign.repost': 'Eine Notiz teilen',
  'sign.repostOther': 'Etwas teilen',
  'sign.likeNote': 'Eine Notiz gefällt dir',
  'sign.likeArticle': 'Ein Artikel gefällt dir',
  'sign.like': 'Etwas gefällt dir',
  'sign.reaction': 'Auf etwas reagieren',
  'sign.deletion': 'Eine Löschung anfragen',
  'sign.report': 'Etwas melden',
  'sign.profile': 'Dein Profil ändern',
  'sign.vote': 'In einer Umfrage abstimmen',
  'sign.highlight': 'Eine Stelle markieren',
  'sign.subscription': 'Eine Stufe eines Autors abonnieren',
  'sign.unsubscription': 'Ein Abo beenden',
  'sign.zap': 'Jemanden zappen',
  'sign.ecash': 'Deine Ecash-Wallet auf Relays öffnen oder verschlüsseln',
  'sign.nutzap': 'Ecash als Nutzap geben',
  'sign.message': 'Eine Nachricht senden',
  'sign.event': ({ kind }) => `Ein Event der Art ${kind} veröffentlichen`,
  'sign.list': ({ list }) =>
    list === 'relays' ? 'Deine Relays ändern' : `${upper(LISTS[list].whom)} ändern`,
  'sign.open': ({ list }) => `Den privaten Teil ${LISTS[list].of} lesen`,
  'sign.seal': ({ list }) => `Den privaten Teil ${LISTS[list].of} verschlüsseln`,
  'sign.auth': ({ relay }) => `${relay} will wissen, wer du bist`,
  'sign.upload': ({ type }) => (type === 'video' ? 'Ein Video hochladen' : 'Ein Bild hochladen'),
  'sign.tellReport': 'Dem Caching-Dienst deine Meldung mitteilen',
  'sign.forDevice': ({ name }) => (name === '' ? 'Für ein anderes Gerät' : `Für ${name}`),
  'sign.askTier': 'Fragen, wie groß deine Dateien sein dürfen',
  'sign.askRate': 'Fragen, was Sats wert sind',
  'sign.askMembership': 'Nach deiner Mitgliedschaft fragen',
  'sign.legend': 'Ändern, wie dein Name und dein Bild aussehen',
  'sign.purchase': 'Fragen, was deine Mitgliedschaft kostet',
  'sign.markSeen': 'Deine Mitteilungen als gesehen markieren',
  'sign.readDraft': 'Einen Entwurf von dir lesen',
  'sign.saveDraft': 'Einen Entwurf von dir verschlüsselt speichern',
  'sign.deleteDraft': 'Einen Entwurf von dir löschen',
  'sign.sealMessage': 'Eine Nachricht verschlüsseln',
  'sign.privateMessage': 'Eine private Nachricht senden',
  'sign.readMessages': ({ count }) =>
    count === 1 ? 'Eine Nachricht lesen' : `${fullNumber(count)} Nachrichten lesen`,
  'sign.askMessages': 'Nach deinen Nachrichten fragen',
  'sign.askDrafts': 'Nach deinen Entwürfen fragen',
  'sign.markRead': 'Nachrichten als gelesen markieren',
  'sign.readWallets': 'Eine Wallet-Verbindung deiner anderen Apps lesen',
  'sign.readSettings': 'Deine Einstellungen lesen',
  'sign.saveSettings': 'Deine Einstellungen speichern',
};

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const lists: MessageWords<Extract<UserMessageCode, `list.${string}`>> = {
  'list.network': ({ list, act }) =>
    `${changing[act](list)}, vielleicht wegen eines Netzwerkfehlers. Bitte versuche es erneut.`,
  'list.serversFailed': 'Die Liste der Server wurde nicht gesendet',
  'list.unreadable': ({ list, sources }) =>
    unchanged(
      list,
      `Hier liegt eine Version, die nicht lesbar ist: ${listOf(sources.map(listSource))}.`,
    ),
  'list.clock': ({ list, dated }) =>
    unchanged(
      list,
      `Eine Version trägt das Datum ${exactTime(seconds(dated))} und liegt damit vor der Uhr dieses Geräts. Prüfe Datum und Uhrzeit dieses Geräts.`,
    ),
  'list.unsigned': ({ list }) => unchanged(list, 'Die Änderung wurde nicht signiert.'),
  'list.secret': ({ list }) =>
    unchanged(
      list,
      'Sie enthält einen privaten Schlüssel oder eine Wallet-Verbindung, die alle lesen könnten.',
    ),
  'list.sealed': ({ list }) =>
    `Der private Teil ${LISTS[list].of} ließ sich nicht öffnen. Es wurde nichts geändert.`,
  'list.oneself': 'Du kannst dir nicht selbst entfolgen.',
  'list.noEntry': ({ list }) => `Das lässt sich nicht in ${LISTS[list].whom} aufnehmen.`,
  'list.breach': ({ list }) => unchanged(list, 'Es wäre mehr verloren gegangen, als du wolltest.'),
  'list.busy': ({ list }) =>
    `Ein anderer Tab ändert gerade ${LISTS[list].whom}. Bitte versuche es erneut.`,
  'list.unserial': ({ list }) =>
    unchanged(
      list,
      'Dieser Browser kann nicht verhindern, dass andere offene Tabs gleichzeitig etwas ändern.',
    ),
  'list.contested': ({ list }) =>
    `Eine andere App ändert ständig ${LISTS[list].whom}. Bitte versuche es erneut.`,
};

export const ownMessages: Areas['ownMessages'] = {
  ...publishing,
  ...reasons,
  ...lists,
  said: ({ text }) => text,
  'feed.added': ({ name }) => `„${main.reading.feed(name)}“ ist jetzt auf deiner Startseite`,
  'feed.removed': ({ name }) => `„${main.reading.feed(name)}“ ist nicht mehr auf deiner Startseite`,
  'feed.addedReads': ({ name }) => `„${main.reading.feed(name)}“ ist jetzt auf deiner Artikelseite`,
  'feed.removedReads': ({ name }) =>
    `„${main.reading.feed(name)}“ ist nicht mehr auf deiner Artikelseite`,
  'feed.notZappable': 'Der Autor dieses Feeds kann keine Zaps empfangen',
  'note.notZappable': 'Der Autor dieser Notiz kann keine Zaps empfangen',
  'person.notZappable': 'Diese Person kann keine Zaps empfangen',
  'proof.copied': 'Zahlungsnachweis kopiert',
  'feed.sameName': ({ name }) => `Du hast schon einen Feed namens „${main.reading.feed(name)}“`,
  'zap.own': 'Ein Zap hier käme zu dir zurück',
  'zap.refusedAddress':
    'Kein Zap gesendet. Die Lightning-Adresse ist ungültig oder nicht im öffentlichen Internet.',
  'zap.unloaded': 'Das Profil wurde nicht geladen. Bitte versuche es noch einmal.',
  'act.later': 'Das gibt es noch nicht',
  'act.readonly':
    'Mit diesem Konto kannst du nur lesen. Füge seinen Schlüssel hinzu, um zu schreiben.',
  'compose.unavailable':
    'Der Editor hat nicht geladen. Prüfe deine Verbindung und versuche es erneut.',
  'messages.unavailable':
    'Deine Nachrichten haben nicht geladen. Prüfe deine Verbindung und versuche es erneut.',
  'messages.tooLong': 'Diese Nachricht ist zu lang für die private Form.',
  'messages.unloaded':
    'Ein Teil von Starling hat nicht geladen. Dein Text ist noch da. Versuche es noch einmal.',
  'messages.unlocated':
    'Wir konnten nicht herausfinden, wohin private Nachrichten gehen. Dein Text ist noch hier. Bitte versuche es erneut.',
  'messages.notMarked':
    'Deine Nachrichten ließen sich nicht als gelesen markieren. Bitte versuche es erneut.',
  'note.posted': 'Notiz veröffentlicht',
  'reply.posted': 'Antwort veröffentlicht',
  'article.published': 'Artikel veröffentlicht',
  'note.scheduled': ({ at }) =>
    `Geplant für ${exactTime(seconds(at))}. Lass dieses Konto in einem Tab offen.`,
  'note.locked':
    'Deine geplante Notiz wartet auf deinen Schlüssel. Sie wird gesendet, sobald du deine PIN eingibst.',
  'note.unsent': 'Deine geplante Notiz wurde nicht gesendet',
  'note.missed': ({ count }) =>
    plural(count, {
      one: 'Eine geplante Notiz hat ihren Zeitpunkt verpasst und wurde nicht gesendet. Sie ist in deinen Entwürfen.',
      other:
        '# geplante Notizen haben ihren Zeitpunkt verpasst und wurden nicht gesendet. Sie sind in deinen Entwürfen.',
    }),
  'like.doing': 'Gefällt dir',
  'account.pinChanged': 'Die PIN dieses Kontos wurde in einem anderen Tab geändert',
  'account.changed': 'Dieses Konto wurde in einem anderen Tab geändert',
  'account.movedOn':
    'Dieses Konto wurde in einem anderen Tab abgemeldet. Dieser Tab macht mit einem anderen Konto weiter.',
  'account.otherChosen':
    'Ein anderer Tab hat zu einem anderen Konto gewechselt. Dieser Tab behält seines.',
  'account.lockedThere':
    'Ein anderer Tab hat den Schlüssel dieses Kontos gesperrt. In diesem Tab ist er noch offen.',
  'text.kept': ({ what }) =>
    ({
      note: 'Dein Text ist als Entwurf gespeichert. Wenn du zu diesem Konto zurückkehrst, bietet ihn das Schreibfenster an.',
      message:
        'Deine Nachricht ist gespeichert. Wenn du zu diesem Konto zurückkehrst, steht sie in der Unterhaltung.',
      article:
        'Dein Artikel ist gespeichert. Wenn du zu diesem Konto zurückkehrst, steht er bei den Entwürfen.',
    })[what],
  'text.removed': 'Dein ungesendeter Text wurde mit den Daten dieses Kontos entfernt.',
  'mute.doing': ({ name }) => `${name} wird stummgeschaltet`,
  'mute.threadDoing': 'Thread wird stummgeschaltet',
  'mute.firstDoing': ({ name }) =>
    `${name} wird stummgeschaltet. Alle können sehen, wen du stummschaltest.`,
  'mute.firstThreadDoing': 'Thread wird stummgeschaltet. Alle können sehen, was du stummschaltest.',
  'like.failed': '„Gefällt mir“ ist fehlgeschlagen',
  'unlike.failed': '„Gefällt mir“ ließ sich nicht zurücknehmen',
  'unlike.missing': 'Dein „Gefällt mir“ war auf deinen Relays nicht zu finden',
  'repost.doing': 'Wird geteilt',
  'repost.done': 'Geteilt',
  'repost.failed': 'Das Teilen ist fehlgeschlagen',
  'unrepost.failed': 'Das Teilen ließ sich nicht zurücknehmen',
  'unrepost.missing': 'Was du geteilt hast, war auf deinen Relays nicht zu finden',
  'broadcast.done': 'Die Notiz wurde an deine Relays weiterverbreitet',
  'broadcast.failed': 'Diese Notiz ließ sich nicht weiterverbreiten',
  'delete.done': 'Löschanfrage gesendet',
  'report.done': ({ name }) => `${name} gemeldet`,
  'highlight.doing': 'Markiert',
  'highlight.failed': 'Das Markieren ist fehlgeschlagen',
  'subscription.done': 'Abo veröffentlicht',
  'subscription.failed': 'Das Abo wurde nicht veröffentlicht',
  'unsubscription.done': 'Ende des Abos veröffentlicht',
  'unsubscription.failed': 'Das Abo ließ sich nicht beenden',
  'keys.unavailable': 'Dieser Teil hat nicht geladen. Bitte versuche es erneut.',
  'ecash.unpaid': () => 'Das wurde nicht gezahlt',
  'ecash.held':
    'Die Mint hat noch nicht geantwortet, darum kannst du das nicht abbrechen. Wir fragen weiter.',
  'ecash.uncalled':
    'Dieser Browser konnte das Abbrechen nicht speichern, darum ist nichts abgebrochen. Bitte erneut versuchen.',
  'ecash.forgotten':
    'Dieses Gerät weiß nicht mehr, ob es getan wurde. Darum kannst du es nicht abbrechen.',
  'nutzaps.published': 'Andere können dir jetzt Ecash senden',
  'money.unavailable': 'Die Zahlungen ließen sich nicht öffnen. Bitte versuche es erneut.',
  'zap.done': ({ name }) => `${name} gezappt`,
  'zap.partly': ({ name }) => `${name} teilweise gezappt: Nicht alle konnten bezahlt werden`,
  'zap.failed': () => 'Dieser Zap ließ sich nicht senden',
  'zap.unconfirmed':
    'Dein Zap ist noch nicht bestätigt. Wir warten weiter; du zahlst nicht doppelt.',
  'zap.unclear': 'Wir wissen noch nicht, ob dieser Zap gezahlt wurde. Starling sieht weiter nach.',
  'vote.doing': 'Abgestimmt',
  'vote.failed': 'Das Abstimmen ist fehlgeschlagen',
  'profile.failed': 'Das Profil wurde nicht gespeichert, bitte versuche es erneut',
  'profile.overwritten':
    'Ein anderes Gerät hat dein Profil im selben Moment geändert, und deine Änderung ist nicht darin. Öffne dein Profil und speichere sie noch einmal.',
  'code.copied': 'Kopiert. Füge es innerhalb einer Minute auf dem anderen Gerät ein.',
  'secret.copied':
    'Kopiert. Füge es innerhalb einer Minute dort ein, wo du Passwörter aufbewahrst; dann löscht Starling es aus der Zwischenablage, wenn es kann.',
  'secret.cleared': 'Dein Geheimnis ist aus der Zwischenablage gelöscht.',
  'secret.uncleared':
    'Kopiere jetzt etwas anderes: Dein Geheimnis liegt vielleicht noch in der Zwischenablage, und dieser Browser lässt Starling nicht nachsehen.',
  'settings.notLoaded': 'Die Einstellungen haben nicht geladen. Es gelten die dieses Geräts.',
  'settings.notSaved': 'Die Einstellungen wurden nicht gespeichert',
  'settings.waiting':
    'Du bist offline. Deine Einstellungen werden gespeichert, sobald du zurück bist.',
  'settings.secret': ({ part }) =>
    `Deine Einstellungen wurden nicht gespeichert: ${
      part === 'zaps'
        ? 'Die Nachricht eines Zap-Betrags'
        : part === 'feeds'
          ? 'Ein Feed'
          : 'Eine Einstellung'
    } enthält einen privaten Schlüssel oder eine Wallet-Verbindung. Entferne das, dann werden sie gespeichert.`,
  no_nostr_extension: 'Zum Senden von Events braucht es eine Nostr-Erweiterung',
  no_webln_extension: 'Dafür braucht es eine Wallet-Erweiterung (WebLN)',
  event_not_signed: 'Das wurde nicht signiert',
  'invalid-nsec': 'Bitte gib einen gültigen privaten Nostr-Schlüssel ein',
  'pubkey-no-nsec': 'Hier ist kein privater Schlüssel, aus dem dein öffentlicher folgt',
  'encrypt-no-nsec': 'Hier ist kein privater Schlüssel zum Verschlüsseln',
  'decrypt-no-nsec': 'Hier ist kein privater Schlüssel zum Entschlüsseln',
  'sign-no-nsec': 'Hier ist kein privater Schlüssel zum Signieren',
  'event-sig-not-verified': 'Der Signer hat ein anderes Event zurückgegeben; es wurde verworfen',
  'not-secure-env': 'Schlüssel lassen sich nur über https speichern und benutzen',
  'bad-cipher': 'Das ließ sich nicht ver- oder entschlüsseln',
  no_socket: 'Der Signer war nicht erreichbar',
  'account.other': 'Das war für ein anderes Konto bestimmt',
  'account.unbidden': 'Dafür wäre eine Nachfrage nötig gewesen',
  'account.left': 'Das Konto wurde verlassen',
  'account.signedOut': 'Dieses Konto wurde in einem anderen Tab abgemeldet',
  'key.left': 'Der Schlüssel war nur da, solange die Seite offen war',
  'key.erased': 'Der Schlüssel wurde gelöscht',
  'key.unreadable': 'Der Schlüssel auf diesem Gerät ist nicht lesbar',
  'notifications.notMarked': 'Deine Mitteilungen ließen sich nicht als gesehen markieren',
  'key.unopened': 'Der Schlüssel ließ sich nicht öffnen. Bitte versuche es erneut.',
  'key.locked': 'Der Schlüssel wurde nicht entsperrt',
  'key.inText':
    'Der Text enthält einen privaten Schlüssel oder eine Wallet-Verbindung. Damit können andere dein Konto oder dein Geld nehmen. Nichts wurde signiert oder gesendet: Entferne das zuerst.',
  'key.offer':
    'Das ist eine Adresse für Signer. Füge stattdessen die Bunker-Adresse deines Signers ein.',
  'key.brokenLink':
    'Das ist kein gültiger Signer-Link. Er braucht den Schlüssel des Signers und ein Relay, das mit wss:// beginnt.',
  'key.address':
    'Das ist eine öffentliche Adresse: Sie sagt, wer du bist, und öffnet kein Konto. Melde dich mit Schlüssel, Sicherungswörtern, Bunker-Link oder Erweiterung an. Nur zum Lesen genügt der npub.',
  'key.words': 'Ungültige Sicherungswörter: Eines davon ist falsch, oder ihre Reihenfolge',
  'key.wordCount': ({ count }) =>
    `Ungültige Sicherungswörter: Es sind ${count} Wörter statt 12 oder 24`,
  'key.wordNumber': ({ place }) =>
    `Ungültige Sicherungswörter: Die Nummer von Wort ${place} passt nicht. Sind alle Wörter da, in der richtigen Reihenfolge?`,
  'key.unknownWord': ({ place }) =>
    `Ungültige Sicherungswörter: Wort ${place} steht nicht in der Wortliste`,
  'archive.noKey':
    'Diese Datei und Passphrase öffnen keinen Schlüssel. Vielleicht ist die Passphrase falsch, oder die Datei enthält keinen.',
  'passkey.cancelled':
    'Kein Passkey wurde benutzt. Versuche es noch einmal, oder melde dich anders an.',
  'passkey.failed':
    'Dieser Passkey hat hier kein Konto geöffnet. Melde dich mit deinem Schlüssel oder deiner PIN an.',
  'key.password': 'Das ist nicht das Passwort dieses Schlüssels',
  'key.form': 'Dieser gesperrte Schlüssel ist nicht lesbar',
  'key.noWorker':
    'Schlüssel lassen sich hier nicht benutzen: Der Teil, der sie verwahrt, startet nicht',
  'pin.missing': 'Die PIN wurde nicht eingegeben',
  'pin.unasked': 'Nach der PIN ließ sich nicht fragen',
  'signer.cancelled': 'Abgebrochen',
  'signer.silent': 'Der Signer hat nicht geantwortet',
  'signer.failed': 'Der Signer ist gescheitert',
  'signer.slow': 'Keine Antwort. Bitte versuche es erneut.',
  'extension.silent': 'Die Erweiterung hat nicht geantwortet. Bitte versuche es erneut.',
  'extension.noPubkey': 'Die Erweiterung gab keinen öffentlichen Schlüssel',
  'extension.refused': 'Die Erweiterung hat abgelehnt',
  'extension.refusedFor': ({ text }) => `Die Erweiterung hat abgelehnt: ${text}`,
  'extension.lacks': ({ text }) => `Die Erweiterung kann das nicht: ${text}`,
  'remote.unpaired':
    'Dieses Gerät ist nicht mehr mit deinem Signer verbunden. Bitte melde dich noch einmal an.',
  'remote.removed':
    'Dieses Gerät wurde von dem Browser entfernt, der deinen Schlüssel hat. Bitte melde dich neu an.',
  'remote.givenUp': 'Das Verbinden wurde abgebrochen',
  'remote.proxied':
    'Der Signer ist nicht verbunden: Alles geht über den Caching-Dienst. Sein Relay kannst du unter Einstellungen, Netzwerk erlauben.',
  'remote.unclear': 'Der Signer hat unklar geantwortet',
  'remote.noPubkey': 'Der Signer gab keinen öffentlichen Schlüssel',
  'remote.refused': ({ text }) => `Der Signer hat abgelehnt: ${text}`,
};
