import { KIND, RESULT } from '../../../src/events/nostr/kinds.ts';
import { inSeconds } from '../../../src/events/core/time.ts';
import type { KeptFile } from '../../store/accounts/uploads.ts';
import type { CacheContext } from '../cache-context.ts';
import { countOf, isHex64, kindsOf, type Payload, pageOf, Refusal, textOf } from '../payload.ts';
import { copyOrigin, mediaResource } from '../results/media-results.ts';
import { rangeResult } from '../feeds/page-range.ts';
import { type Result, synthetic } from '../results.ts';
import { contentOf, privateRequest, signedRequest } from '../signed-request.ts';
import type { StreamAnswer } from '../shared-streams.ts';

// Storage and content of the account that signs the request

const MOST_BACKED_UP = 100_000;
const MOST_LISTS = 30;

/** Return bytes of an account's uploads by type, and the remaining space (10000163). */
export async function mediaStats(context: CacheContext, payload: Payload): Promise<Result[]> {
  const { pubkey } = await privateRequest(context, payload);
  const bytes = await context.store.uploadedBytes(pubkey);
  const [video, image] = [bytes.get('video') ?? 0, bytes.get('image') ?? 0];
  const all = [...bytes.values()].reduce((sum, each) => sum + each, 0);
  const free = context.options.uploads?.free() ?? 0;
  return [synthetic(RESULT.MediaStats, { video, image, other: all - video - image, free })];
}

/** Return an account's uploads, newest first (10000164, 10000119). */
export async function mediaUploads(context: CacheContext, payload: Payload): Promise<Result[]> {
  const { pubkey } = await privateRequest(context, payload);
  const kept = await context.store.uploadsOf(pubkey, pageOf(payload, { limit: 20, max: 1_000 }));
  const known = await Promise.all(
    kept.map(async (upload) => ({ ...upload, ...(await urlOf(context, upload)) })),
  );
  const uploads = known.flatMap(({ url, duration, ...upload }) =>
    url === undefined ? [] : [{ ...upload, url, duration: duration ?? 0 }],
  );
  const rows = uploads.map(({ url, size, mime, createdAt }) => ({
    url,
    size,
    mimetype: mime,
    created_at: createdAt,
  }));
  return [
    synthetic(RESULT.MediaList, rows),
    synthetic(RESULT.MediaInfo, {
      resources: uploads.map((upload) => mediaResource(upload, copyOrigin(context))),
    }),
    rangeResult(
      uploads.map(({ createdAt }) => inSeconds(createdAt)),
      uploads.map(({ url }) => url),
      'created_at',
    ),
  ];
}

/** Delete one upload, given by its address. */
export async function mediaDelete(context: CacheContext, payload: Payload): Promise<Result[]> {
  const event = await signedRequest(context, payload);
  const { origin, uploads } = context.options;
  const url = textOf(contentOf(event), 'url') ?? '';
  const hash =
    origin !== undefined && url.startsWith(`${origin}/`)
      ? url.slice(origin.length + 1).slice(0, 64)
      : '';
  if (!isHex64(hash) || !(await uploads?.remove(hash, event.pubkey)))
    throw new Refusal('invalid url');
  return [];
}

/** Return earlier contact lists, one per day, to recover lost follows. */
export async function recoveryContactLists(
  context: CacheContext,
  payload: Payload,
): Promise<Result[]> {
  const { pubkey } = await privateRequest(context, payload);
  const lists = await context.store.versionsByDay(`${KIND.Contacts}:${pubkey}:`, MOST_LISTS);
  return [
    ...lists.map(({ raw }) => raw),
    rangeResult(
      lists.map(({ created_at }) => inSeconds(created_at)),
      lists.map(({ id }) => id),
      'created_at',
    ),
  ];
}

/** The author signs and publishes the list. Here it only has to be one of theirs. */
export async function recoverContactList(
  context: CacheContext,
  payload: Payload,
): Promise<Result[]> {
  const event = await signedRequest(context, payload);
  const id = textOf(contentOf(event), 'event_id') ?? '';
  const [list] = isHex64(id) ? await context.store.events([id]) : [];
  if (list?.kind !== KIND.Contacts || list.pubkey !== event.pubkey) throw new Refusal('error');
  return [];
}

/** Return an account's events by kind, most first (10000166). */
export async function contentStats(context: CacheContext, payload: Payload): Promise<Result[]> {
  return [
    synthetic(
      RESULT.ContentStats,
      await context.store.kindCounts((await privateRequest(context, payload)).pubkey),
    ),
  ];
}

/** Return an account's own events, oldest first. */
export async function contentBackup(context: CacheContext, payload: Payload): Promise<Result[]> {
  const { pubkey } = await privateRequest(context, payload);
  const { limit } = pageOf(payload, { limit: 1_000, max: MOST_BACKED_UP });
  return (
    await context.store.eventsOfAccount(
      pubkey,
      kindsOf(payload) ?? [],
      countOf(payload, 'since', 0),
      limit,
    )
  ).map(({ raw }) => raw);
}

/** This service does not send an account's events to relays again yet. */
export async function rebroadcastStart(context: CacheContext, payload: Payload): Promise<Result[]> {
  await signedRequest(context, payload);
  throw new Refusal('rebroadcasting is not available here');
}

/** No rebroadcast runs, so there is nothing to stop and no status. */
export async function rebroadcastStatus(
  context: CacheContext,
  payload: Payload,
): Promise<Result[]> {
  await signedRequest(context, payload);
  return [];
}

export function rebroadcastStream(context: CacheContext, payload: Payload): StreamAnswer {
  return { results: () => rebroadcastStatus(context, payload) };
}

async function urlOf({ options }: CacheContext, { hash }: KeptFile) {
  const blob = await options.uploads?.find(hash);
  if (!blob || options.origin === undefined) return undefined;
  return {
    url: `${options.origin}${blob.path}`,
    width: blob.width,
    height: blob.height,
    duration: 0,
  };
}
