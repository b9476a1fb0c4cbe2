import type { ListName } from './lists/list-definitions.ts';
import type { SigningDetails } from './signing/signing-error.ts';

/** Why an event was not published (PUBLISH-02, COMPOSE-04). */
interface PublishMessages {
  readonly 'publish.unsigned': undefined;
  readonly 'publish.unconfirmed': undefined;
  readonly 'publish.failed': undefined;
  readonly 'publish.noRelay': undefined;
  readonly 'publish.notLocated': undefined;
  readonly 'publish.pollShort': undefined;
  readonly 'publish.pollSame': undefined;
  readonly 'publish.pollOver': undefined;
  readonly 'publish.tooSoon': undefined;
  readonly 'publish.notMined': undefined;
}

/**
 * Why a relay gave no answer (RELAY-01). `notAllowed`: the app may not connect to it. `readOnly`:
 * the account only reads from it. `expired`: the event was too old to send. `tooMany`: the limit of
 * connections is reached.
 */
interface RelayMessages {
  readonly 'relay.errored': undefined;
  readonly 'relay.closed': undefined;
  readonly 'relay.timedOut': undefined;
  readonly 'relay.suspended': undefined;
  readonly 'relay.proxied': undefined;
  readonly 'relay.notAllowed': undefined;
  readonly 'relay.readOnly': undefined;
  readonly 'relay.wantsAuth': undefined;
  readonly 'relay.expired': undefined;
  readonly 'relay.tooMany': undefined;
}

/** Why a key is used (BEYOND-03): one action of the account each. */
interface SigningReasons {
  readonly 'sign.note': undefined;
  readonly 'sign.scheduled': undefined;
  readonly 'sign.reply': undefined;
  readonly 'sign.comment': undefined;
  readonly 'sign.article': undefined;
  readonly 'sign.repost': undefined;
  readonly 'sign.repostOther': undefined;
  readonly 'sign.likeNote': undefined;
  readonly 'sign.likeArticle': undefined;
  readonly 'sign.like': undefined;
  readonly 'sign.reaction': undefined;
  readonly 'sign.deletion': undefined;
  readonly 'sign.report': undefined;
  readonly 'sign.profile': undefined;
  readonly 'sign.vote': undefined;
  readonly 'sign.highlight': undefined;
  readonly 'sign.subscription': undefined;
  readonly 'sign.unsubscription': undefined;
  readonly 'sign.zap': undefined;
  readonly 'sign.nutzap': undefined;
  readonly 'sign.ecash': undefined;
  readonly 'sign.message': undefined;
  readonly 'sign.event': { readonly kind: number };
  readonly 'sign.list': OfList;
  readonly 'sign.open': OfList;
  readonly 'sign.seal': OfList;
  readonly 'sign.auth': { readonly relay: string };
  readonly 'sign.upload': { readonly type: 'picture' | 'video' };
  readonly 'sign.tellReport': undefined;
  readonly 'sign.forDevice': { readonly name: string };
  readonly 'sign.askTier': undefined;
  readonly 'sign.askRate': undefined;
  readonly 'sign.askMembership': undefined;
  readonly 'sign.legend': undefined;
  readonly 'sign.purchase': undefined;
  readonly 'sign.markSeen': undefined;
  readonly 'sign.readDraft': undefined;
  readonly 'sign.saveDraft': undefined;
  readonly 'sign.deleteDraft': undefined;
  readonly 'sign.sealMessage': undefined;
  readonly 'sign.privateMessage': undefined;
  readonly 'sign.readMessages': { readonly count: number };
  readonly 'sign.askMessages': undefined;
  readonly 'sign.askDrafts': undefined;
  readonly 'sign.markRead': undefined;
  readonly 'sign.readSettings': undefined;
  readonly 'sign.readWallets': undefined;
  readonly 'sign.saveSettings': undefined;
}

