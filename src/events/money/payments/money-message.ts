import { said } from '../../account/user-message.ts';

/** Why a payment came to nothing, or is not known to have come to anything. Amounts in msats. `said`: the words of a wallet or of the payee's service. */
interface PaymentMessages {
  readonly 'pay.noAddress': undefined;
  readonly 'pay.badAddress': undefined;
  readonly 'pay.unreachable': undefined;
  readonly 'pay.noZaps': undefined;
  readonly 'pay.outOfRange': { readonly min: number; readonly max: number };
  readonly 'pay.badInvoice': undefined;
  readonly 'pay.otherAmount': { readonly asked: number; readonly invoiced: number };
  readonly 'pay.anyAmount': undefined;
  readonly 'pay.otherNetwork': { readonly network: string };
  readonly 'pay.expired': undefined;
  readonly 'pay.paidBefore': undefined;
  /** An earlier zap of the same thing may still arrive. */
  readonly 'pay.openBefore': undefined;
  readonly 'pay.overDay': { readonly limit: number };
  readonly 'pay.overWallet': { readonly limit: number };
  readonly 'pay.unsigned': undefined;
  readonly 'pay.declined': undefined;
  readonly 'pay.unanswered': undefined;
  readonly 'pay.unkept': undefined;
  readonly 'pay.noWallet': undefined;
  /** Of SIGN-02: the browser has no wallet any more. */
  readonly no_webln_extension: undefined;
  readonly 'pay.walletSilent': undefined;
  readonly 'pay.badProof': undefined;
  readonly 'pay.interrupted': undefined;
  readonly 'pay.notSeen': undefined;
  readonly 'pay.neverPaid': undefined;
  readonly 'pay.saidUnpaid': undefined;
  readonly 'pay.mintRefused': undefined;
  readonly 'pay.notEnough': undefined;
  /** The mint wants a higher fee than `limit`, and paid nothing. */
  readonly 'pay.feeTooHigh': { readonly limit: number };
  /** Of a nutzap: its mint did not lock it, and nothing has moved. */
  readonly 'pay.notGiven': undefined;
  /** Of a nutzap: its ecash is locked for its recipient, and no relay took it yet. */
  readonly 'pay.unpublished': undefined;
  readonly said: { readonly text: string };
}

/** What is wrong with a wallet, or with what was to become one (SETTINGS-10, WALLET-01). */
interface WalletMessages {
  readonly 'wallet.noKey': undefined;
  readonly 'wallet.noRelay': undefined;
  readonly 'wallet.noSecret': undefined;
  readonly 'wallet.known': undefined;
  readonly 'wallet.tooMany': undefined;
  readonly 'wallet.unkept': undefined;
  readonly 'wallet.silent': undefined;
  readonly 'wallet.cannot': undefined;
}

/** All that the money of an account ever says, each code with what belongs to it; its words are in the catalogue, `strings/payments.ts`. */
export interface MoneyMessages extends PaymentMessages, WalletMessages {}

export type MoneyCode = keyof MoneyMessages;

/** Codes that come with nothing, and those that come with something. */
export type PlainMoneyCode = { [C in MoneyCode]: MoneyMessages[C] extends undefined ? C : never }[MoneyCode];
type ToldCode = Exclude<MoneyCode, PlainMoneyCode>;

export type MoneyMessage =
  | { readonly code: PlainMoneyCode; readonly params?: undefined }
  | { [C in ToldCode]: { readonly code: C; readonly params: MoneyMessages[C] } }[ToldCode];

const MAX_SAID = 300;

/** What a wallet or a service said, clipped, in its own words. */
export function wordsOf(text: string): MoneyMessage {
  return said(text.slice(0, MAX_SAID).toWellFormed());
}
