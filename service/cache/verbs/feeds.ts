import { minus, seconds } from '../../../src/events/core/time.ts';
import { articleFeed } from '../feeds/article-feeds.ts';
import { accountFeed } from '../feeds/note-feeds.ts';
import { explore, rankedNotes } from '../feeds/ranked-feeds.ts';
import { type FeedRequest, pageResults } from '../feeds/feed-page.ts';
import { type CacheContext, viewOf } from '../cache-context.ts';
import {
  countOf,
  flagOf,
  hexOf,
  kindsOf,
  type Payload,
  pageOf,
  Refusal,
  requiredHex,
  textOf,
} from '../payload.ts';
import { type Result } from '../results.ts';
import { readSpec, resolveDirective, resolveSpec, type Resolved } from '../feeds/feed-specs.ts';
import { exploreZaps } from './zaps.ts';

const RULES = { limit: 20, max: 1_000 };
const SHORT = { limit: 20, max: 50, capped: true };
const HOUR = 3_600;

/** Any feed by its spec. */
export async function megaFeed(context: CacheContext, payload: Payload): Promise<Result[]> {
  const spec = readSpec(textOf(payload, 'spec') ?? textOf(payload, 'specification'));
  const request = await readFeedRequest(context, payload);
  return answerWith(
    request,
    payload,
    await resolveSpec(request, spec, kindsOf(payload) ?? kindsOf(spec)),
  );
}

/** A feed of an account. */
export async function feed(context: CacheContext, payload: Payload): Promise<Result[]> {
  const request = await readFeedRequest(context, payload);
  const kinds = kindsOf(payload);
  const notes = textOf(payload, 'notes') ?? 'follows';
  const includeReplies = flagOf(payload, 'include_replies', false);
  return pageResults(
    request,
    await accountFeed(request, {
      pubkey: requiredHex(payload, 'pubkey'),
      notes,
      includeReplies,
      kinds,
    }),
  );
}

/** A feed by an old client's directive. */
export async function feedDirective(context: CacheContext, payload: Payload): Promise<Result[]> {
  const directive = textOf(payload, 'directive') ?? '';
  const request = await readFeedRequest(context, payload);
  return answerWith(
    request,
    payload,
    await resolveDirective(request, directive, flagOf(payload, 'include_replies', false)),
  );
}

/** Articles. */
export async function longFormContentFeed(
  context: CacheContext,
  payload: Payload,
): Promise<Result[]> {
  const request = await readFeedRequest(context, payload);
  const page = await articleFeed(request, {
    pubkey: hexOf(payload, 'pubkey'),
    notes: textOf(payload, 'notes') ?? 'follows',
    topic: textOf(payload, 'topic'),
    curation: textOf(payload, 'curation'),
    minWords: countOf(payload, 'minwords', 0),
  });
  return pageResults(request, page);
}

/** Notes by scope and timeframe. */
export async function exploreVerb(context: CacheContext, payload: Payload): Promise<Result[]> {
  const timeframe = textOf(payload, 'timeframe') ?? '';
  if (!['latest', 'popular', 'trending', 'mostzapped'].includes(timeframe))
    throw new Refusal(`unknown timeframe ${timeframe}`);
  const request = await readFeedRequest(context, payload, SHORT);
  const page = await explore(request, {
    timeframe,
    scope: textOf(payload, 'scope') ?? '',
    createdAfter: seconds(countOf(payload, 'created_after', 0)),
  });
  return page ? await pageResults(request, page) : [];
}

export async function trending24h(context: CacheContext, payload: Payload): Promise<Result[]> {
  const request = await readFeedRequest(context, { ...payload, limit: 50 }, SHORT);
  return pageResults(
    request,
    await rankedNotes(request, {
      rank: 'score',
      createdAfter: minus(context.store.now(), seconds(24 * HOUR)),
    }),
  );
}

export async function mostZapped4h(context: CacheContext, payload: Payload): Promise<Result[]> {
  const request = await readFeedRequest(context, { ...payload, limit: 50 }, SHORT);
  return pageResults(
    request,
    await rankedNotes(request, {
      rank: 'satszapped',
      createdAfter: minus(context.store.now(), seconds(4 * HOUR)),
    }),
  );
}

async function readFeedRequest(
  context: CacheContext,
  payload: Payload,
  rules: { limit: number; max: number; capped?: boolean } = RULES,
): Promise<FeedRequest> {
  return { context, view: await viewOf(context, payload), page: pageOf(payload, rules) };
}

async function answerWith(
  request: FeedRequest,
  payload: Payload,
  resolved: Resolved,
): Promise<Result[]> {
  if (!resolved) return [];
  if (resolved === 'zaps') return exploreZaps(request.context, payload);
  return pageResults(request, resolved.page);
}
