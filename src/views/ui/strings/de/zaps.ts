import type { Areas } from '../areas.ts';
import { clockTime, fullNumber, percent, plural, relativeTime } from './in-german.ts';

const unit = (isPlay: boolean): string => (isPlay ? 'Spiel-Sats' : 'Sats');
const sats = (amount: number, isPlay = false): string => `${fullNumber(amount)} ${unit(isPlay)}`;
const fees = (isPlay: boolean) =>
  isPlay ? { one: '# Spiel-Sat', other: '# Spiel-Sats' } : { one: '# Sat', other: '# Sats' };

export const zaps: Areas['zaps'] = {
  sats,
  unit,
  about: (money) => `etwa ${money}`,
  menu: 'Eigener Zap',
  onItsWay: 'Zap unterwegs',
  more: (sum) => `${sum} zappen. Gedrückt halten, um zu wählen.`,
  own: 'Ein Zap hier käme zu dir zurück',
  amount: {
    whole: 'Ganze Sats',
    unreadable: 'Nimm ganze Sats, nur Ziffern, etwa 1000',
  },
  again: {
    open: 'Ein früherer Zap kann noch ankommen',
    openSum: (sum) => `Ein früherer Zap über ${sum} kann noch ankommen.`,
    over: 'Der frühere Zap ist inzwischen abgeschlossen.',
    title: 'Noch einmal zappen?',
    hint: 'Kommt er an, hast du doppelt gezahlt.',
    confirm: (sum) => `Weitere ${sum} zappen`,
  },
  dialog: {
    title: (name) => `${name} zappen`,
    feed: (name) => `${name} zappen`,
    amounts: 'Betrag in Sats',
    elsewhere: (sum) =>
      `Dein Standard-Zap ist ${sum}. Dieses Gerät hat dir diesen Betrag noch nicht gezeigt. Zappe einmal damit oder ändere ihn in den Einstellungen.`,
    another: 'Anderer Betrag',
    range: (most) => `1 bis ${fullNumber(most)}`,
    tooMuch: (most) => `Wähle höchstens ${fullNumber(most)} Sats`,
    message: 'Nachricht, für alle sichtbar',
    secret:
      'Darin steht ein privater Schlüssel oder eine Wallet-Verbindung. Alle könnten es hier lesen.',
    count: (used, most) => `${fullNumber(used)} von ${fullNumber(most)}`,
    splits: 'Anteile',
    percent: (share) => percent(share / 100),
    others:
      'Andere, die hier genannt sind, haben keine Lightning-Adresse. Ihr Anteil geht an die übrigen.',
    zap: (sum) => `${sum} zappen`,
    looking: 'Zahlungsadresse wird gesucht',
    nutzap: 'Als Nutzap: Ecash, das nur diese Person einlösen kann',
    someNutzaps: 'Nutzaps an alle, die sie nehmen, der Rest über die Adresse',
    percentNutzap: (share) => `Nutzap · ${percent(share / 100)}`,
    choose: 'Wähle einen Betrag',
  },
  paidBy: {
    short: (sum) => `Zu wenig: Es sind ${sum} da.`,
    walletFee: 'Deine Wallet bestimmt die Gebühr.',
    fee: (sum) => `Gebühr der Mint: höchstens ${sum}`,
    label: 'Gezahlt von',
    webln: 'Wallet dieses Browsers',
    ecash: (mint) => `Ecash von ${mint}`,
    nutzap: (mint) => `Nutzap, Ecash von ${mint}`,
    shown: 'Andere Wallet, per QR-Code',
    left: (left, limit, isPlay) =>
      `${fullNumber(left)} von ${sats(limit, isPlay)} im Budget von heute übrig`,
    above: 'Über dem Budget von heute',
    other: 'Anders zahlen',
    once: 'Nur für diese Zahlung.',
    keep: 'Immer so zahlen',
  },
  terms: {
    to: 'An',
    unnamed: 'Aussteller der Rechnung; sie nennt niemanden',
    fee: 'Höchste Gebühr',
    byWallet: 'bestimmt deine Wallet',
  },
  card: {
    label: 'Zahlung',
    to: (sum, name) => `${sum} an ${name}`,
    steps: { ask: 'Fragen', check: 'Prüfen', pay: 'Zahlen', proof: 'Nachweis' },
    asking: (name) => `Fragt die Wallet von ${name} nach einer Rechnung`,
    askingHint: 'Du kannst noch abbrechen.',
    checking: 'Rechnung wird geprüft',
    checkingHint: 'Betrag, Empfänger, verbleibende Zeit.',
    paying: (wallet) => `${wallet} zahlt`,
    payingHint: (asked) =>
      `Gefragt ${relativeTime(-asked)}. Du kannst das hier schließen; die Zahlung läuft weiter.`,
    giving: (name) => `Dein Ecash wird für ${name} gesperrt`,
    givingHint: 'Du kannst das hier schließen; der Zap läuft weiter.',
    undelivered: (name) => `Für ${name} gesperrt, noch nicht zugestellt`,
    undeliveredHint:
      'Kein Relay hat den Zap angenommen. Wir versuchen es weiter; du zahlst nicht doppelt.',
    paid: (fee, isPlay) =>
      fee === undefined
        ? 'Gezahlt'
        : fee === 0
          ? 'Gezahlt, ohne Gebühr'
          : `Gezahlt, Gebühr ${plural(fee, fees(isPlay))}`,
    proof: 'Nachweis',
    copyProof: 'Nachweis kopieren',
    receipt: 'Der Zap-Beleg ist da.',
    noReceipt: 'Der Zap-Beleg folgt.',
    by: {
      receipt: 'Durch den Zap-Beleg nachgewiesen.',
      nutzap: 'Der Nutzap ist veröffentlicht; nur diese Person kann sein Ecash einlösen.',
      lookup: 'Die Wallet sagt, dass gezahlt ist.',
      person: 'Du hast gesagt, dass gezahlt ist.',
    },
    failed: 'Nicht gezahlt',
    says: (who) => `${who} sagt:`,
    safe: 'Nichts hat deine Wallet verlassen.',
    unknown: 'Wir wissen es noch nicht.',
    unknownHint: 'Wir sehen weiter nach; du zahlst nicht doppelt.',
    ends: (at) => `Die Rechnung endet um ${clockTime(at)}.`,
    asked: (wallet, at) => `${wallet} wurde um ${clockTime(at)} gefragt.`,
    some: (paid, all) => `${fullNumber(paid)} von ${fullNumber(all)} Anteilen sind gezahlt.`,
    cancel: 'Abbrechen',
    close: 'Schließen',
    done: 'Fertig',
    again: 'Erneut versuchen',
    other: 'Andere Wallet',
    resend: 'Erneut senden',
    look: 'Wallet fragen',
  },
  qr: {
    title: (sum) => `${sum} zahlen`,
    to: (name) => `An ${name}`,
    code: 'QR-Code der Rechnung',
    hint: (isPlay) =>
      isPlay
        ? 'Scanne oder öffne diese Rechnung mit einer Wallet für Spiel-Sats: Sie sendet sie dann, und sie sind nichts wert.'
        : 'Scanne oder öffne diese Rechnung mit einer beliebigen Lightning-Wallet: Sie sendet dann diese Sats, kleine Beträge in Bitcoin.',
    connect: 'Um von hier zu zahlen, verbinde eine Wallet:',
    wallets: 'Verbundene Wallets',
    waiting: 'Wartet auf die Zahlung',
    left: (seconds) => `Noch ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`,
    minute: 'Noch eine Minute zum Zahlen',
    ended: 'Die Rechnung ist abgelaufen',
    endedHint: 'Frag nach einer neuen, um zu zahlen.',
    copyInvoice: 'Rechnung kopieren',
    copy: 'Kopieren',
    open: 'Eine Wallet öffnen',
  },
  pay: {
    unbound: (host) =>
      `${host} hat eine Rechnung gestellt, die diese Zahlung nicht nennt. Sie kann für etwas anderes sein. Zahlst du sie, fragen wir nach diesem Dienst nicht mehr.`,
    title: (sum) => `${sum} zahlen?`,
    open: (sum) => `${sum} zahlen`,
    for: 'Für',
    left: (seconds) => `Läuft ${relativeTime(seconds)} ab`,
    confirm: (sum) => `${sum} zahlen`,
    qr: 'QR-Code anzeigen',
    large: (limit) => `Du willst Zahlungen über ${limit} bestätigen.`,
    cancel: 'Abbrechen',
    anyTitle: 'Eine Rechnung zahlen',
    anyAmount: 'Du wählst den Betrag.',
  },
  goal: {
    label: 'Zap-Ziel',
    of: (raised, target, isPlay) => `${fullNumber(raised)} von ${sats(target, isPlay)}`,
    percent: (share) => `${percent(share / 100)} erreicht`,
    reached: 'Ziel erreicht',
    until: (at) => `bis ${at}`,
    over: (at) => `beendet: ${at}`,
    zap: 'Zap',
    zaps: (count) => plural(count, { one: '# Zap', other: '# Zaps' }),
  },
};
