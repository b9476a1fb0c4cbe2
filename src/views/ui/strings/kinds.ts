import { fileSize } from '../../../events/media/file-size.ts';
import { counter } from './plural.ts';
import { words } from '../strings.ts';
import { duration } from './in-english.ts';

const counted = counter('en-us');
const percent = new Intl.NumberFormat('en-us', { style: 'percent' });

/** Common names of event kinds without their own screen. */
const NAMES: Readonly<Record<number, string>> = {
  2: 'Relay recommendation',
  3: 'Follow list',
  4: 'Private message',
  5: 'Delete request',
  6: 'Repost',
  7: 'Reaction',
  13: 'Private message',
  14: 'Private message',
  16: 'Repost',
  40: 'Channel',
  41: 'About a channel',
  43: 'Hidden channel message',
  44: 'Muted in a channel',
  1018: 'Vote in a poll',
  1059: 'Private message',
  1063: 'File',
  1984: 'Report',
  1985: 'Label',
  4550: 'Approved post',
  7001: 'Subscription',
  7002: 'End of a subscription',
  9041: 'Zap goal',
  9734: 'Zap request',
  9735: 'Zap',
  10000: 'Mute list',
  10002: 'Relays',
  10003: 'Bookmarks',
  10050: 'Relays for messages',
  10063: 'Media servers',
  13194: 'Wallet',
  17000: 'Subscription tiers',
  30000: 'List of people',
  30004: 'Collection',
  30024: 'Article draft',
  30078: 'Settings of an app',
  30311: 'Live stream',
  31234: 'Draft',
  31989: 'Recommended app',
  31990: 'App',
  37001: 'Subscription tier',
  34550: 'Community',
  39089: 'Starter pack',
};

export const kindEnglish = {
  name: (kind: number) => NAMES[kind] ?? 'Event',
  /** Below the name, for readers who want to know exactly. */
  kind: (kind: number) => `kind ${kind}`,
  isPrivate: 'This is private',
  isPrivateCause: 'Only its recipients can read it, so it is not shown here.',
  sealed: 'A part of it is private: only its author can read it.',
  people: (count: number) => counted(count, { one: 'person', other: 'people' }),
  about: 'Subject',
  details: 'Details',
  work: 'Proof of work',
  bits: (difficulty: number, target: number | undefined) =>
    `${counted(difficulty, { one: 'leading zero bit', other: 'leading zero bits' })}${target === undefined ? '' : `, target ${target}`}`,
  zapped: (sats: string) => `zapped ${sats} sats`,
  approved: 'Approved for a community',
  highlight: 'Highlight',
  moderators: (count: number) => counted(count, { one: 'moderator', other: 'moderators' }),
  size: (bytes: number) => fileSize(bytes, 'en-US'),
  openFile: 'Open',
  saysNothing: 'Starling can’t show this kind of post yet.',
  openWith: 'Open with another app',
  apps: 'Apps',
  noApps: (kind: string) => `We found no app that says it can show ${kind}.`,
  appsFailed: 'The list of apps did not load.',
  openOnDevice: 'Open with an app on this device',
  showRaw: 'Show raw data',
  hideRaw: 'Hide raw data',
  live: {
    live: 'Live',
    planned: 'Planned',
    ended: 'Ended',
    startsIn: (left: number, time: string) =>
      left > 0 ? `Starts in ${duration(left)} (${time})` : 'Starting soon',
    startedAgo: (ago: number) => `Started ${duration(ago)} ago`,
    endedAgo: (ago: number) => `Ended ${duration(ago)} ago`,
    watching: (people: string) => `${people} watching`,
    attended: (people: string) => `${people} took part`,
    watch: 'Watch',
    watchRecording: 'Watch the recording',
  },
  poll: {
    one: 'Choose one',
    several: 'Choose one or more',
    vote: 'Vote',
    yours: 'Your choice',
    showResults: 'Show results',
    share: (part: number) => percent.format(part),
    votes: (count: number) => counted(count, { one: 'vote', other: 'votes' }),
    sats: (sats: string) => `${sats} sats`,
    byZaps: 'Votes are zaps',
    endsIn: (left: number) => `ends in ${duration(left)}`,
    endedAt: (time: string) => `ended ${time}`,
  },
};

/** The words of events of other kinds, loaded with the screens of single events (ACCESS-05). */
export const useKindStrings = words('kinds', kindEnglish);
