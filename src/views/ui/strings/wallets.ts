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
  choose: 'The wallet that pays',
  pays: 'Pays',
  removed: 'A wallet that was removed',
  unkept:
    'This browser keeps nothing: wallets and payments are forgotten when you close this page.',
  unnamed: (place: number) => `Wallet ${place}`,
  none: 'No wallet is connected. You can pay with any wallet by QR code, or connect one below.',
  webln: { name: 'This browser’s wallet', state: 'Installed in this browser' },
  ecash: { name: (mint: string) => `Ecash of ${mint}` },
  shown: { name: 'Another wallet, by QR code', hint: 'Each invoice is shown for you to pay' },
  states: { connecting: 'Connecting', online: 'Connected', silent: 'No answer' },
  balance: (amount: number, isPlay: boolean) => sats(amount, isPlay),
  noBalance: 'It doesn’t tell its balance',
  options: (name: string) => `Options of ${name}`,
  refresh: 'Ask it again',
  recent: 'Recent payments',
  hideRecent: 'Hide recent payments',
  noRecent: 'It has no payments, or doesn’t tell of them.',
  incoming: 'Received',
  outgoing: 'Sent',
  remove: 'Remove',
  budget: {
    title: 'Budgets',
    hint: 'Starling pays no more than this by itself within 24 hours, whatever you press.',
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
    invalid: 'invalid connection string',
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
      text: 'Choose what one press gives, and your six amounts. Sign in to set them.',
    },
    default: 'One press',
    defaultHint: 'What the zap button gives at once. Hold it to choose.',
    amount: 'Amount in sats',
    message: 'Message',
    presets: 'Amounts to choose from',
    presetsHint: 'They stand in the dialog that opens when you hold the zap button. Whole sats.',
    preset: (place: number) => `Amount ${place}`,
    emoji: (place: number) => `Emoji of amount ${place}`,
    presetMessage: (place: number) => `Message of amount ${place}`,
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
      text: 'Everything this account paid from here stands in this list. Sign in to see it.',
    },
    empty: 'No payments yet',
    emptyText: 'What you pay from here stands in this list, with what became of it.',
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
    /** By the target of the zap. */
    zapFor: {
      note: (name: string) => `Zap for a note by ${name}`,
      comment: (name: string) => `Zap for a comment by ${name}`,
      article: (name: string) => `Zap for an article by ${name}`,
      feed: (name: string) => `Zap for a feed by ${name}`,
      poll: (name: string) => `Zap for a poll by ${name}`,
      picture: (name: string) => `Zap for a picture by ${name}`,
      video: (name: string) => `Zap for a video by ${name}`,
      stream: (name: string) => `Zap for a live stream by ${name}`,
      highlight: (name: string) => `Zap for a highlight by ${name}`,
      goal: (name: string) => `Zap for a goal of ${name}`,
      subscription: (name: string) => `Subscription to ${name}`,
      other: (name: string) => `Zap for a post by ${name}`,
    },
    invoice: (purpose: string) => (purpose === '' ? 'Invoice' : `Invoice, ${purpose}`),
    address: (address: string) => `Payment to ${address}`,
    asked: 'Asking for an invoice',
    checked: 'Waiting for your word',
    shown: 'Waiting for the payment by QR code',
    paying: (wallet: string) => `${wallet} is paying`,
    unknown: 'We don’t know yet, and keep looking. You won’t pay twice.',
    paid: (wallet: string, fee: number | undefined) =>
      fee === undefined
        ? `Paid by ${wallet}`
        : `Paid by ${wallet}, ${fee === 0 ? 'no fee' : `fee ${fullNumber(fee)}`}`,
    failed: (why: string) => `Not paid: ${why}`,
    look: 'Ask the wallet',
    /** For a nutzap that no relay has accepted yet. */
    resend: 'Send again',
    untold:
      'Its invoice has expired, and nobody tells whether it was paid. Look into your wallet, and say so here.',
    saidPaid: (wallet: string) => `Paid by ${wallet}, as you said`,
    wasPaid: 'It was paid',
    wasNot: 'It was not',
    /** For ecash: its mint may not have received the request yet. */
    callOff: 'Call it off',
    paidLabel: 'Paid',
    failedLabel: 'Not paid',
    unknownLabel: 'Not known yet',
    openLabel: 'On the way',
    minus: (amount: string) => `− ${amount}`,
    older: 'Show older payments',
  },
};

/**
 * The words of wallets, budgets, presets and the list of payments, loaded with those pages
 * (ACCESS-05).
 */
export const useWalletStrings = words('wallets', walletEnglish);
