import { countOf, idOf, textOf, timeOf } from '../connection/claim-fields.ts';
import type { Claim } from '../connection/claims.ts';
import { contentsOf } from '../connection/other-claims.ts';
import { field, isRecord } from '../core/json.ts';
import { RESULT } from '../nostr/kinds.ts';
import { clipLine } from '../core/text.ts';
import { inSeconds, type Seconds } from '../core/time.ts';

/** The action of a notification, without its target. `live`: a live stream has begun. */
type Act =
  | 'followed'
  | 'unfollowed'
  | 'zapped'
  | 'liked'
  | 'reposted'
  | 'replied'
  | 'mentioned'
  | 'quoted'
  | 'highlighted'
  | 'bookmarked'
  | 'reacted'
  | 'live';

/**
 * The target: the receiver, their note, an answer below it, a note that mentions them, or one that
 * mentions their note.
 */
type Concern = 'you' | 'yourNote' | 'belowYours' | 'noteWithYou' | 'noteWithYours';

interface Form {
  /** Name of the type in the settings. */
  readonly name: string;
  readonly act: Act;
  readonly of: Concern;
  /** The field that names the actor, and its alternative names. */
  readonly actor: readonly string[];
  /** The field of the shown event; `undefined` if there is none. */
  readonly target?: readonly string[];
  /** The field of the event that an answer, a mention or a highlight is about. */
  readonly about?: string;
}

const MENTIONED = 'POST_YOU_WERE_MENTIONED_IN_WAS';
const QUOTED = 'POST_YOUR_POST_WAS_MENTIONED_IN_WAS';
const WITH_YOURS = ['post_your_post_was_mentioned_in', 'your_post_were_mentioned_in'];

/**
 * All listed types, with the service's spellings: 203 has `who_reposed_it`, 8 has
 * `your_post_were_mentioned_in`.
 */
const FORMS = {
  1: { name: 'NEW_USER_FOLLOWED_YOU', act: 'followed', of: 'you', actor: ['follower'] },
  2: { name: 'USER_UNFOLLOWED_YOU', act: 'unfollowed', of: 'you', actor: ['follower'] },
  3: {
    name: 'YOUR_POST_WAS_ZAPPED',
    act: 'zapped',
    of: 'yourNote',
    actor: ['who_zapped_it'],
    target: ['your_post'],
  },
  4: {
    name: 'YOUR_POST_WAS_LIKED',
    act: 'liked',
    of: 'yourNote',
    actor: ['who_liked_it'],
    target: ['your_post'],
  },
  5: {
    name: 'YOUR_POST_WAS_REPOSTED',
    act: 'reposted',
    of: 'yourNote',
    actor: ['who_reposted_it'],
    target: ['your_post'],
  },
  6: {
    name: 'YOUR_POST_WAS_REPLIED_TO',
    act: 'replied',
    of: 'yourNote',
    actor: ['who_replied_to_it'],
    target: ['reply'],
    about: 'your_post',
  },
  7: {
    name: 'YOU_WERE_MENTIONED_IN_POST',
    act: 'mentioned',
    of: 'you',
    actor: ['you_were_mentioned_by'],
    target: ['you_were_mentioned_in'],
  },
  8: {
    name: 'YOUR_POST_WAS_MENTIONED_IN_POST',
    act: 'quoted',
    of: 'yourNote',
    actor: ['your_post_was_mentioned_by'],
    target: ['your_post_were_mentioned_in', 'your_post_was_mentioned_in'],
    about: 'your_post',
  },
  101: {
    name: `${MENTIONED}_ZAPPED`,
    act: 'zapped',
    of: 'noteWithYou',
    actor: ['who_zapped_it'],
    target: ['post_you_were_mentioned_in'],
  },
  102: {
    name: `${MENTIONED}_LIKED`,
    act: 'liked',
    of: 'noteWithYou',
    actor: ['who_liked_it'],
    target: ['post_you_were_mentioned_in'],
  },
  103: {
    name: `${MENTIONED}_REPOSTED`,
    act: 'reposted',
    of: 'noteWithYou',
    actor: ['who_reposted_it', 'who_reposed_it'],
    target: ['post_you_were_mentioned_in'],
  },
  104: {
    name: `${MENTIONED}_REPLIED_TO`,
    act: 'replied',
    of: 'noteWithYou',
    actor: ['who_replied_to_it'],
    target: ['reply'],
    about: 'post_you_were_mentioned_in',
  },
  201: {
    name: `${QUOTED}_ZAPPED`,
    act: 'zapped',
    of: 'noteWithYours',
    actor: ['who_zapped_it'],
    target: WITH_YOURS,
  },
  202: {
    name: `${QUOTED}_LIKED`,
    act: 'liked',
    of: 'noteWithYours',
    actor: ['who_liked_it'],
    target: WITH_YOURS,
  },
  203: {
    name: `${QUOTED}_REPOSTED`,
    act: 'reposted',
    of: 'noteWithYours',
    actor: ['who_reposed_it', 'who_reposted_it'],
    target: WITH_YOURS,
  },
  204: {
    name: `${QUOTED}_REPLIED_TO`,
    act: 'replied',
    of: 'noteWithYours',
    actor: ['who_replied_to_it'],
    target: ['reply'],
    about: 'post_your_post_was_mentioned_in',
  },
  301: {
    name: 'YOUR_POST_WAS_HIGHLIGHTED',
    act: 'highlighted',
    of: 'yourNote',
    actor: ['who_highlighted_it'],
    target: ['your_post'],
    about: 'highlight',
  },
  302: {
    name: 'YOUR_POST_WAS_BOOKMARKED',
    act: 'bookmarked',
    of: 'yourNote',
    actor: ['who_bookmarked_it'],
    target: ['your_post'],
  },
  303: {
    name: 'YOUR_POST_HAD_REACTION',
    act: 'reacted',
    of: 'yourNote',
    actor: ['who_reacted'],
    target: ['your_post'],
  },
  501: {
    name: 'LIVE_EVENT_HAPPENING',
    act: 'live',
    of: 'you',
    actor: ['host'],
    target: ['live_event_id'],
  },
  601: {
    name: 'REPLY_TO_REPLY',
    act: 'replied',
    of: 'belowYours',
    actor: ['who_replied_to_it'],
    target: ['reply'],
    about: 'your_post',
  },
} as const satisfies Readonly<Record<number, Form>>;

