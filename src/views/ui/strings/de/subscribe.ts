import type { Cadence } from '../../../../events/money/zaps/subscription-tier.ts';
import type { Areas } from '../areas.ts';
import { decimal, longDate } from './in-german.ts';

const EVERY: Readonly<Record<Cadence, string>> = {
  daily: 'am Tag',
  weekly: 'in der Woche',
  monthly: 'im Monat',
  quarterly: 'im Quartal',
  yearly: 'im Jahr',
};

const priced = (amount: number, unit: string): string =>
  `${decimal(amount, 2)} ${unit === 'sats' ? 'Sats' : unit}`;

export const subscribe: Areas['subscribe'] = {
  subscribe: 'Abonnieren',
  subscribed: 'Abonniert',
  title: (name) => `${name} abonnieren`,
  tiers: 'Stufen',
  untitled: 'Stufe ohne Namen',
  price: (amount, unit, cadence) => `${priced(amount, unit)} ${EVERY[cadence]}`,
  monthly: (amount, unit) =>
    `etwa ${priced(unit === 'sats' ? Math.round(amount) : amount, unit)} im Monat`,
  truth:
    'Das veröffentlicht ein signiertes Event mit deiner Stufe und ihrem Preis. Alle können es sehen. Starling zahlt nichts: Wie du zahlst, ist eine Sache zwischen dir und dem Autor.',
  payTruth:
    'Das zahlt den Preis einmal mit deiner Wallet. Dann veröffentlicht es ein signiertes Event mit deiner Stufe und ihrem Preis. Alle können es sehen. Starling zahlt nie von selbst noch einmal.',
  pay: (amount) => `${amount} Sats zahlen`,
  payment: {
    pending:
      'Deine Zahlung für diesen Autor läuft. Du kannst das hier schließen; das Abo wird veröffentlicht, sobald gezahlt ist.',
    unknown:
      'Wir wissen noch nicht, ob deine Zahlung angekommen ist. Wir sehen weiter nach; du zahlst nicht doppelt.',
    failed: 'Nicht gezahlt:',
    due: 'Du hast für diese Stufe gezahlt, aber das Abo ist noch nicht veröffentlicht.',
    publish: 'Abo veröffentlichen',
    invoice: 'Zahle diese Rechnung mit einer Lightning-Wallet:',
    play: 'Das sind Spiel-Sats, kein echtes Geld.',
    qr: 'QR-Code der Rechnung',
    copy: 'Rechnung kopieren',
    open: 'Eine Wallet öffnen',
    giveUp: 'Aufgeben',
  },
  looking: 'Sucht auf deinen Relays nach einem Abo von dir',
  paused:
    'Kein Relay wird gefragt, weil alles über den Caching-Dienst läuft. Vielleicht hast du ein Abo, das hier nicht steht.',
  unsure:
    'Nicht alle deine Relays haben geantwortet. Vielleicht hast du ein Abo, das hier nicht steht.',
  via: 'über',
  current: 'Deine Stufe:',
  since: (at) => `seit ${longDate(at)}`,
  goneTier: 'eine Stufe, die es nicht mehr gibt',
  endTruth:
    'Das Beenden veröffentlicht ein weiteres Event, das es sagt. Zahlungen, die du anderswo eingerichtet hast, musst du dort beenden.',
  end: 'Abo beenden',
  cancel: 'Abbrechen',
  close: 'Schließen',
};
