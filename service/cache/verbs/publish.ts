import { tagValue, type VerifiedEvent } from '../../../src/events/nostr/event.ts';
import { field } from '../../../src/events/core/json.ts';
import { KIND, RESULT } from '../../../src/events/nostr/kinds.ts';
import { readEvent } from '../../../src/events/nostr/event-shape.ts';
import { plus, seconds } from '../../../src/events/core/time.ts';
import { objectionTo, objectionToRepeated } from '../../relay/admission.ts';
import { parseStored } from '../../store/stored-event.ts';
import { writeRelays } from '../results/account-results.ts';
import { type CacheContext, requireRoom, senderOf } from '../cache-context.ts';
import { isHex64, type Payload, Refusal, requiredHex } from '../payload.ts';
import { type Result, synthetic } from '../results.ts';
import { signedEvent, signedRequest } from '../signed-request.ts';

const MOST_IMPORTED = 1_000;
const MOST_BROADCAST = 50;
const AHEAD = seconds(300);
/** In characters. The types of NIP-56 are short. */
const LONGEST_REASON = 40;
const REPORT_BYTES = 200;

/** Store signed events after verifying each. */
export async function importEvents(context: CacheContext, payload: Payload): Promise<Result[]> {
  const { store, options } = context;
  const { guard } = options;
  const sender = senderOf(context);
  const given = listIn(payload, 'events', MOST_IMPORTED);
  const latest = plus(store.now(), AHEAD);
  const good = given.flatMap((value) => {
    const event = guard.arriving(sender.from) === undefined ? readEvent(value) : undefined;
    const verified = event && event.created_at < latest ? options.verify(event) : undefined;
    const objection =
      verified &&
      (objectionTo(verified, store.now(), sender.proved) ??
        objectionToRepeated(verified, options.verify));
    return verified && objection === undefined ? [verified] : [];
  });
  const standings = await guard.standingsOf(good.map((event) => [event, sender]));
  const fit = good.filter((event) => guard.objectionTo(event, sender, standings) === undefined);
  const { added, refused } = await store.insert(fit);
  return [
    synthetic(RESULT.ImportStatus, {
      imported: added.length,
      errors: given.length - fit.length + refused.length,
    }),
  ];
}

/** Send signed events to relays and return the response of each. */
export function broadcastEvents(
  context: CacheContext,
  payload: Payload,
  signal: AbortSignal,
): Promise<Result[]> {
  const events = listIn(payload, 'events', MOST_BROADCAST).map((value) =>
    signedEvent(context, value),
  );
  const relays = listIn(payload, 'relays', Infinity).filter((url) => typeof url === 'string');
  return broadcast(context, events, relays, signal);
}

/** Send the parent of a note to the relays of the note's author. */
export async function broadcastReply(
  context: CacheContext,
  payload: Payload,
  signal: AbortSignal,
): Promise<Result[]> {
  const reply = signedEvent(context, field(payload, 'event'));
  const ids = reply.tags.flatMap(([name, id, , marker]) =>
    name === 'e' && isHex64(id) && (marker === 'root' || marker === 'reply') ? [id] : [],
  );
  const parents = (await context.store.events([...new Set(ids)].slice(0, MOST_BROADCAST))).flatMap(
    (stored) => context.options.verify(parseStored(stored)) ?? [],
  );
  return broadcast(context, parents, await writeRelays(context.store, reply.pubkey), signal);
}

/**
 * Store an account's report of another. The signed event is a report itself (kind 1984), or a fresh
 * request.
 */
export function reportUser(context: CacheContext, payload: Payload): Promise<Result[]> {
  return report(context, payload, 'p', requiredHex(payload, 'pubkey'));
}

export function reportNote(context: CacheContext, payload: Payload): Promise<Result[]> {
  return report(context, payload, 'e', requiredHex(payload, 'event_id'));
}

async function report(
  context: CacheContext,
  payload: Payload,
  tag: string,
  target: string,
): Promise<Result[]> {
  const { store } = context;
  const words = signedEvent(context, field(payload, 'event_from_user'));
  const { pubkey } =
    words.kind === KIND.ReportContent ? words : await signedRequest(context, payload);
  if (words.kind === KIND.ReportContent && tagValue(words, tag) !== target)
    throw new Refusal('error');
  const reason = words.tags.find(([name, value]) => name === tag && value === target)?.[2];
  await requireRoom(context, pubkey, REPORT_BYTES);
  await store.report(
    target,
    pubkey,
    words.kind === KIND.ReportContent && reason ? reason.slice(0, LONGEST_REASON) : undefined,
  );
  return [];
}

async function broadcast(
  context: CacheContext,
  events: readonly VerifiedEvent[],
  relays: readonly string[],
  signal: AbortSignal,
): Promise<Result[]> {
  const heard = await context.options.broadcast?.(
    { events, relays, sender: senderOf(context) },
    signal,
  );
  if (!heard) throw new Refusal('too many broadcasts');
  const rows = events.map(({ id }) => ({
    event_id: id,
    responses: [...heard].flatMap(([url, said]) => {
      const text = said.get(id);
      return text === undefined ? [] : [[url, text]];
    }),
  }));
  return [synthetic(RESULT.BroadcastResponses, rows)];
}

function listIn(payload: Payload, key: string, most: number): readonly unknown[] {
  const given = field(payload, key);
  if (!Array.isArray(given)) throw new Refusal('error');
  if (given.length > most) throw new Refusal('limit too big');
  return given;
}
