import { inSeconds, type Seconds } from '../../core/time.ts';
import { replyTarget } from '../../facts/references.ts';
import { type Draft, tagValue, type VerifiedEvent } from '../../nostr/event.ts';
import { KIND } from '../../nostr/kinds.ts';
import {
  failureOf,
  isUnfinished,
  type OutboxRecord,
  type OutboxRecords,
  stateOf,
  takenBackIn,
} from '../../publish/outbox/outbox.ts';

/**
 * Return the key of a like or a repost: `<kind> <id of the event>`. `undefined` if it has no
 * target.
 */
export function actOf({ kind, tags }: Draft): string | undefined {
  const id = tags.find(([name]) => name === 'e')?.[1];
  return id === undefined ? undefined : `${kind} ${id}`;
}

const known = new WeakMap<OutboxRecords, ReadonlySet<string>>();

/**
 * Return the user's own actions by the log, which outlives the page (ACCOUNT-17, STATE-03): signed,
 * accepted or being sent. Actions with an accepted deletion request are left out (NIP-09). Cached
 * for each state of the log.
 */
export function actsIn(records: OutboxRecords): ReadonlySet<string> {
  const found = known.get(records) ?? foldActs(records);
  known.set(records, found);
  return found;
}

function foldActs(records: OutboxRecords): ReadonlySet<string> {
  const gone = takenBackIn(records);
  return new Set(
    [...records.values()]
      .filter(isStanding)
      .flatMap(({ event }) => (gone.has(event.id) ? [] : (actOf(event) ?? []))),
  );
}

/** Return own actions of this kind on this event that were published from here. */
export function actsOn(
  records: OutboxRecords,
  target: string,
  kind: number,
): readonly SignedRecord[] {
  const act = `${kind} ${target}`;
  return [...records.values()].filter(isStanding).filter(({ event }) => actOf(event) === act);
}

/** Return the ids of own highlights of an article that were published from here. */
export function highlightsOn(records: OutboxRecords, address: string): readonly string[] {
  return ownOf(records, KIND.Highlight).flatMap((event) =>
    tagValue(event, 'a') === address ? [event.id] : [],
  );
}

/** A highlight that was ordered here and is not signed yet, because it can still be undone. */
export interface PendingHighlight {
  readonly job: string;
  readonly account: string;
  readonly draft: Draft;
}

export function pendingHighlightsOn(
  records: OutboxRecords,
  address: string,
): readonly PendingHighlight[] {
  return [...records.values()].flatMap((record) => {
    const { job, account, wish } = record;
    const state = stateOf(record);
    return wish.type === 'event' &&
      (state === 'intended' || state === 'drafted') &&
      wish.draft.kind === KIND.Highlight &&
      tagValue(wish.draft, 'a') === address
      ? [{ job, account, draft: wish.draft }]
      : [];
  });
}

/** Return own events of these kinds that were published from here. */
export function ownOf(
  records: OutboxRecords,
  ...kinds: readonly number[]
): readonly VerifiedEvent[] {
  return [...records.values()]
    .filter(isStanding)
    .flatMap(({ event }) => (kinds.includes(event.kind) ? [event] : []));
}

/** Kinds that the composer publishes and that feeds list. */
const POSTS: ReadonlySet<number> = new Set([KIND.Text, KIND.Poll, KIND.ZapPoll]);

/**
 * Return the ids of own posts that feeds may not list yet, newest first: ordered or first accepted
 * since the page was opened, or not accepted.
 */
export function ownPosts(
  records: OutboxRecords,
  of: 'notes' | 'replies',
  opened: Seconds,
): readonly string[] {
  return [...records.values()]
    .flatMap((record) => {
      const { event, at, acceptedAt = at } = record;
      return event !== undefined &&
        POSTS.has(event.kind) &&
        (replyTarget(event) !== undefined) === (of === 'replies') &&
        stateOf(record) !== 'discarded' &&
        (at >= opened || acceptedAt >= opened || isUnfinished(record))
        ? [event]
        : [];
    })
    .toSorted((one, other) => inSeconds(other.created_at) - inSeconds(one.created_at))
    .map(({ id }) => id);
}

type SignedRecord = OutboxRecord & { readonly event: VerifiedEvent };

function isStanding(record: OutboxRecord): record is SignedRecord {
  return (
    record.event !== undefined && failureOf(record) === undefined && stateOf(record) !== 'discarded'
  );
}
