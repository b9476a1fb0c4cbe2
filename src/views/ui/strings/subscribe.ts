import type { Cadence } from '../../../events/money/zaps/subscription-tier.ts';
import type { Seconds } from '../../../events/core/time.ts';
import { words } from '../strings.ts';
import { longDate } from './in-english.ts';

const EVERY: Readonly<Record<Cadence, string>> = {
  daily: 'a day',
  weekly: 'a week',
  monthly: 'a month',
  quarterly: 'a quarter',
  yearly: 'a year',
};

const amounts = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

export const subscribeEnglish = {
  subscribe: 'Subscribe',
  subscribed: 'Subscribed',
  title: (name: string) => `Subscribe to ${name}`,
  tiers: 'Tiers',
  untitled: 'Tier without a name',
  price: (amount: number, unit: string, cadence: Cadence) =>
    `${amounts.format(amount)} ${unit} ${EVERY[cadence]}`,
  monthly: (amount: number, unit: string) =>
    `about ${amounts.format(unit === 'sats' ? Math.round(amount) : amount)} ${unit} a month`,
  truth:
    'This publishes a signed event with your tier and its price. Everyone can see it. Starling pays nothing: how you pay is between you and the author.',
  /** Above the button, if the price can be paid at once. */
  payTruth:
    'This pays the price once from your wallet. Then it publishes a signed event with your tier and its price. Everyone can see it. Starling never pays again by itself.',
  pay: (amount: string) => `Pay ${amount} sats`,
  payment: {
    pending:
      'Your payment for this author is under way. You can close this; the subscription is published once it is paid.',
    unknown:
      'We don’t know yet whether your payment arrived. We keep looking; you won’t pay twice.',
    failed: 'Not paid:',
    due: 'You paid for this tier, but the subscription is not published yet.',
    publish: 'Publish subscription',
    invoice: 'Pay this invoice with a lightning wallet:',
    play: 'These are play sats, not real money.',
    qr: 'QR code of the invoice',
    copy: 'Copy invoice',
    open: 'Open a wallet',
    giveUp: 'Give it up',
  },
  looking: 'Looking for a subscription of yours on your relays',
  paused:
    'No relay is asked, because everything goes through the caching service. You may have a subscription that is not shown here.',
  unsure: 'Not all of your relays answered. You may have a subscription that is not shown here.',
  /** Before the name of the app that created it. */
  via: 'via',
  current: 'Your tier:',
  since: (at: Seconds) => `since ${longDate(at)}`,
  goneTier: 'a tier that is no longer offered',
  endTruth:
    'Ending it publishes another event. Stop payments that you set up elsewhere in the app where you set them up.',
  end: 'Unsubscribe',
  cancel: 'Cancel',
  close: 'Close',
};

/** The words of authors' tiers (ACCESS-05). */
export const useSubscribeStrings = words('subscribe', subscribeEnglish);
