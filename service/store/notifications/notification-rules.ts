import { schnorr } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { type SignedEvent, type Tag, tagValue } from '../../../src/events/nostr/event.ts';
import { isHex } from '../../../src/events/core/hex.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { quotesOf } from '../../../src/events/reading/content/mentions.ts';
import { replyTarget, repostTarget } from '../../../src/events/facts/references.ts';
import { type Query, inParallel } from '../engine/statements.ts';
import type { Database } from '../engine/database.ts';
import { bookmarkRefs, lastTarget } from '../write/derive-columns.ts';
import type { ReplyAncestors } from './reply-ancestors.ts';
import { type NotificationKey, readReceiver } from './notification-rows.ts';
import { maybeText, text } from '../engine/row.ts';
import { mentionedAccounts, NOTIFICATION_TYPE } from './notification-types.ts';

/** Kinds that notify once, at the first version that names the recipient. */
export const LISTED: readonly number[] = [KIND.Contacts, KIND.Bookmarks, KIND.LiveEvent];
const TALK: readonly number[] = [
  KIND.Text,
  KIND.Image,
  KIND.Comment,
  KIND.VoiceMessage,
  KIND.VoiceReply,
  KIND.Poll,
  KIND.ZapPoll,
];

/**
 * Return the notifications of an event by itself. An account gets one per event: for a reply, else
 * a quote, a mention or a deeper reply.
 */
export function* notificationsOf(
  known: ReplyAncestors,
  event: SignedEvent,
  seq: number,
): Query<readonly NotificationKey[]> {
  if (event.kind === KIND.Zap) return yield* zapped(known, seq);
  const about = (type: number, target: string | undefined) => to(event.pubkey, type, known, target);
  if (event.kind === KIND.EncryptedDirectMessage) return yield* messaged(known.database, event);
  if (event.kind === KIND.Reaction) return yield* about(NOTIFICATION_TYPE.liked, lastTarget(event));
  if (event.kind === KIND.Repost || event.kind === KIND.GenericRepost)
    return yield* about(NOTIFICATION_TYPE.reposted, repostTarget(event)?.key);
  if (event.kind === KIND.Highlight)
    return yield* about(NOTIFICATION_TYPE.highlighted, lastTarget(event));
  if (!TALK.includes(event.kind)) return [];
  const parent = replyTarget(event)?.key;
  const above = yield* known.above(parent);
  const told = yield* inParallel([
    about(NOTIFICATION_TYPE.replied, parent),
    ...quotesOf(event).map(({ key }) => about(NOTIFICATION_TYPE.quoted, key)),
    mentioned(known.database, event),
    ...above.map((key) => about(NOTIFICATION_TYPE.deepReply, key)),
  ]);
  const first = new Map<string, NotificationKey>();
  for (const each of told.flat())
    if (!first.has(each.receiver) && each.receiver !== event.pubkey) first.set(each.receiver, each);
  return [...first.values()];
}

function notice(receiver: string, type: number, actor: string, subject = ''): NotificationKey {
  return { receiver, type, actor, subject };
}

/**
 * Return a notification for the author of a target, if they are a local account other than the
 * actor.
 */
function* to(
  actor: string,
  type: number,
  known: ReplyAncestors,
  target: string | undefined,
): Query<NotificationKey[]> {
  const receiver = target === undefined ? undefined : yield* known.ownerOf(target);
  return receiver === undefined || receiver === actor
    ? []
    : [notice(receiver, type, actor, target)];
}

function* zapped(known: ReplyAncestors, seq: number): Query<NotificationKey[]> {
  const zap = yield* known.database.one(
    'select sender, target from zaps where seq = ?',
    [seq],
    (row) => ({
      sender: text(row, 'sender'),
      target: maybeText(row, 'target'),
    }),
  );
  return zap ? yield* to(zap.sender, NOTIFICATION_TYPE.zapped, known, zap.target) : [];
}

function* messaged(database: Database, event: SignedEvent): Query<NotificationKey[]> {
  const to = tagValue(event, 'p') ?? '';
  return (yield* localAccountsAmong(database, to === event.pubkey ? [] : [to])).map((receiver) =>
    notice(receiver, NOTIFICATION_TYPE.message, event.pubkey),
  );
}

function* mentioned(database: Database, event: SignedEvent): Query<NotificationKey[]> {
  const receivers = yield* localAccountsAmong(database, [...mentionedAccounts(event)]);
  return receivers.map((receiver) => notice(receiver, NOTIFICATION_TYPE.mentioned, event.pubkey));
}

/**
 * Return the notifications of a list: for followed accounts, bookmarked posts, and a live event to
 * the followers of its host.
 */
export function* notificationsOfList(
  known: ReplyAncestors,
  event: SignedEvent,
): Query<readonly NotificationKey[]> {
  const { database } = known;
  const { pubkey, kind } = event;
  if (kind === KIND.Bookmarks) {
    return (yield* inParallel(
      bookmarkRefs(event).map(({ target }) =>
        to(pubkey, NOTIFICATION_TYPE.bookmarked, known, target),
      ),
    )).flat();
  }
  if (kind === KIND.Contacts) {
    const followed = event.tags.flatMap(([name, value = '']) =>
      name === 'p' && value !== pubkey && isHex(value, 64) ? [value] : [],
    );
    return (yield* localAccountsAmong(database, followed)).map((receiver) =>
      notice(receiver, NOTIFICATION_TYPE.followed, pubkey),
    );
  }
  if (tagValue(event, 'status') !== 'live') return [];
  const address = `${kind}:${pubkey}:${tagValue(event, 'd') ?? ''}`;
  const host =
    event.tags.find((tag) => isHost(tag) && (tag[1] === pubkey || isProved(tag, address)))?.[1] ??
    pubkey;
  const sql =
    'select r.pubkey as receiver from follows f join receivers r on r.pubkey = f.follower where f.followed = ?1 and f.follower <> ?1';
  return (yield* database.all(sql, [host], readReceiver)).map((receiver) =>
    notice(receiver, NOTIFICATION_TYPE.live, host, address),
  );
}

function isHost([name, pubkey = '', , role = '']: Tag): boolean {
  return name === 'p' && isHex(pubkey, 64) && role.toLowerCase() === 'host';
}

/**
 * True if the account agreed to take part (NIP-53). The fifth element is its signature of the hash
 * of the address.
 */
function isProved([, pubkey = '', , , proof = '']: Tag, address: string): boolean {
  if (!isHex(proof, 128)) return false;
  try {
    return schnorr.verify(hexToBytes(proof), sha256(utf8ToBytes(address)), hexToBytes(pubkey));
  } catch {
    return false;
  }
}

/** Return those of these accounts that receive notifications. */
export function* localAccountsAmong(
  database: Database,
  pubkeys: readonly string[],
): Query<string[]> {
  if (pubkeys.length === 0) return [];
  const sql =
    'select r.pubkey as receiver from json_each(?) j cross join receivers r on r.pubkey = j.value';
  return [...new Set(yield* database.all(sql, [pubkeys], readReceiver))];
}
