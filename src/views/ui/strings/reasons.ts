import type { FailureReason, RefusalCode } from '../../../events/publish/outbox/publish-failure.ts';
import { inSeconds } from '../../../events/core/time.ts';
import { words } from '../strings.ts';
import { firstMessages } from './messages.ts';
import { ownMessages } from './own-messages.ts';
import { counter } from './plural.ts';
import { wordsOf } from './say.ts';

const counted = counter('en-us');

/** Seconds in words, rounded for people. */
function span(seconds: number): string {
  const [size, names] =
    seconds >= 86_400
      ? ([86_400, { one: 'day', other: 'days' }] as const)
      : seconds >= 3_600
        ? ([3_600, { one: 'hour', other: 'hours' }] as const)
        : ([60, { one: 'minute', other: 'minutes' }] as const);
  return counted(Math.max(1, Math.round(seconds / size)), names);
}

function clock(ahead: number | undefined, said: string): string {
  if (ahead === undefined)
    return `A relay doesn’t accept its date. Check the date and time of this device. The relay says: ${said}`;
  // no relay rejects a difference of a minute
  if (Math.abs(ahead) < 60) return `A relay doesn’t accept its date. It says: ${said}`;
  return `Your clock is ${span(Math.abs(ahead))} ${ahead > 0 ? 'ahead' : 'behind'}. Set it right and try again.`;
}

const because = (said: string): string => (said === '' ? '' : ` It says: ${said}`);

type ByRelay = Exclude<RefusalCode, 'clock'>;

/** One line for each reason of a refusal, with the relay and its own text. */
const refusals: Readonly<Record<ByRelay, (relay: string, said: string) => string>> = {
  replaced: () => 'There is a newer version, made on another device or in another app.',
  duplicate: (relay) => `${relay} has it already.`,
  pow: (relay, said) =>
    `${relay} asks for proof of work. Choose one under your text, and publish it again.${because(said)}`,
  blocked: (relay, said) => `${relay} doesn’t accept this from you.${because(said)}`,
  'rate-limited': (relay) => `${relay} asks you to slow down. Wait a minute and try again.`,
  invalid: (relay, said) => `${relay} found it invalid.${because(said)}`,
  restricted: (relay, said) => `${relay} is for members only.${because(said)}`,
  'auth-required': (relay) =>
    `${relay} asks you to sign in first. Try again, and your signer is asked.`,
  mute: (relay) => `${relay} keeps it hidden.`,
  error: (relay, said) => `${relay} has a problem.${because(said)}`,
  other: (relay, said) =>
    said === '' ? `${relay} refused it without a reason.` : `${relay} says: ${said}`,
};

function reasonWords(reason: FailureReason): string {
  switch (reason.code) {
    case 'readonly':
      return 'Add its key to post.';
    case 'unreachable':
      return `None of your relays can be reached.${reason.again ? ' It will be sent automatically when one is back.' : ''}`;
    case 'silent':
      return 'No relay answered within 8 seconds.';
    case 'unsigned':
      return wordsOf({ ...firstMessages, ...ownMessages }, reason.refusal) ?? '';
    case 'clock':
      return clock(reason.ahead && inSeconds(reason.ahead), reason.said);
    default:
      return refusals[reason.code](reason.relay.replace(/^wss?:\/\//, ''), reason.said);
  }
}

/** Words for the reason of a failure, and for events that wait. */
export const reasonEnglish = {
  of: reasonWords,
  waits: {
    offline: 'You are offline. It is sent when you are back.',
    opens: 'You are offline. It opens when you are back.',
    offlineOnly: 'You are offline. Try again when you are back.',
    proxied:
      'Waiting, because everything goes through the caching service. It is sent as soon as you turn that off.',
  },
};

/** The same in the current language. */
export const useReasonStrings = words('reasons', reasonEnglish);
