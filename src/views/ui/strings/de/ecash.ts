import type { EcashReason } from '../../../../events/money/ecash/ecash-reason.ts';
import type { Areas } from '../areas.ts';
import { fullNumber, plural } from './in-german.ts';

const reasons: Readonly<Record<Exclude<EcashReason['code'], 'said'>, string>> = {
  badResponse: 'unbrauchbare Antwort',
  notEnough: 'Nicht genug Guthaben',
  invalidWords: 'Diese Wörter sind keine gültige Wortliste',
  noWords: 'Wiederherstellen geht nur mit den Wörtern der Wallet',
  noSeed: 'Ohne die Wörter der Wallet lässt sich das nicht herleiten',
  noChance: 'Dieser Browser liefert keine sicheren Zufallszahlen',
  silent: 'Die Mint antwortet nicht. Starling fragt weiter.',
  address: 'Mit dieser Art von Mint-Adresse verbindet sich Starling nicht.',
  unit: 'Diese Mint führt keine Sats.',
  spent: 'Schon eingelöst, vielleicht auf einem anderen deiner Geräte.',
  expired: 'Die Rechnung wurde nicht rechtzeitig gezahlt.',
  notPaid: 'Die Mint konnte nicht zahlen. Dein Ecash ist zurück.',
  keyset: 'Die Schlüssel der Mint passen nicht zu diesem Ecash.',
  network: 'Diese Rechnung gehört zu einem anderen Netz.',
  badInvoice: 'Diese Rechnung lässt sich nicht zahlen.',
  amountless: 'Diese Rechnung nennt keinen Betrag.',
  amount: 'Der Betrag ist nicht der verlangte.',
  locked: 'Es ist für einen anderen Schlüssel gesperrt.',
  unproven:
    'Der Nachweis, dass die Mint es signiert hat, fehlt oder ist falsch. Es wurde nicht angenommen.',
  fee: 'Die Mint verlangt mehr Gebühr als 10 Sats oder 3 %. Deshalb wurde ihr nichts gesendet.',
  noLocks: 'Diese Mint sperrt Ecash nicht für einen Schlüssel.',
  inUse:
    'Die Mint kennt diese Geheimnisse schon. Stelle die Wallet zuerst aus ihren Wörtern wieder her.',
};

const sats = (amount: string, isPlay: boolean): string =>
  isPlay ? `${amount} Spiel-Sats` : `${amount} Sats`;

