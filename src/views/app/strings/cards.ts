import { duration } from '../../../events/app/format.ts';
import { useWords } from '../strings.ts';

export const cardEnglish = {
  showSensitive: 'Show',
  sats: (amount: string) => `${amount} sats`,
  invoice: 'Lightning invoice',
  anyAmount: 'Any amount',
  expiry: (left: number) => (left > 0 ? `expires in ${duration(left)}` : `expired ${duration(-left)} ago`),
  copyInvoice: 'Copy the invoice',
  pay: 'Pay',
  ecash: 'Ecash token',
  copyToken: 'Copy the token',
};

type CardStrings = typeof cardEnglish;

/** The words of invoices and tokens that a note carries; they come with the chunk that shows them (ACCESS-05). */
export function useCardStrings(): CardStrings {
  return useWords('cards', cardEnglish);
}