/** Why an action did not start. LIMIT-06 requires a separate text for `zap`. */
interface ActMessages {
  readonly 'act.unavailable': undefined;
  readonly 'act.later': undefined;
  readonly 'act.readonly': undefined;
  readonly 'act.signInToZap': undefined;
}

/** Results of actions of this page that need no key. */
interface PageMessages {
  readonly copied: {
    readonly what:
      | 'link'
      | 'text'
      | 'id'
      | 'raw'
      | 'author'
      | 'invoice'
      | 'token'
      | 'key'
      | 'profile'
      | 'article'
      | 'event'
      | 'list'
      | 'relay'
      | 'nostr'
      | 'lightning';
  };
  readonly 'copy.failed': undefined;
  /** The code for another device. */
  readonly 'code.copied': undefined;
  readonly 'secret.copied': undefined;
  readonly 'secret.cleared': undefined;
  readonly 'secret.uncleared': undefined;
  readonly 'feed.added': { readonly name: string };
  readonly 'feed.removed': { readonly name: string };
  readonly 'feed.addedReads': { readonly name: string };
  readonly 'feed.removedReads': { readonly name: string };
  readonly 'zap.own': undefined;
  readonly 'zap.unloaded': undefined;
  readonly 'zap.refusedAddress': undefined;
  readonly 'feed.notZappable': undefined;
  readonly 'note.notZappable': undefined;
  readonly 'person.notZappable': undefined;
  readonly 'proof.copied': undefined;
  readonly 'feed.sameName': { readonly name: string };
  readonly 'signIn.unavailable': undefined;
  readonly 'language.unavailable': undefined;
  readonly 'settings.unkept': { readonly why: 'full' | 'blocked' | 'newer' | 'silent' };
  readonly 'settings.notLoaded': undefined;
  readonly 'settings.notSaved': undefined;
  readonly 'settings.waiting': undefined;
  /** The part of the settings that contains a private key. `undefined`: another part. */
  readonly 'settings.secret': { readonly part: 'zaps' | 'feeds' | undefined };
  readonly 'notifications.notMarked': undefined;
}

/** Results of requested actions. */
interface IntentMessages {
  readonly 'compose.unavailable': undefined;
  readonly 'messages.unavailable': undefined;
  readonly 'messages.notMarked': undefined;
  readonly 'messages.tooLong': undefined;
  readonly 'messages.unlocated': undefined;
  readonly 'messages.unloaded': undefined;
  readonly 'note.posted': undefined;
  readonly 'reply.posted': undefined;
  readonly 'article.published': undefined;
  /** `at`: seconds. */
  readonly 'note.scheduled': { readonly at: number };
  readonly 'note.missed': { readonly count: number };
  /** The key was closed at the time of a scheduled note, which is sent when it opens. */
  readonly 'note.locked': undefined;
  readonly 'note.unsent': undefined;
  readonly 'like.doing': undefined;
  readonly 'account.pinChanged': undefined;
  readonly 'account.changed': undefined;
  /** Another tab signed the account out, and this tab continues with another one. */
  readonly 'account.movedOn': undefined;
  readonly 'account.otherChosen': undefined;
  readonly 'account.lockedThere': undefined;
  /** An unsent text whose account left this tab. */
  readonly 'text.kept': { readonly what: 'note' | 'message' | 'article' };
  readonly 'text.removed': undefined;
  readonly 'mute.doing': { readonly name: string };
  readonly 'mute.threadDoing': undefined;
  /** The mute makes a new list, which is public. */
  readonly 'mute.firstDoing': { readonly name: string };
  readonly 'mute.firstThreadDoing': undefined;
  readonly 'like.failed': undefined;
  readonly 'unlike.failed': undefined;
  readonly 'unlike.missing': undefined;
  readonly 'repost.doing': undefined;
  readonly 'repost.done': undefined;
  readonly 'repost.failed': undefined;
  readonly 'unrepost.failed': undefined;
  readonly 'unrepost.missing': undefined;
  readonly 'broadcast.done': undefined;
  readonly 'broadcast.failed': undefined;
  readonly 'delete.done': undefined;
  readonly 'report.done': { readonly name: string };
  readonly 'highlight.doing': undefined;
  readonly 'highlight.failed': undefined;
  readonly 'subscription.done': undefined;
  readonly 'subscription.failed': undefined;
  readonly 'unsubscription.done': undefined;
  readonly 'unsubscription.failed': undefined;
  readonly 'money.unavailable': undefined;
  readonly 'keys.unavailable': undefined;
  readonly 'ecash.unpaid': { readonly payment: string };
  readonly 'ecash.held': undefined;
  readonly 'ecash.uncalled': undefined;
  readonly 'ecash.forgotten': undefined;
  readonly 'nutzaps.published': undefined;
  readonly 'zap.done': { readonly name: string };
  /** `payment`: intent of the zap. */
  readonly 'zap.partly': { readonly name: string; readonly payment: string };
  readonly 'zap.failed': { readonly payment: string };
  readonly 'zap.unconfirmed': undefined;
  readonly 'zap.unclear': undefined;
  readonly 'vote.doing': undefined;
  readonly 'vote.failed': undefined;
  readonly 'profile.failed': undefined;
  readonly 'profile.overwritten': undefined;
}

