import { duration } from '../../../events/app/format.ts';
import { useStrings } from '../strings.ts';

const cardEnglish = {
  sats: (amount: string) => `${amount} sats`,
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

type CardStrings = typeof cardEnglish;

const LANGUAGES: Readonly<Record<string, CardStrings>> = { 'en-us': cardEnglish };

/** The words of invoices and tokens that a note carries; they come with the chunk that shows them (ACCESS-05). */
export function useCardStrings(): CardStrings {
  return LANGUAGES[useStrings().locale] ?? cardEnglish;
}
