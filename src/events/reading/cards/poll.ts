import type { CacheQuery } from '../../connection/cache-query.ts';
import { query } from '../../connection/verbs.ts';
import { type Draft, type SignedEvent, type Tag, tagValue } from '../../nostr/event.ts';
import { field, isRecord, parseJson } from '../../core/json.ts';
import { KIND } from '../../nostr/kinds.ts';
import { clip, clipLine } from '../../core/text.ts';
import { isTimestamp, seconds, type Seconds } from '../../core/time.ts';
import { selectHints } from '../../facts/references.ts';
import { composed, type Ours } from '../../nostr/ours.ts';

export interface PollOption {
  readonly id: string;
  readonly label: string;
}

/** A poll (kind 1068, NIP-88), or a poll that is voted on by zaps (kind 6969). */
export interface Poll {
  readonly id: string;
  /** Each once, in the order of their tags. */
  readonly options: readonly PollOption[];
  readonly isMultiple: boolean;
  readonly byZaps: boolean;
  readonly endsAt: Seconds | undefined;
  /** The relays for votes: at most 3, through the url policy. */
  readonly relays: readonly string[];
}

interface OptionCount {
  readonly votes: number;
  readonly satszapped: number;
}

/** By option id. */
export type PollCounts = ReadonlyMap<string, OptionCount>;

const MOST_OPTIONS = 64;
const LONGEST_ID = 64;
const LONGEST_LABEL = 512;
const MOST_RELAYS = 3;
const MOST_RESPONSES = 200;
/** Number of votes that are read individually. The service counts all of them. */
const VOTES = 100;

type Readable = Pick<SignedEvent, 'id' | 'kind' | 'tags'>;

/**
 * Read a poll. `undefined` if it is not a poll. Total: options without an id or a label are left
 * out.
 */
export function readPoll(event: Readable): Poll | undefined {
  if (event.kind !== KIND.Poll && event.kind !== KIND.ZapPoll) return undefined;
  const byZaps = event.kind === KIND.ZapPoll;
  const options = new Map<string, PollOption>();
  for (const tag of event.tags) {
    const option = tag[0] === (byZaps ? 'poll_option' : 'option') ? readOption(tag) : undefined;
    if (option && !options.has(option.id)) options.set(option.id, option);
    if (options.size === MOST_OPTIONS) break;
  }
  const end = tagValue(event, byZaps ? 'closed_at' : 'endsAt');
  return {
    id: event.id,
    options: [...options.values()],
    isMultiple: tagValue(event, 'polltype') === 'multiplechoice',
    byZaps,
    endsAt: isTimestamp(end) ? seconds(Number(end)) : undefined,
    relays: selectHints(
      event.tags.filter(([name]) => name === 'relay').map(([, url = '']) => url),
      MOST_RELAYS,
    ),
  };
}

/**
 * Return the choices of a vote (kind 1018): the first one, or all of them, each once, if the poll
 * allows several.
 */
export function choicesOf(poll: Poll, vote: Pick<SignedEvent, 'tags'>): readonly string[] {
  const known = new Set(poll.options.map(({ id }) => id));
  const said = vote.tags
    .flatMap(([name, id = '']) => (name === 'response' && known.has(id) ? [id] : []))
    .slice(0, MOST_RESPONSES);
  return poll.isMultiple ? [...new Set(said)] : said.slice(0, 1);
}

/** Return the newest vote of each account that was cast before the end (NIP-88). */
export function newestVotes<Vote extends SignedEvent>(
  poll: Poll,
  votes: Iterable<Vote>,
): ReadonlyMap<string, Vote> {
  const newest = new Map<string, Vote>();
  for (const vote of votes) {
    if (vote.kind !== KIND.PollVote || tagValue(vote, 'e') !== poll.id) continue;
    if (poll.endsAt !== undefined && vote.created_at > poll.endsAt) continue;
    const before = newest.get(vote.pubkey);
    const isNewer =
      !before ||
      vote.created_at > before.created_at ||
      (vote.created_at === before.created_at && vote.id < before.id);
    if (isNewer) newest.set(vote.pubkey, vote);
  }
  return newest;
}

export function choicesBy(
  poll: Poll,
  cast: ReadonlyMap<string, SignedEvent>,
): ReadonlyMap<string, readonly string[]> {
  return new Map([...cast].map(([pubkey, vote]) => [pubkey, choicesOf(poll, vote)]));
}

/** Return the choices that count, by account. */
export function countedVotes(
  poll: Poll,
  votes: Iterable<SignedEvent>,
): ReadonlyMap<string, readonly string[]> {
  return choicesBy(poll, newestVotes(poll, votes));
}

/** Count the votes, with an entry for every option. */
export function tallyOf(poll: Poll, votes: ReadonlyMap<string, readonly string[]>): PollCounts {
  const counts = new Map(poll.options.map(({ id }) => [id, { votes: 0, satszapped: 0 }]));
  for (const choices of votes.values()) {
    for (const id of choices) {
      const count = counts.get(id);
      if (count) count.votes++;
    }
  }
  return counts;
}

/**
 * Return the counts of one poll in a service's claim (10000179: poll -> option -> votes, sats).
 * `undefined` if it does not name the poll.
 */
export function readPollStats(content: unknown, poll: Poll): PollCounts | undefined {
  const stats = isRecord(content) ? field(content, poll.id) : undefined;
  if (!isRecord(stats)) return undefined;
  return new Map(
    poll.options.map(({ id }) => {
      const count = field(stats, id);
      const row = isRecord(count) ? count : {};
      return [
        id,
        { votes: amountOf(field(row, 'votes')), satszapped: amountOf(field(row, 'satszapped')) },
      ];
    }),
  );
}

/** NIP-88: a vote for these options. */
export function buildVote(poll: Poll, choices: readonly string[]): Ours<Draft> {
  const tags: Tag[] = [['e', poll.id], ...choices.map((id): Tag => ['response', id])];
  return composed({ kind: KIND.PollVote, content: '', tags });
}

export function zappedOption(receipt: Pick<SignedEvent, 'tags'>): string | undefined {
  const request = parseJson(tagValue(receipt, 'description') ?? '');
  const tags = isRecord(request) ? field(request, 'tags') : undefined;
  const tag: unknown = Array.isArray(tags)
    ? tags.find((each: unknown) => Array.isArray(each) && each[0] === 'poll_option')
    : undefined;
  const id: unknown = Array.isArray(tag) ? tag[1] : undefined;
  return typeof id === 'string' ? id : undefined;
}

/**
 * Return the query for the votes of a poll, newest first, with their totals. The vote of `viewer`
 * is always included.
 */
export function pollQuery(id: string, viewer: string): CacheQuery {
  return query('poll_votes', { event_id: id, user_pubkey: viewer, limit: VOTES });
}

/** Return the counts with an account's vote in place of its earlier one. */
export function withVote(
  counts: PollCounts,
  before: readonly string[],
  after: readonly string[],
): PollCounts {
  const changed = new Map(counts);
  const add = (id: string, by: number) => {
    const count = changed.get(id);
    if (count) changed.set(id, { ...count, votes: Math.max(0, count.votes + by) });
  };
  for (const id of before) add(id, -1);
  for (const id of after) add(id, 1);
  return changed;
}

function readOption([, id = '', label = '']: Tag): PollOption | undefined {
  const shown = clipLine(label, LONGEST_LABEL);
  return id === '' || id.length > LONGEST_ID || shown === ''
    ? undefined
    : { id: clip(id, LONGEST_ID), label: shown };
}

function amountOf(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0;
}
