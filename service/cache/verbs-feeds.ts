import { articleFeed } from './feeds-articles.ts';
import { accountFeed } from './feeds-notes.ts';
import { explore, rankedNotes } from './feeds-ranked.ts';
import { type Asked, pageResults } from './feeds.ts';
import { type CacheContext, viewOf } from './context.ts';
import { countOf, flagOf, hexOf, kindsOf, type Payload, pageOf, Refusal, requiredHex, textOf } from './payload.ts';
import { type Result } from './results.ts';
import { readSpec, resolveDirective, resolveSpec, type Resolved } from './specs.ts';
import { exploreZaps } from './verbs-zaps.ts';

const RULES = { limit: 20, max: 1_000 };
const SHORT = { limit: 20, max: 50, capped: true };
const HOUR = 3_600;

/** Any feed by its spec (4.1). */
export function megaFeed(context: CacheContext, payload: Payload): Result[] {
  const spec = readSpec(textOf(payload, 'spec') ?? textOf(payload, 'specification'));
  return answerWith(context, payload, resolveSpec(asked(context, payload), spec, kindsOf(payload) ?? kindsOf(spec)));
}

/** A feed of an account (4.2). */
export function feed(context: CacheContext, payload: Payload): Result[] {
  const question = asked(context, payload);
  const kinds = kindsOf(payload);
  const notes = textOf(payload, 'notes') ?? 'follows';
  const includeReplies = flagOf(payload, 'include_replies', false);
  return pageResults(question, accountFeed(question, { pubkey: requiredHex(payload, 'pubkey'), notes, includeReplies, kinds }));
}

/** A feed by an old client's directive (12.6). */
export function feedDirective(context: CacheContext, payload: Payload): Result[] {
  const directive = textOf(payload, 'directive') ?? '';
  const question = asked(context, payload);
  return answerWith(context, payload, resolveDirective(question, directive, flagOf(payload, 'include_replies', false)));
}

/** Articles (4.3). */
export function longFormContentFeed(context: CacheContext, payload: Payload): Result[] {
  const question = asked(context, payload);
  const page = articleFeed(question, {
    pubkey: hexOf(payload, 'pubkey'),
    notes: textOf(payload, 'notes') ?? 'follows',
    topic: textOf(payload, 'topic'),
    curation: textOf(payload, 'curation'),
    minWords: countOf(payload, 'minwords', 0),
  });
  return pageResults(question, page);
}

/** Notes by scope and timeframe (6.3). */
export function exploreVerb(context: CacheContext, payload: Payload): Result[] {
  const timeframe = textOf(payload, 'timeframe') ?? '';
  if (!['latest', 'popular', 'trending', 'mostzapped'].includes(timeframe)) throw new Refusal(`unknown timeframe ${timeframe}`);
  const question = asked(context, payload, SHORT);
  const page = explore(question, { timeframe, scope: textOf(payload, 'scope') ?? '', createdAfter: countOf(payload, 'created_after', 0) });
  return page ? pageResults(question, page) : [];
}

export function trending24h(context: CacheContext, payload: Payload): Result[] {
  const question = asked(context, { ...payload, limit: 50 }, SHORT);
  return pageResults(question, rankedNotes(question, { rank: 'score', createdAfter: context.store.now() - 24 * HOUR }));
}

export function mostZapped4h(context: CacheContext, payload: Payload): Result[] {
  const question = asked(context, { ...payload, limit: 50 }, SHORT);
  return pageResults(question, rankedNotes(question, { rank: 'satszapped', createdAfter: context.store.now() - 4 * HOUR }));
}

function asked(context: CacheContext, payload: Payload, rules: { limit: number; max: number; capped?: boolean } = RULES): Asked {
  return { context, view: viewOf(context, payload), page: pageOf(payload, rules) };
}

function answerWith(context: CacheContext, payload: Payload, resolved: Resolved): Result[] {
  if (!resolved) return [];
  if ('verb' in resolved) return exploreZaps(context, payload);
  return pageResults({ context, view: viewOf(context, payload) }, resolved.page);
}