export type NotificationType = keyof typeof FORMS;
/** Name of a type in the settings. */
export type NotificationName = (typeof FORMS)[NotificationType]['name'];

export const NOTIFICATION_TYPES: readonly NotificationType[] = Object.keys(FORMS)
  .map(Number)
  .filter(isType);

/**
 * A claim of the service about an account (10000110). Texts and their authors are read from the
 * events that it names. Ids and public keys in hex.
 */
export interface Notification {
  readonly id: string;
  readonly type: NotificationType;
  readonly at: Seconds;
  readonly actor: string;
  /**
   * The shown event: the target of an action, or the new text. `undefined` if it concerns the
   * account itself.
   */
  readonly target: string | undefined;
  /** The event that an answer answers or a note quotes, or the highlight itself. */
  readonly about: string | undefined;
  readonly sats: number;
  /** The reaction: a single emoji, or the `:name:` of a custom one; '' for any other. */
  readonly emoji: string;
}

export function formOf(type: NotificationType): Form {
  return FORMS[type];
}

/** Return the name of a type in the settings. */
export function nameOf(type: NotificationType): NotificationName {
  return FORMS[type].name;
}

/**
 * True if the notification is about a text, shown as a note. Other actions are shown as a sentence.
 */
export function isSaid(type: NotificationType): boolean {
  return SAID.has(formOf(type).act);
}
const SAID: ReadonlySet<Act> = new Set<Act>(['replied', 'mentioned', 'quoted']);

/** Maximum number read from one answer. The service sends 50. */
const MOST = 200;
/** More sats than exist: 21 million coins. */
const MOST_SATS = 2_100_000_000_000_000;

/**
 * Read the notifications of `account` from an answer, newest first, without repetitions. Malformed
 * ones and unknown types are left out. Never throws.
 */
export function notificationsIn(
  claims: readonly Claim[],
  account: string,
): readonly Notification[] {
  const read = contentsOf(claims, RESULT.Notification)
    .slice(0, MOST)
    .flatMap((content) => readNotification(content, account) ?? []);
  return newestFirst([...new Map(read.map((one) => [one.id, one])).values()]);
}

/**
 * Read one notification; `undefined` if it is invalid, of an unknown type, not for `account`, or
 * about its own action.
 */
export function readNotification(content: unknown, account: string): Notification | undefined {
  if (!isRecord(content)) return undefined;
  const type = Number(field(content, 'type'));
  if (!isType(type) || field(content, 'pubkey') !== account) return undefined;
  const { actor: actors, target: targets, about } = formOf(type);
  const one = (names: readonly string[]) =>
    names.map((name) => idOf(field(content, name))).find((value) => value !== undefined);
  const [id, at, actor] = [
    idOf(field(content, 'id')),
    timeOf(field(content, 'created_at')),
    one(actors),
  ];
  const target = targets && one(targets);
  if (!id || at === undefined || !actor || actor === account || (targets && !target))
    return undefined;
  const reaction = clipLine(textOf(field(content, 'reaction')), LONGEST_EMOJI);
  const isLike = isLikeBy(reaction);
  return {
    id,
    type: type === LIKED && !isLike ? REACTED : type,
    at,
    actor,
    target,
    about: about && one([about]),
    sats: Math.min(MOST_SATS, countOf(field(content, 'satszapped'))),
    emoji: !isLike && EMOJI.test(reaction) ? reaction : '',
  };
}

/** UTF-16 units of the name of a custom emoji. */
const LONGEST_EMOJI = 64;
const PICTURE =
  '\\p{Extended_Pictographic}(?:\\ufe0f|\\p{Emoji_Modifier})?(?:[\\u{e0020}-\\u{e007e}]+\\u{e007f})?';
const FLAG = '\\p{Regional_Indicator}{2}';
const KEYCAP = '[0-9#*]\\ufe0f?\\u20e3';
const CUSTOM = ':[\\w-]+:';
const EMOJI = new RegExp(`^(?:${PICTURE}(?:\\u200d${PICTURE})*|${FLAG}|${KEYCAP}|${CUSTOM})$`, 'u');
/**
 * True if a reaction with this content is a like. The service calls every reaction a like, but
 * other reactions are of type 303.
 */
export function isLikeBy(reaction: string): boolean {
  return LIKE.test(reaction);
}
const LIKE = /^(?:$|\+|❤|🤙)/u;
const LIKED = 4;
const REACTED = 303;

/** Sort by time, then by id, so that pages in any order give one list. */
export function newestFirst(list: readonly Notification[]): readonly Notification[] {
  return list.toSorted((a, b) => inSeconds(b.at) - inSeconds(a.at) || (a.id < b.id ? -1 : 1));
}

/** Add notifications to a list, without repetitions. */
export function withMore(
  list: readonly Notification[],
  more: readonly Notification[],
): readonly Notification[] {
  const known = new Set(list.map(({ id }) => id));
  const fresh = more.filter(({ id }) => !known.has(id));
  return fresh.length === 0 ? list : newestFirst([...list, ...fresh]);
}

function isType(type: number): type is NotificationType {
  return Object.hasOwn(FORMS, type);
}
