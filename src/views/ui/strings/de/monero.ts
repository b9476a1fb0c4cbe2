import type { Areas } from '../areas.ts';
import { plural } from './in-german.ts';

export const monero: Areas['monero'] = {
  open: (name) => `Monero-Trinkgeld für ${name}`,
  title: (name) => `Monero-Trinkgeld für ${name}`,
  source: 'Adresse aus dem Profil',
  amounts: 'Betrag',
  unit: 'XMR',
  other: 'Anderer Betrag',
  wrong: 'Gib eine Zahl wie 0.0008 ein, mit höchstens 12 Stellen nach dem Punkt',
  qr: (amount, name) => `QR-Code: ${amount} XMR für ${name}`,
  address: 'Adresse',
  copyAddress: 'Adresse kopieren',
  copyLink: 'Zahlungslink kopieren',
  wallet: 'Eine Wallet öffnen',
  unseen:
    'Starling kann Monero-Zahlungen nicht sehen. Deine Wallet bestimmt die Gebühr und sagt dir, wann gesendet ist; nichts wird veröffentlicht.',
  play: 'Das ist eine Adresse eines Monero-Testnetzes. Münzen sind dort nichts wert, und eine Wallet mit echtem Geld lehnt sie ab.',
  broken:
    'Die Monero-Adresse in diesem Profil ist beschädigt. Bitte um eine neue: Zahlungen an diese kämen nicht an.',
  close: 'Schließen',
  tips: {
    title: 'Monero-Trinkgelder',
    short: 'Monero-Trinkgelder',
    show: (count) =>
      plural(count, { one: '# Monero-Trinkgeld anzeigen', other: '# Monero-Trinkgelder anzeigen' }),
    truth:
      'Monero-Zahlungen sind privat. Diese Angaben stammen von den genannten Personen; niemand sonst kann sie prüfen.',
    received: (count, amount) =>
      plural(count, {
        one: `# Trinkgeld, vom Empfänger bestätigt: ${amount} XMR`,
        other: `# Trinkgelder, von Empfängern bestätigt: ${amount} XMR`,
      }),
    sent: (count, amount) =>
      plural(count, {
        one: `# weiteres Trinkgeld, laut Absender: ${amount} XMR`,
        other: `# weitere Trinkgelder, laut Absendern: ${amount} XMR`,
      }),
    amount: (amount) => `${amount} XMR`,
    unsaid: 'Betrag nicht genannt',
    somebody: 'Jemand',
    to: 'an',
    stages: {
      asked: 'Will es senden, sagt der Absender',
      sent: 'Gesendet, sagt der Absender',
      received: 'Empfangen, sagt der Empfänger',
    },
    empty: 'Noch keine Monero-Trinkgelder',
    failed: 'Die Monero-Trinkgelder haben nicht geladen',
    retry: 'Erneut versuchen',
    more: 'Nur die neuesten 100 sind zu sehen.',
  },
};
