import type {
  MoneyCode,
  MoneyMessage,
  MoneyMessages,
} from '../../../events/money/payments/money-message.ts';
import { words as wordsOf } from '../strings.ts';

const amounts = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });

/** Sats of an amount in msats. */
const sats = (msats: number): string => `${amounts.format(msats / 1_000)} sats`;

/** The words of messages about money. */
export type MoneyWords = {
  readonly [C in MoneyCode]: MoneyMessages[C] extends undefined
    ? string
    : (params: MoneyMessages[C]) => string;
};

const WORDS: MoneyWords = {
  'pay.noAddress': 'This person has no lightning address',
  'pay.badAddress': 'This lightning address cannot be paid',
  'pay.unreachable': 'The service of this lightning address did not answer',
  'pay.offline': 'You were offline, so nothing was paid. Try again when you are back.',
  'pay.noZaps': 'The service of this lightning address accepts no zaps',
  'pay.outOfRange': ({ min, max }) => `Only ${sats(min)} to ${sats(max)} can be sent here`,
  'pay.badInvoice': 'This invoice cannot be paid',
  'pay.otherAmount': ({ asked, invoiced }) =>
    `You wanted to pay ${sats(asked)}, the invoice says ${sats(invoiced)}. It was not paid.`,
  'pay.anyAmount': 'The invoice names no amount. It was not paid.',
  'pay.otherNetwork': ({ network }) =>
    `The invoice is of another network (${network}). It was not paid.`,
  'pay.expired': 'The invoice has expired',
  'pay.paidBefore': 'This invoice was paid before, or is being paid',
  'pay.openBefore': 'An earlier zap may still arrive, so this one was not paid',
  'pay.overDay': ({ limit }) => `This would be more than your budget of ${sats(limit)} a day`,
  'pay.overWallet': ({ limit }) =>
    `This would be more than your budget of ${sats(limit)} a day for this wallet`,
  'pay.unsigned': 'The zap request was not signed',
  'pay.secret':
    'The message contains a private key or a wallet connection. The zap request was not signed.',
  'pay.declined': 'You did not pay it',
  'pay.unanswered': 'It was not confirmed in time',
  'pay.unkept': 'This device could not save the payment, so nothing was paid',
  'pay.noWallet': 'The wallet is not connected any more',
  no_webln_extension: 'A wallet extension (WebLN) is required for this',
  'pay.walletSilent': 'The wallet did not answer in time',
  'pay.badProof': 'The wallet says it paid, but gives no proof',
  'pay.interrupted': 'The page was closed during the payment',
  'pay.notSeen': 'The invoice expired, and no payment was seen',
  'pay.neverPaid': 'The wallet says that this was not paid',
  'pay.saidUnpaid': 'You said that it was not paid',
  'pay.mintRefused': 'The mint did not pay it, and your ecash is back',
  'pay.notEnough': 'Not enough funds available',
  'pay.feeTooHigh': ({ limit }) =>
    `The mint wants a fee of more than ${sats(limit)}. It paid nothing, and your ecash is still yours.`,
  'pay.notGiven': 'The mint did not lock the ecash for them. It is still yours.',
  'pay.unpublished': 'The ecash is locked for them, but no relay has accepted the zap yet',
  'wallet.noKey': 'This connection string is not valid: the public key is missing',
  'wallet.noRelay': 'This connection string is not valid: the relay is missing',
  'wallet.noSecret': 'This connection string is not valid: the secret is missing',
  'wallet.known': 'This wallet is connected already',
  'wallet.tooMany': 'No more wallets can be connected',
  'wallet.unkept': 'This device could not save the wallet',
  'wallet.silent': 'The wallet does not answer',
  'wallet.notPermitted':
    'The wallet is not connected: everything goes through the caching service. You can allow its relay under Settings, Network.',
  'wallet.notInTime':
    'The wallet was not connected in time, so nothing was paid. Please try again.',
  'wallet.cannot': 'The wallet cannot do this',
  said: ({ text }) => text,
};

/** Known facts of a payment that was not paid. */
const unpaid = {
  made: (address: string) => `${address} made the invoice.`,
  noInvoice: 'There was no invoice yet.',
  ended: (time: string) => `It expired ${time}.`,
  ends: (time: string) => `It expires ${time}.`,
  noWallet: 'No wallet was asked to pay it.',
  elsewhere: 'It was shown for another wallet, and no connected wallet was asked.',
  wallet: (name: string) => `${name} was asked to pay it.`,
  again: '“Try again” asks for a new invoice.',
  ask: 'To pay, ask for a new invoice.',
  open: 'To pay, open the invoice again where you found it.',
};

export const paymentEnglish = { words: WORDS, unpaid };

const usePayments = wordsOf('payments', paymentEnglish);

/** The facts of a payment that was not paid, in words. */
export function useUnpaidStrings(): typeof unpaid {
  return usePayments().unpaid;
}

/** The money messages of an account, in words (ACCESS-05). */
export function usePaymentWords(): (message: MoneyMessage) => string {
  const { words } = usePayments();
  return (message) => spoken(words, message);
}

/** One of its messages in words. */
export function spoken(words: MoneyWords, message: MoneyMessage): string {
  switch (message.code) {
    case 'said':
      return words.said(message.params);
    case 'pay.outOfRange':
      return words['pay.outOfRange'](message.params);
    case 'pay.otherAmount':
      return words['pay.otherAmount'](message.params);
    case 'pay.otherNetwork':
      return words['pay.otherNetwork'](message.params);
    case 'pay.overDay':
      return words['pay.overDay'](message.params);
    case 'pay.overWallet':
      return words['pay.overWallet'](message.params);
    case 'pay.feeTooHigh':
      return words['pay.feeTooHigh'](message.params);
    default:
      return words[message.code];
  }
}
