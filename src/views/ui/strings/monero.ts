import type { TipStage } from '../../../events/money/monero/monero.ts';
import { words } from '../strings.ts';
import { counter } from './plural.ts';

const counted = counter('en-us');

const stages: Readonly<Record<TipStage, string>> = {
  asked: 'Says they will send it',
  sent: 'Says they sent it',
  received: 'Received, says the recipient',
};

export const moneroEnglish = {
  open: (name: string) => `Tip ${name} in Monero`,
  title: (name: string) => `Tip ${name} in Monero`,
  source: 'Address from their profile',
  amounts: 'Amount',
  unit: 'XMR',
  other: 'Another amount',
  wrong: 'Use a number such as 0.0008, with at most 12 digits after the dot',
  qr: (amount: string, name: string) => `QR code: ${amount} XMR for ${name}`,
  address: 'Address',
  copyAddress: 'Copy address',
  copyLink: 'Copy payment link',
  wallet: 'Open a wallet',
  unseen:
    'Starling can’t see Monero payments. Your wallet sets the fee and tells you when it’s sent; nothing is published.',
  play: 'This is an address of a Monero test network. Coins there are worth nothing, and a wallet with real money refuses it.',
  broken:
    'The Monero address in this profile is damaged. Ask them for a new one: payments to this one would not arrive.',
  close: 'Close',
  tips: {
    title: 'Monero tips',
    /** Label in the row of sums, after the count. */
    short: 'Monero tips',
    show: (count: number) => `Show ${counted(count, { one: 'Monero tip', other: 'Monero tips' })}`,
    truth:
      'Monero payments are private. These figures come from the people named here; nobody else can check them.',
    received: (count: number, amount: string) =>
      `${counted(count, { one: 'tip', other: 'tips' })} confirmed by recipients: ${amount} XMR`,
    sent: (count: number, amount: string) =>
      `${counted(count, { one: 'more tip', other: 'more tips' })} reported by senders: ${amount} XMR`,
    amount: (amount: string) => `${amount} XMR`,
    unsaid: 'Amount not given',
    somebody: 'Somebody',
    to: 'to',
    stages,
    empty: 'No Monero tips yet',
    failed: 'The Monero tips did not load',
    retry: 'Try again',
    more: 'Only the newest 100 are shown.',
  },
};

/** The words of Monero tips, loaded with their code (ACCESS-05). */
export const useMoneroStrings = words('monero', moneroEnglish);