export const ecash: Areas['ecash'] = {
  title: 'Ecash',
  needs: 'Ecash braucht ein Konto',
  needsText: 'Melde dich an, um Ecash auf diesem Gerät zu behalten, zu senden und damit zu zahlen.',
  broken: 'Dein Ecash ließ sich nicht öffnen',
  brokenText:
    'Nichts ist verloren. Es ist auf diesem Gerät verschlüsselt; Starling versucht es gleich noch einmal.',
  unkept: 'Dieses Gerät konnte eine Änderung nicht speichern. Deshalb ist nichts geschehen.',
  unit: sats,
  total: 'Auf diesem Gerät',
  send: 'Senden',
  receive: 'Empfangen',
  pay: 'Zahlen',
  add: 'Aufladen',
  mints: 'Mints',
  noMints: 'Noch keine Mint',
  noMintsText: 'Empfange ein Token, oder füge eine Mint mit ihrer Adresse hinzu.',
  stillHere: 'Keine Antwort. Dein Ecash ist noch hier.',
  unasked: 'Seit dem Öffnen dieser Seite nicht gefragt',
  noAnswer: 'Keine Antwort von dieser Mint',
  slow: 'Die Mint antwortet nicht. Es geht von selbst weiter; du kannst das hier schließen.',
  playMint: 'Spielgeld dieses Dienstes',
  mintLabel: 'Adresse der Mint',
  mintHint: 'Eine Mint verwahrt die Sats, für die ihr Ecash steht. Nimm eine, der du vertraust.',
  badMint: 'Das ist keine Adresse einer Mint. Sie sieht so aus: mint.example.com.',
  addIt: 'Mint hinzufügen',
  activity: 'Verlauf',
  nothing: 'Noch keine Aktivität',
  cancel: 'Abbrechen',
  close: 'Schließen',
  copy: 'Kopieren',
  qr: 'QR-Code',
  remove: 'Aus der Liste entfernen',
  again: 'Mint fragen',
  allow: 'Diese Mint erlauben',
  takeBack: 'Zurücknehmen',
  check: 'Prüfen, ob eingelöst',
  from: 'Mint',
  amount: 'Betrag in Sats',
  badAmount: 'Gib eine ganze Zahl von Sats ein.',
  tooMuch: (amount) => `Du hast bei dieser Mint ${amount}.`,
  sending: {
    title: 'Ecash senden',
    memo: 'Nachricht (optional)',
    hint: 'Wer das Token hat, kann es einlösen. Bis dahin kannst du es zurücknehmen.',
    lock: 'Für einen Schlüssel sperren (optional)',
    lockHint:
      'Dann kann es nur einlösen, wer diesen Schlüssel hat. Du kannst es nicht zurücknehmen.',
    badLock:
      'Das ist kein öffentlicher Schlüssel. Gib einen npub ein oder den Schlüssel in Hex-Ziffern.',
    make: 'Token erstellen',
  },
  receiving: {
    title: 'Ecash empfangen',
    label: 'Token',
    hint: 'Füge ein Token ein, das mit cashu beginnt.',
    bad: 'Das ist kein Ecash-Token.',
    redeem: 'Einlösen',
    failed: (count) =>
      plural(count, {
        one: '# Teil dieses Tokens ist nicht lesbar.',
        other: '# Teile dieses Tokens sind nicht lesbar.',
      }),
  },
  paying: {
    title: 'Mit Ecash zahlen',
    label: 'Rechnung oder Lightning-Adresse',
    bad: 'Das ist weder eine Rechnung noch eine Lightning-Adresse.',
    hint: 'Die Mint zahlt für dich. Sie hält etwas für Gebühren zurück und gibt den Rest wieder.',
    sum: (amount, fee) => `Zahlt ${amount}. Die Gebühr der Mint beträgt höchstens ${fee}.`,
    pay: 'Zahlen',
  },
  adding: {
    title: 'Ecash aufladen',
    hint: 'Die Mint stellt eine Rechnung aus. Ist sie gezahlt, kommt das Ecash auf dieses Gerät.',
    make: 'Rechnung erstellen',
    invoice: 'Rechnung zum Zahlen',
    waiting: 'Wartet auf die Zahlung',
    payIt: (amount) => `${amount} zahlen`,
  },
  words: {
    title: 'Wörter',
    hint: 'Zwölf Wörter sichern dein Ecash. Mit ihnen kann jede Cashu-Wallet es bei seinen Mints wiederherstellen.',
    show: 'Wörter anzeigen',
    hide: 'Wörter verbergen',
    copied: 'Wörter kopieren',
    restore: 'Aus Wörtern wiederherstellen',
    restoreHint: 'Stellt Ecash aus diesen oder anderen Wörtern bei einer Mint wieder her.',
    label: 'Wörter (leer: die dieser Wallet)',
    confirm: 'Wiederherstellen',
    bad: 'Das ist keine Liste von 12 bis 24 Wörtern.',
  },
  job: {
    receive: (amount) => `${amount} empfangen`,
    takeBack: (amount) => `${amount} zurückgenommen`,
    send: (amount) => `${amount} gesendet`,
    mint: (amount) => `${amount} aufgeladen`,
    melt: (amount) => `${amount} gezahlt`,
    restore: 'Aus Wörtern wiederhergestellt',
  },
  unfinished: {
    receive: (amount) => `${amount} empfangen`,
    takeBack: (amount) => `${amount} zurücknehmen`,
    send: (amount) => `${amount} senden`,
    mint: (amount) => `${amount} aufladen`,
    melt: (amount) => `${amount} zahlen`,
    restore: 'Aus Wörtern wiederherstellen',
  },
  state: {
    wanted: 'Fragt die Mint',
    held: 'Wartet, bis du diese Mint erlaubst',
    prepared: 'In Arbeit. Es geht von selbst weiter.',
    unpaid: 'Wartet auf die Zahlung',
    settled: 'Erledigt',
    sent: 'Noch nicht eingelöst',
    unchecked: 'Nicht geprüft',
    taken: 'Eingelöst',
    takenBack: 'Zurückgenommen',
    refused: 'Nicht geschehen',
    asking: 'Fragt nach einer Rechnung',
  },
  restored: (amount) => `${amount} gefunden`,
  reason: (reason) =>
    reason.code === 'said' ? `Die Mint sagt: „${reason.text}“` : reasons[reason.code],
  why: {
    outcome: {
      receive: 'Das Token wurde nicht eingelöst.',
      send: 'Nichts wurde gesendet. Dein Ecash bleibt auf diesem Gerät.',
      mint: 'Es entstand kein Ecash. Hast du die Rechnung bezahlt, frage den Betreiber der Mint.',
      melt: 'Nichts wurde gezahlt. Dein Ecash bleibt auf diesem Gerät.',
      restore: 'Dein Ecash auf diesem Gerät hat sich nicht geändert.',
      spent:
        'Nichts hat dieses Gerät verlassen. Der ausgegebene Teil zählt nicht mehr zum Guthaben.',
    },
    ownSpent: 'Ein Teil dieses Ecash wurde auf einem anderen Gerät ausgegeben.',
    help: {
      later: 'Versuche es später noch einmal. Geschieht es wieder, frage den Betreiber der Mint.',
      again: 'Sende noch einmal, mit dem Ecash, das übrig ist.',
      more: 'Du brauchst bei dieser Mint den Betrag und ihre Gebühr. Füge zuerst Ecash hinzu.',
      words: 'Prüfe die zwölf Wörter dieser Wallet unter Wörter.',
      browser: 'Nutze einen anderen Browser.',
      mint: 'Nutze eine andere Mint.',
      token: 'Bitte den Absender um ein neues Token.',
      invoice: 'Bitte um eine neue Rechnung.',
    },
  },
  card: {
    label: 'Ecash-Token',
    worth: (amount) => `${amount} in Ecash`,
    otherUnit: (amount, unit) => `${amount} ${unit} in Ecash`,
    unreadable: 'Ecash-Token, das nicht lesbar ist',
    mints: (count) => plural(count, { one: '# Mint', other: '# Mints' }),
    failed: (count) =>
      plural(count, { one: '# Teil ist nicht lesbar', other: '# Teile sind nicht lesbar' }),
    states: {
      notAsked: 'nicht geprüft',
      unspent: 'Noch nicht eingelöst',
      spent: 'Ausgegeben',
      partly: 'teilweise ausgegeben',
      unknown: 'keine Antwort der Mint',
      asking: 'Fragt die Mint',
      redeeming: 'Wird eingelöst',
      redeemed: 'Von dir eingelöst',
      refused: 'von der Mint nicht angenommen',
    },
    share: (state, count, all) => `${state}: ${count} von ${all}`,
    check: 'Prüfen',
    redeem: 'Einlösen',
    copy: 'Token kopieren',
    showQr: 'QR-Code anzeigen',
    locked: 'Es ist auf eine Weise gesperrt, die Starling nicht öffnen kann.',
    foreign: 'Für einen anderen Schlüssel gesperrt. Nur wer ihn hat, kann das einlösen.',
    foreignSome: (count, all) =>
      plural(count, {
        one: `# von ${fullNumber(all)} Teilen ist für einen anderen Schlüssel gesperrt.`,
        other: `# von ${fullNumber(all)} Teilen sind für einen anderen Schlüssel gesperrt.`,
      }),
    foreignUntil: (date) =>
      `Bis ${date} für einen anderen Schlüssel gesperrt. Bis dahin kann nur einlösen, wer ihn hat.`,
  },
  given: {
    contested: 'Mehrere Events enthalten dieses Ecash. Wer es gegeben hat, ist unbekannt',
    title: 'Nutzaps',
    sum: (count, amount) =>
      plural(count, { one: `# Nutzap: ${amount}`, other: `# Nutzaps: ${amount}` }),
    hint: 'Zählt Nutzaps von Mints, die du erlaubt hast, wenn die Schlüssel der Mint sie bestätigen.',
    failed: 'Die Nutzaps haben nicht geladen',
    retry: 'Erneut versuchen',
  },
  nutzaps: {
    title: 'Nutzaps',
    hint: 'Ecash, das dir andere öffentlich geben, gesperrt für einen Schlüssel dieser Wallet. Der Schlüssel ist auf diesem Gerät verschlüsselt und, für deine anderen Apps, auf deinen Relays.',
    off: 'Noch kann dir niemand Nutzaps senden. Wähle die Mints, denen du sie anvertraust.',
    on: (count) =>
      plural(count, {
        one: 'Andere können dir bei # Mint Nutzaps senden.',
        other: 'Andere können dir bei # Mints Nutzaps senden.',
      }),
    resting:
      'Nutzaps und Ecash aus anderen Apps ruhen, solange alles über den Caching-Dienst läuft. Starling liest sie, sobald du das ausschaltest.',
    looking: 'Warten auf deine Relays',
    noMints: 'Füge zuerst eine Mint hinzu.',
    publish: 'Nutzaps bei diesen Mints annehmen',
    trouble: {
      unheard:
        'Noch hat kein Relay geantwortet. Nichts wurde veröffentlicht. Bitte versuche es erneut.',
      sealed:
        'Deine Wallet auf den Relays ist noch verschlüsselt. Öffne sie zuerst, damit nichts verloren geht.',
      unreadable: 'Deine Wallet auf den Relays ist hier nicht lesbar. Nichts wurde veröffentlicht.',
      unkept:
        'Der Schlüssel ließ sich auf diesem Gerät nicht speichern. Nichts wurde veröffentlicht.',
      unsigned: 'Es wurde nicht signiert. Nichts wurde veröffentlicht.',
      unopened:
        'Deine Wallet auf den Relays wurde nicht geöffnet, darum fehlt hier ihr Schlüssel. Nichts wurde eingelöst.',
    },
    replacement: {
      title: 'Deine Wallet auf den Relays ersetzen?',
      text: 'Starling kann die vorhandene Wallet nicht lesen. Das Ersetzen entfernt ihren Schlüssel und ihre Mints auch für deine anderen Apps. Die neue Wallet kann Ecash nicht einlösen, das für den alten Schlüssel gesperrt ist.',
      confirm: 'Ersetzen',
    },
    auto: 'Automatisch einlösen',
    autoHint:
      'Bei Mints, die du schon erlaubt hast. Jede Mint sieht deine Adresse im Internet, wenn ein Nutzap kommt.',
    from: (amount) => `${amount} von`,
    redeem: 'Einlösen',
    none: 'Noch kein Nutzap angekommen.',
    state: {
      new: 'Noch nicht eingelöst',
      redeeming: 'Wird eingelöst',
      redeemed: 'Eingelöst',
      spent: 'Schon anderswo eingelöst',
    },
    fault: {
      mint: 'Zählt nicht: Bei dieser Mint nimmst du keine Nutzaps an.',
      lock: 'Zählt nicht: Er ist nicht für deinen Schlüssel gesperrt.',
      unproven: 'Zählt nicht: Er weist nicht nach, dass die Mint ihn signiert hat.',
    },
  },
  others: {
    title: 'Ecash aus anderen Apps',
    hint: 'Ecash, das andere Wallets auf deinen Relays aufbewahren (NIP-60). Holst du es hierher, wird es dort gelöscht, sobald deine Mint es getauscht hat.',
    none: 'Kein Ecash auf deinen Relays',
    sealed: (count) =>
      plural(count, {
        one: '# Eintrag noch nicht geöffnet.',
        other: '# Einträge noch nicht geöffnet.',
      }),
    open: 'Öffnen',
    move: 'Hierher holen',
  },
  question: {
    allowTitle: (mint) => `Mint ${mint} erlauben?`,
    allow:
      'Diese Mint sieht dann deine Adresse im Internet und nach welchem Ecash du fragst. Starling fragt nur Mints, die du erlaubt hast.',
    allowIt: 'Erlauben',
    redeemTitle: (amount) => `${amount} einlösen?`,
    redeem: (mint) =>
      `Die Mint ${mint} tauscht das Token gegen Ecash, das nur du hast. Sie sieht dabei deine Adresse im Internet.`,
    redeemIt: 'Einlösen',
    payTitle: (amount) => `${amount} zahlen?`,
    pay: (mint, to, fee) =>
      `${mint} zahlt es aus deinem Ecash an ${to}. Die Gebühr beträgt höchstens ${fee}.`,
    payIt: 'Zahlen',
    order: {
      title: (amount) => `Rechnung über ${amount} verwerfen?`,
      text: 'Zahle sie danach nicht mehr. Hast du sie schon bezahlt, kommt das Ecash trotzdem auf dieses Gerät.',
      confirm: 'Rechnung verwerfen',
      cancel: 'Behalten',
    },
    cancel: 'Abbrechen',
  },
};
