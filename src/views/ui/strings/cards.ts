import type { Seconds } from '../../../events/core/time.ts';
import { words } from '../strings.ts';
import { clockTime, duration } from './in-english.ts';

export const cardEnglish = {
  showSensitive: 'Show',
  sats: (amount: string) => `${amount} sats`,
  /** The play money of the page's own service. */
  playSats: (amount: string) => `${amount} play sats`,
  invoice: 'Lightning invoice',
  anyAmount: 'Any amount',
  expiry: (left: number) =>
    left > 0 ? `expires in ${duration(left)}` : `expired ${duration(-left)} ago`,
  copyInvoice: 'Copy the invoice',
  pay: 'Pay',
  /** The invoice is of a test network. */
  test: 'test network, no real money',
  payment: {
    checking: 'Checking the invoice',
    paying: (wallet: string) => `${wallet} is paying`,
    shown: 'Waiting for the payment',
    paid: (at: Seconds) => `Paid at ${clockTime(at)}, proof saved`,
    failed: (why: string) => `Not paid: ${why}`,
    unknown: 'We don’t know yet. You won’t pay twice.',
    busy: 'Paying',
    look: 'Ask the wallet',
    show: 'Show QR code',
  },
};

/**
 * The words of invoices and tokens that a note carries, loaded with the chunk that shows them
 * (ACCESS-05).
 */
export const useCardStrings = words('cards', cardEnglish);
