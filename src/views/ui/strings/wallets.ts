import { words } from '../strings.ts';
import { fullNumber } from './in-english.ts';

const unit = (isPlay: boolean): string => (isPlay ? 'play sats' : 'sats');
const sats = (amount: number, isPlay: boolean): string => `${fullNumber(amount)} ${unit(isPlay)}`;

export const walletEnglish = {
  unit,
  about: (money: string) => `about ${money}`,
  visitor: {
    title: 'Your wallets',
    text: 'A wallet pays your zaps with one press. Sign in to connect one.',
  },
  title: 'Wallets',
  hint: 'The chosen wallet pays your zaps with one press.',
  choose: 'Paying wallet',
  pays: 'Pays',
  removed: 'A wallet that was removed',
  unkept: 'This browser saves nothing: wallets and payments are lost when you close this page.',
  unnamed: (place: number) => `Wallet ${place}`,
  /** The second wallet of one name, and so on. */
  repeated: (name: string, nth: number) => `${name} (${nth})`,
  none: 'No wallet is connected. You can pay with any wallet by QR code, or connect one below.',
  webln: { name: 'This browser’s wallet', state: 'Installed in this browser' },
  ecash: { name: (mint: string) => `Ecash of ${mint}` },
  shown: { name: 'Another wallet, by QR code', hint: 'Each invoice is shown for you to pay' },
  states: {
    connecting: 'Connecting',
    online: 'Connected',
    silent: 'No answer',
    notPermitted: 'Paused',
  },
  notPermitted:
    'Everything goes through the caching service. You can allow its relay under Network.',
  balance: (amount: number, isPlay: boolean) => sats(amount, isPlay),
  noBalance: 'Balance not available',
  options: (name: string) => `Options of ${name}`,
  refresh: 'Ask it again',
  recent: 'Recent payments',
  hideRecent: 'Hide recent payments',
  noRecent: 'No payments, or the wallet doesn’t list them.',
  incoming: 'Received',
  outgoing: 'Sent',
  remove: 'Remove',
  budget: {
    title: 'Budgets',
    hint: 'In any 24 hours Starling never pays more than this.',
    perDay: 'All payments in a day',
    perWallet: 'Each wallet in a day',
    askAbove: 'Ask me before payments above',
    none: 'No limit',
    used: (used: number, limit: number, isPlay: boolean) =>
      `${fullNumber(used)} of ${sats(limit, isPlay)} used today`,
    save: 'Save',
    saved: 'Saved',
  },
  connect: {
    title: 'Connect a wallet',
    label: 'Connection string',
    placeholder: 'nostr+walletconnect://…',
    confirm: 'Connect',
    clear: 'Clear',
    sealed: 'The secret stays encrypted on this device.',
    hint: 'Your wallet shows it under Nostr Wallet Connect or NWC.',
    invalid: 'This connection string is not valid.',
    missing: {
      key: 'The wallet’s public key is missing. Copy the string again from your wallet.',
      relay: 'The relay is missing. Copy the string again from your wallet.',
      secret: 'The string is cut off: the secret is missing. Copy it again from your wallet.',
    },
    known: 'This wallet is connected already.',
    full: 'No more wallets can be connected. Remove one first.',
  },
  saved: {
    title: 'Wallets from your other apps',
    hint: 'Other Nostr apps keep these with your account, encrypted. Connecting one decrypts it on this device.',
    closed: 'Your other apps may keep wallets with your account',
    fetch: 'Look for them',
    unnamed: (place: number) => `Wallet ${place} of another app`,
    connect: (name: string) => `Connect ${name}`,
    unreadable: 'This one can’t be read with your key.',
  },
  removal: {
    title: (name: string) => `Remove ${name}?`,
    text: 'Starling forgets the connection. This revokes nothing: anyone who has the string can still use it until you end the connection in your wallet.',
    confirm: 'Remove',
    cancel: 'Keep it',
  },
  zaps: {
    visitor: {
      title: 'Your zaps',
      text: 'Sign in to set your default zap and your six amounts.',
    },
    default: 'Default zap',
    defaultHint: 'One press of the zap button gives this. Hold it to choose another amount.',
    amount: 'Amount in sats',
    message: 'Message',
    presets: 'Amounts to choose from',
    presetsHint: 'Shown when you hold the zap button. Whole sats.',
    preset: (place: number) => `Amount ${place}`,
    emoji: (place: number) => `Emoji of amount ${place}`,
    presetMessage: (place: number) => `Message of amount ${place}`,
    secret: 'This contains a private key or a wallet connection. Everybody could read it here.',
    wrong: (most: number) => `Use a whole number from 1 to ${fullNumber(most)}`,
    restore: 'Restore defaults',
    saved: 'Saved',
  },
  payments: {
    title: 'Payments',
    back: 'Payments',
    open: 'All payments',
    visitor: {
      title: 'Your payments',
      text: 'Sign in to see the payments this account made from here.',
    },
    empty: 'No payments yet',
    emptyText: 'Payments you make from here appear here, with their result.',
    emptyOf: 'None in this state',
    filter: 'State',
    states: {
      all: 'All states',
      paid: 'Paid',
      open: 'On the way',
      unknown: 'Not known yet',
      failed: 'Not paid',
    },
    zapTo: (name: string) => `Zap to ${name}`,
    /** By the target of the zap, with its receiver. Of a zap split, that is not its author. */
    zapFor: {
      note: (name: string) => `Zap to ${name} for a note`,
      comment: (name: string) => `Zap to ${name} for a comment`,
      article: (name: string) => `Zap to ${name} for an article`,
      feed: (name: string) => `Zap to ${name} for a feed`,
      poll: (name: string) => `Zap to ${name} for a poll`,
      picture: (name: string) => `Zap to ${name} for a picture`,
      video: (name: string) => `Zap to ${name} for a video`,
      stream: (name: string) => `Zap to ${name} for a live stream`,
      highlight: (name: string) => `Zap to ${name} for a highlight`,
      goal: (name: string) => `Zap to ${name} for a goal`,
      subscription: (name: string) => `Subscription to ${name}`,
      other: (name: string) => `Zap to ${name} for a post`,
    },
    invoice: (purpose: string) => (purpose === '' ? 'Invoice' : `Invoice, ${purpose}`),
    address: (address: string) => `Payment to ${address}`,
    asked: 'Asking for an invoice',
    checked: 'Waiting for your confirmation',
    shown: 'Waiting for the payment by QR code',
    paying: (wallet: string) => `${wallet} is paying`,
    unknown: 'We don’t know yet and keep checking. You won’t pay twice.',
    paid: (wallet: string, fee: number | undefined) =>
      fee === undefined
        ? `Paid by ${wallet}`
        : `Paid by ${wallet}, ${fee === 0 ? 'no fee' : `fee ${fullNumber(fee)}`}`,
    failed: (why: string) => `Not paid: ${why}`,
    look: 'Ask the wallet',
    looking: 'Asking the wallet',
    noAnswer: 'No answer yet',
    /** For a nutzap that no relay has accepted yet. */
    resend: 'Send again',
    untold:
      'The invoice has expired, and we couldn’t find out whether it was paid. Check your wallet and answer here.',
    saidPaid: (wallet: string) => `Paid by ${wallet}, as you said`,
    wasPaid: 'It was paid',
    wasNot: 'It was not',
    /** For ecash: its mint may not have received the request yet. */
    callOff: 'Cancel payment',
    paidLabel: 'Paid',
    failedLabel: 'Not paid',
    unknownLabel: 'Not known yet',
    openLabel: 'On the way',
    minus: (amount: string) => `− ${amount}`,
    older: 'Show older payments',
  },
};

export type WalletStrings = typeof walletEnglish;

/**
 * The words of wallets, budgets, presets and the list of payments, loaded with those pages
 * (ACCESS-05).
 */
export const useWalletStrings = words('wallets', walletEnglish);
