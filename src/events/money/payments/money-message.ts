import { quotedMessage } from '../../account/user-message.ts';

/**
 * Why a payment failed or is unresolved. Amounts in msats. `said`: the words of a wallet or of the
 * payee's service.
 */
interface PaymentMessages {
  readonly 'pay.noAddress': undefined;
  readonly 'pay.badAddress': undefined;
  readonly 'pay.unreachable': undefined;
  /** This device was offline, so the payee's service was not asked. */
  readonly 'pay.offline': undefined;
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
  /** The message of the zap contains a private key. */
  readonly 'pay.secret': undefined;
  readonly 'pay.declined': undefined;
  readonly 'pay.unanswered': undefined;
  readonly 'pay.unkept': undefined;
  readonly 'pay.noWallet': undefined;
  /** SIGN-02: the browser no longer has a wallet. */
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
  /** A nutzap: its mint did not lock the ecash, and nothing has moved. */
  readonly 'pay.notGiven': undefined;
  /** A nutzap: its ecash is locked to the recipient, and no relay has accepted it yet. */
  readonly 'pay.unpublished': undefined;
  readonly said: { readonly text: string };
}

/** Faults of a wallet or of a connection string (SETTINGS-10, WALLET-01). */
interface WalletMessages {
  readonly 'wallet.noKey': undefined;
  readonly 'wallet.noRelay': undefined;
  readonly 'wallet.noSecret': undefined;
  readonly 'wallet.known': undefined;
  readonly 'wallet.tooMany': undefined;
  readonly 'wallet.unkept': undefined;
  readonly 'wallet.silent': undefined;
  readonly 'wallet.notPermitted': undefined;
  readonly 'wallet.notInTime': undefined;
  readonly 'wallet.cannot': undefined;
}

/**
 * All messages about the money of an account, each code with its parameters. The texts are in the
 * catalogue, `strings/payments.ts`.
 */
export interface MoneyMessages extends PaymentMessages, WalletMessages {}

export type MoneyCode = keyof MoneyMessages;

/** Codes without parameters, and codes with parameters. */
export type PlainMoneyCode = {
  [C in MoneyCode]: MoneyMessages[C] extends undefined ? C : never;
}[MoneyCode];
type ToldCode = Exclude<MoneyCode, PlainMoneyCode>;

export type MoneyMessage =
  | { readonly code: PlainMoneyCode; readonly params?: undefined }
  | { [C in ToldCode]: { readonly code: C; readonly params: MoneyMessages[C] } }[ToldCode];

const MAX_SAID = 300;

/** Return the words of a wallet or a service, clipped. */
export function wordsOf(text: string): MoneyMessage {
  return quotedMessage(text.slice(0, MAX_SAID).toWellFormed());
}