interface OfList {
  readonly list: ListName;
}

/**
 * Why a list was not changed (ACCOUNT-09). `dated`: seconds. `sources`: relays by their url, and
 * `CACHE`.
 */
interface ListMessages {
  readonly 'list.network': OfList & { readonly act: 'follow' | 'unfollow' | 'change' };
  readonly 'list.serversFailed': undefined;
  readonly 'list.unreadable': {
    readonly list: ListName | 'profile';
    readonly sources: readonly string[];
  };
  readonly 'list.clock': { readonly list: ListName | 'profile'; readonly dated: number };
  readonly 'list.unsigned': OfList;
  /** The list would publish a private key. */
  readonly 'list.secret': OfList;
  readonly 'list.sealed': OfList;
  readonly 'list.oneself': undefined;
  readonly 'list.noEntry': OfList;
  readonly 'list.breach': OfList;
  readonly 'list.busy': OfList;
  readonly 'list.unserial': OfList;
  readonly 'list.contested': OfList;
}

/**
 * All messages to the user outside of the views, each code with its parameters. Machines, events,
 * adapters, logs and recordings store these codes. Only the strings of the views have texts for
 * them. `said`: the words of a relay, a service or a signer, shown unchanged.
 */
export interface UserMessages
  extends PublishMessages,
    RelayMessages,
    IntentMessages,
    ListMessages,
    ActMessages,
    PageMessages,
    SigningDetails,
    SigningReasons {
  readonly said: { readonly text: string };
}

export type UserMessageCode = keyof UserMessages;

/** Codes without parameters, and codes with parameters. */
export type PlainMessageCode = {
  [C in UserMessageCode]: UserMessages[C] extends undefined ? C : never;
}[UserMessageCode];
type ToldCode = Exclude<UserMessageCode, PlainMessageCode>;
type Told<C extends ToldCode> = {
  [K in C]: { readonly code: K; readonly params: UserMessages[K] };
}[C];
type Plain<C extends PlainMessageCode> = [C] extends [never]
  ? never
  : { readonly code: C; readonly params?: undefined };

/** A message to the user, without its text. */
export type UserMessage<C extends UserMessageCode = UserMessageCode> =
  | Plain<Extract<C, PlainMessageCode>>
  | Told<Extract<C, ToldCode>>;

/** Wrap the words of another party. They are data and stay unchanged. */
export function quotedMessage(text: string): UserMessage<'said'> {
  return { code: 'said', params: { text } };
}

/** Like `quotedMessage`, but `undefined` for an empty text. */
export function reportedMessage(text: string): UserMessage<'said'> | undefined {
  return text === '' ? undefined : quotedMessage(text);
}

/** True if both messages are equal. */
export function isSameMessage(
  one: UserMessage | undefined,
  other: UserMessage | undefined,
): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
