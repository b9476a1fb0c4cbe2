import type { Areas } from '../areas.ts';
import { decimal } from './in-german.ts';

/** Sats of an amount in msats. */
const sats = (msats: number): string => `${decimal(msats / 1_000, 3)} Sats`;

export const payments: Areas['payments'] = {
  words: {
    'pay.noAddress': 'Diese Person hat keine Lightning-Adresse',
    'pay.badAddress': 'An diese Lightning-Adresse lässt sich nicht zahlen',
    'pay.unreachable': 'Der Dienst dieser Lightning-Adresse hat nicht geantwortet',
    'pay.offline':
      'Du warst offline, daher wurde nichts gezahlt. Versuche es wieder, sobald du zurück bist.',
    'pay.noZaps': 'Der Dienst dieser Lightning-Adresse nimmt keine Zaps an',
    'pay.outOfRange': ({ min, max }) =>
      `Hierhin lassen sich nur ${sats(min)} bis ${sats(max)} senden`,
    'pay.badInvoice': 'Diese Rechnung lässt sich nicht zahlen',
    'pay.otherAmount': ({ asked, invoiced }) =>
      `Du wolltest ${sats(asked)} zahlen, die Rechnung lautet auf ${sats(invoiced)}. Sie wurde nicht gezahlt.`,
    'pay.anyAmount': 'Die Rechnung nennt keinen Betrag. Sie wurde nicht gezahlt.',
    'pay.otherNetwork': ({ network }) =>
      `Die Rechnung gehört zu einem anderen Netz (${network}). Sie wurde nicht gezahlt.`,
    'pay.expired': 'Die Rechnung ist abgelaufen',
    'pay.paidBefore': 'Diese Rechnung ist schon gezahlt oder wird gerade gezahlt',
    'pay.openBefore': 'Ein früherer Zap kann noch ankommen, deshalb wurde dieser nicht gezahlt',
    'pay.overDay': ({ limit }) => `Das wäre mehr als dein Budget von ${sats(limit)} am Tag`,
    'pay.overWallet': ({ limit }) =>
      `Das wäre mehr als dein Budget von ${sats(limit)} am Tag für diese Wallet`,
    'pay.unsigned': 'Die Zap-Anfrage wurde nicht signiert',
    'pay.secret':
      'Die Nachricht enthält einen privaten Schlüssel oder eine Wallet-Verbindung. Die Zap-Anfrage wurde nicht signiert.',
    'pay.declined': 'Du hast nicht gezahlt',
    'pay.unanswered': 'Es wurde nicht rechtzeitig bestätigt',
    'pay.unkept': 'Dieses Gerät konnte die Zahlung nicht speichern, deshalb wurde nichts gezahlt',
    'pay.noWallet': 'Die Wallet ist nicht mehr verbunden',
    no_webln_extension: 'Dafür braucht es eine Wallet-Erweiterung (WebLN)',
    'pay.walletSilent': 'Die Wallet hat nicht rechtzeitig geantwortet',
    'pay.badProof': 'Die Wallet sagt, sie habe gezahlt, weist es aber nicht nach',
    'pay.interrupted': 'Die Seite wurde während der Zahlung geschlossen',
    'pay.notSeen': 'Die Rechnung ist abgelaufen, und keine Zahlung war zu sehen',
    'pay.neverPaid': 'Die Wallet sagt, dass das nicht gezahlt wurde',
    'pay.saidUnpaid': 'Du hast gesagt, dass es nicht gezahlt wurde',
    'pay.mintRefused': 'Die Mint hat nicht gezahlt, und dein Ecash ist zurück',
    'pay.notEnough': 'Nicht genug Guthaben',
    'pay.feeTooHigh': ({ limit }) =>
      `Die Mint will mehr als ${sats(limit)} Gebühr. Sie hat nichts gezahlt, dein Ecash gehört noch dir.`,
    'pay.notGiven': 'Die Mint hat das Ecash nicht für diese Person gesperrt. Es gehört weiter dir.',
    'pay.unpublished':
      'Das Ecash ist für diese Person gesperrt, aber noch hat kein Relay den Zap angenommen',
    'wallet.noKey': 'Diese Verbindungszeichenfolge ist ungültig: der öffentliche Schlüssel fehlt',
    'wallet.noRelay': 'Diese Verbindungszeichenfolge ist ungültig: das Relay fehlt',
    'wallet.noSecret': 'Diese Verbindungszeichenfolge ist ungültig: das Geheimnis fehlt',
    'wallet.known': 'Diese Wallet ist schon verbunden',
    'wallet.tooMany': 'Mehr Wallets lassen sich nicht verbinden',
    'wallet.unkept': 'Dieses Gerät konnte die Wallet nicht speichern',
    'wallet.silent': 'Die Wallet antwortet nicht',
    'wallet.notPermitted':
      'Die Wallet ist nicht verbunden: Alles geht über den Caching-Dienst. Ihr Relay kannst du unter Einstellungen, Netzwerk erlauben.',
    'wallet.notInTime':
      'Die Wallet wurde nicht rechtzeitig verbunden, es wurde nichts bezahlt. Bitte versuche es noch einmal.',
    'wallet.cannot': 'Die Wallet kann das nicht',
    said: ({ text }) => text,
  },
  unpaid: {
    made: (address) => `Die Rechnung ist von ${address}.`,
    noInvoice: 'Es gab noch keine Rechnung.',
    ended: (time) => `Sie ist abgelaufen: ${time}.`,
    ends: (time) => `Sie läuft ab: ${time}.`,
    noWallet: 'Keine Wallet wurde gebeten, sie zu zahlen.',
    elsewhere: 'Sie wurde für eine andere Wallet gezeigt; keine verbundene Wallet wurde gefragt.',
    wallet: (name) => `Gefragt wurde: ${name}.`,
    again: '„Erneut versuchen“ holt eine neue Rechnung.',
    ask: 'Um zu zahlen, bitte um eine neue Rechnung.',
    open: 'Um zu zahlen, öffne die Rechnung dort, wo du sie gefunden hast.',
  },
};
