import type { Seconds } from '../../../events/core/time.ts';
import { words } from '../strings.ts';
import { counter } from './plural.ts';
import { clockTime, duration, fullNumber } from './in-english.ts';

const counted = counter('en-us');

/** Play money of the page's own service is marked everywhere. */
const unit = (isPlay: boolean): string => (isPlay ? 'play sats' : 'sats');
const sats = (amount: number, isPlay = false): string => `${fullNumber(amount)} ${unit(isPlay)}`;

export const zapEnglish = {
  sats,
  unit,
  /** In the user's currency. */
  about: (money: string) => `about ${money}`,
  menu: 'Custom zap',
  onItsWay: 'Zap on its way',
  more: (sum: string) => `Zap ${sum}. Hold to choose.`,
  own: 'A zap here would come back to you',
  amount: {
    whole: 'Whole sats',
    unreadable: 'Use whole sats, digits only, like 1000',
  },
  again: {
    open: 'An earlier zap may still arrive',
    openSum: (sum: string) => `An earlier zap of ${sum} may still arrive.`,
    over: 'The earlier zap is settled by now.',
    title: 'Zap again?',
    hint: 'If it does, you will have paid twice.',
    confirm: (sum: string) => `Zap ${sum} more`,
  },
  dialog: {
    title: (name: string) => `Zap ${name}`,
    feed: (name: string) => `Zap ${name}`,
    amounts: 'Amount in sats',
    elsewhere: (sum: string) =>
      `Your default zap is ${sum}. This device has not shown you that amount before. Zap once with it, or change it in Settings.`,
    another: 'Another amount',
    range: (most: number) => `1 to ${fullNumber(most)}`,
    tooMuch: (most: number) => `Choose up to ${fullNumber(most)} sats`,
    message: 'Message, seen by everyone',
    secret: 'This contains a private key or a wallet connection. Everybody could read it here.',
    count: (used: number, most: number) => `${used} of ${most}`,
    splits: 'Shares',
    percent: (share: number) => `${share} %`,
    others: 'Others named here have no lightning address. Their share goes to the rest.',
    zap: (sum: string) => `Zap ${sum}`,
    choose: 'Choose an amount',
    looking: 'Looking for the payment address',
    nutzap: 'As a nutzap: ecash that only they can redeem',
    someNutzaps: 'Nutzaps to those who accept them, the rest by address',
    percentNutzap: (share: number) => `Nutzap · ${share} %`,
  },
  paidBy: {
    short: (sum: string) => `Not enough: it holds ${sum}.`,
    walletFee: 'Your wallet sets the fee.',
    fee: (sum: string) => `Fee of the mint: ${sum} at most`,
    label: 'Paid by',
    webln: 'This browser’s wallet',
    ecash: (mint: string) => `Ecash of ${mint}`,
    nutzap: (mint: string) => `Nutzap, ecash of ${mint}`,
    shown: 'Another wallet, by QR code',
    left: (left: number, limit: number, isPlay: boolean) =>
      `${fullNumber(left)} of ${sats(limit, isPlay)} left in today’s budget`,
    above: 'Above today’s budget',
    other: 'Choose another way to pay',
    once: 'Only for this payment.',
    keep: 'Always pay this way',
  },
  terms: {
    to: 'To',
    /** Of an invoice. */
    unnamed: 'whoever made this invoice; it names nobody',
    fee: 'Highest fee',
    byWallet: 'set by your wallet',
  },
  card: {
    label: 'Payment',
    to: (sum: string, name: string) => `${sum} to ${name}`,
    steps: { ask: 'Ask', check: 'Check', pay: 'Pay', proof: 'Proof' },
    asking: (name: string) => `Asking ${name}’s wallet for an invoice`,
    askingHint: 'You can still cancel.',
    checking: 'Checking the invoice',
    checkingHint: 'Amount, recipient, time left.',
    paying: (wallet: string) => `${wallet} is paying`,
    payingHint: (asked: number) =>
      `Asked ${duration(asked)} ago. You can close this; the payment goes on.`,
    giving: (name: string) => `Locking your ecash for ${name}`,
    givingHint: 'You can close this; the zap goes on.',
    undelivered: (name: string) => `Locked for ${name}, not delivered yet`,
    undeliveredHint: 'No relay has taken the zap. We keep trying; you won’t pay twice.',
    paid: (fee: number | undefined, isPlay: boolean) =>
      fee === undefined
        ? 'Paid'
        : fee === 0
          ? 'Paid, no fee'
          : `Paid, fee ${fee === 1 ? `1 ${isPlay ? 'play sat' : 'sat'}` : sats(fee, isPlay)}`,
    proof: 'Proof',
    copyProof: 'Copy proof',
    receipt: 'The zap receipt is here.',
    noReceipt: 'The zap receipt follows.',
    by: {
      receipt: 'Shown by its zap receipt.',
      nutzap: 'The nutzap is published; only they can redeem its ecash.',
      lookup: 'The wallet says that it is paid.',
      person: 'You said that it was paid.',
    },
    failed: 'Not paid',
    says: (who: string) => `${who} says:`,
    safe: 'Nothing left your wallet.',
    unknown: 'We don’t know yet.',
    unknownHint: 'We keep checking; you won’t pay twice.',
    ends: (at: Seconds) => `The invoice ends at ${clockTime(at)}.`,
    asked: (wallet: string, at: Seconds) => `${wallet} was asked at ${clockTime(at)}.`,
    some: (paid: number, all: number) => `${paid} of ${all} shares are paid.`,
    cancel: 'Cancel',
    close: 'Close',
    done: 'Done',
    again: 'Try again',
    other: 'Other wallet',
    look: 'Ask the wallet',
    resend: 'Send again',
  },
  qr: {
    title: (sum: string) => `Pay ${sum}`,
    to: (name: string) => `To ${name}`,
    code: 'QR code of the invoice',
    hint: (isPlay: boolean): string =>
      isPlay
        ? 'Scan or open this invoice with a wallet for play sats: it then sends them, and they are worth nothing.'
        : 'Scan or open this invoice with any lightning wallet: it then sends these sats, which are small amounts of bitcoin.',
    /** A link to the wallets follows. */
    connect: 'To pay from here, connect a wallet:',
    wallets: 'Connected wallets',
    waiting: 'Waiting for the payment',
    left: (seconds: number) =>
      `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} left`,
    minute: 'One minute left to pay',
    ended: 'The invoice has expired',
    endedHint: 'Ask for a new one to pay.',
    copyInvoice: 'Copy invoice',
    copy: 'Copy',
    open: 'Open a wallet',
  },
  pay: {
    unbound: (host: string) =>
      `${host} made an invoice that does not name this payment. It may be meant for something else. If you pay it, we won’t ask about this service again.`,
    title: (sum: string) => `Pay ${sum}?`,
    open: (sum: string) => `Pay ${sum}`,
    for: 'For',
    left: (seconds: number) => `Expires in ${duration(seconds)}`,
    confirm: (sum: string) => `Pay ${sum}`,
    qr: 'Show QR code',
    large: (limit: string) => `You asked to confirm payments above ${limit}.`,
    cancel: 'Cancel',
    anyTitle: 'Pay an invoice',
    anyAmount: 'You choose the amount.',
  },
  goal: {
    label: 'Zap goal',
    of: (raised: number, target: number, isPlay: boolean) =>
      `${fullNumber(raised)} of ${sats(target, isPlay)}`,
    percent: (share: number) => `${share} % reached`,
    reached: 'Goal reached',
    until: (at: string) => `until ${at}`,
    over: (at: string) => `ended ${at}`,
    zap: 'Zap',
    zaps: (count: number) => counted(count, { one: 'zap', other: 'zaps' }),
  },
};

/** The words of zaps and payments in progress, loaded with the payment code (ACCESS-05). */
export const useZapStrings = words('zaps', zapEnglish);
