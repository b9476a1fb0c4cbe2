import { duration } from '../../../events/app/format.ts';

export const moneyStrings = {
  signInNeeded: 'You must be logged-in to perform a zap',
  zapped: (name: string) => `${name} zapped successfully`,
  sats: (amount: string) => `${amount} sats`,
  topZaps: 'Largest zaps',
  zappedBy: (name: string, amount: string) => `${name} zapped ${amount} sats`,
  invoice: 'Lightning invoice',
  anyAmount: 'Any amount',
  expiry: (left: number) => (left > 0 ? `expires in ${duration(left)}` : `expired ${duration(-left)} ago`),
  copyInvoice: 'Copy the invoice',
  invoiceCopied: 'Invoice copied',
  pay: 'Pay',
  ecash: 'Ecash token',
  copyToken: 'Copy the token',
  tokenCopied: 'Token copied',
};
