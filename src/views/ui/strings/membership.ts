import type { LegendStyle } from '../../../events/connection/legend.ts';
import type { Seconds } from '../../../events/core/time.ts';
import { words } from '../strings.ts';
import { longDate } from './in-english.ts';
import type { MembershipTier } from '../../../events/account/membership/membership.ts';

const tiers: Readonly<Record<MembershipTier, string>> = {
  none: 'Not a member',
  premium: 'Premium',
  'premium-legend': 'Legend',
};

const styles: Readonly<Record<LegendStyle, string>> = {
  GOLD: 'Gold',
  AQUA: 'Aqua',
  SILVER: 'Silver',
  PURPLE: 'Purple',
  PURPLEHAZE: 'Purple haze',
  TEAL: 'Teal',
  BROWN: 'Brown',
  BLUE: 'Blue',
  SUNFIRE: 'Sunfire',
};

export const membershipEnglish = {
  title: 'Membership',
  own: 'Your membership',
  visitor: 'See your membership',
  visitorText: 'Sign in to ask the service you use.',
  tiers,
  since: (at: Seconds) => `since ${longDate(at)}`,
  expires: (at: Seconds) => `Until ${longDate(at)}`,
  renews: (at: Seconds) => `Renews ${longDate(at)}`,
  forever: 'Never expires',
  given: (sats: string) => `${sats} sats given`,
  used: (size: string) => `${size} of uploads stored`,
  unknown: 'Starling hasn’t asked the service about this account yet.',
  ask: 'Ask the service',
  failed: 'The service didn’t answer. It may not have memberships.',
  gives: 'Benefits of each tier',
  tier: 'Tier',
  file: 'Files up to',
  look: 'Ring and badge',
  yes: 'Yes',
  no: 'No',
  how: 'The people who run the service you use decide who is a member. Starling takes no money for it.',
  colour: 'Your colour',
  styles,
  ring: 'Show the ring around my picture',
  badge: 'Colour the badge beside my name',
  save: 'Save look',
  saving: 'Saving your look',
  notSaved: 'Your look wasn’t saved. The service or your signer said no.',
  boards: 'Leaderboards',
  legends: 'Legends',
  members: 'Members',
  order: 'Order',
  orders: { donated_btc: 'Most given', last_donation: 'Latest' },
  legendSince: (at: Seconds) => `Legend since ${longDate(at)}`,
  lastGift: (at: Seconds) => `Last gift ${longDate(at)}`,
  memberSince: (at: Seconds) => `Member since ${longDate(at)}`,
  sats: 'sats',
  you: 'You',
  empty: { legends: 'No legends yet', members: 'No members yet' },
  boardFailed: 'The leaderboard did not load',
  firstOnes: (count: number) => `The first ${count} are shown.`,
  buy: {
    title: {
      none: 'Become a member',
      premium: 'Stay a member',
      'premium-legend': 'Give again',
    },
    what: 'Membership to buy',
    products: {
      '1-month-premium': 'Premium, 1 month',
      '12-months-premium': 'Premium, 12 months',
      'legend-premium': 'Legend, forever',
    },
    gift: 'Gift in dollars',
    giftHint: (least: number) => `Whole dollars, from ${least}`,
    name: 'Your name at this service (optional)',
    nameHint: 'Small letters, digits, dots, lines. It becomes your address there.',
    badName: 'Up to 30 small letters, digits, dots and lines.',
    badGift: (least: number) => `Use whole dollars, from ${least}.`,
    ask: 'See the price',
    asking: 'Asking for the price',
    price: (sats: string, usd: string) =>
      usd === '' ? sats : `${sats}, ${usd} dollars according to the service`,
    pay: 'Pay',
    other: 'Choose something else',
    refused: (said: string) => `The service says: “${said}”`,
    failed: 'The service named no price that can be paid.',
    paying: 'The payment is under way.',
    unknown: 'We don’t know yet whether it is paid, and keep looking. You won’t pay twice.',
    notPaid: (why: string) => `Not paid: ${why}`,
    late: 'Paid. The service hasn’t confirmed it yet; that may take a while.',
    waiting: 'Paid. Waiting for the service.',
    given: 'Paid and active.',
    expired: 'The price has expired. Ask for it again.',
  },
  reminder: {
    title: 'Do you know what members get?',
    text: 'Larger uploads, and for legends a ring and badge in their colour.',
    show: 'See membership',
    dismiss: 'Not now',
  },
};

/** The words of membership, loaded with its code (ACCESS-05). */
export const useMembershipStrings = words('membership', membershipEnglish);
