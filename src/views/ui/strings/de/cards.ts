import type { Areas } from '../areas.ts';
import { clockTime, relativeTime } from './in-german.ts';

export const cards: Areas['cards'] = {
  showSensitive: 'Anzeigen',
  sats: (amount) => `${amount} Sats`,
  playSats: (amount) => `${amount} Spiel-Sats`,
  invoice: 'Lightning-Rechnung',
  anyAmount: 'Beliebiger Betrag',
  expiry: (left) =>
    left > 0 ? `läuft ${relativeTime(left)} ab` : `${relativeTime(left)} abgelaufen`,
  copyInvoice: 'Rechnung kopieren',
  pay: 'Zahlen',
  test: 'Testnetz, kein echtes Geld',
  payment: {
    checking: 'Rechnung wird geprüft',
    paying: (wallet) => `${wallet} zahlt`,
    shown: 'Wartet auf die Zahlung',
    paid: (at) => `Gezahlt um ${clockTime(at)}, Nachweis gespeichert`,
    failed: (why) => `Nicht gezahlt: ${why}`,
    unknown: 'Wir wissen es noch nicht. Du zahlst nicht doppelt.',
    busy: 'Zahlt',
    look: 'Wallet fragen',
    show: 'QR-Code anzeigen',
  },
};
