import type { CacheContext } from './context.ts';
import type { Answer } from './frames.ts';
import { isRecord } from '../../src/events/json.ts';
import { RESULT } from '../../src/events/kinds.ts';
import { isDiskFull } from '../trouble.ts';
import { type Payload, Refusal } from './payload.ts';
import type { Result } from './results.ts';
import * as suggested from './suggested.ts';
import * as events from './verbs-events.ts';
import * as feeds from './verbs-feeds.ts';
import * as lists from './verbs-lists.ts';
import * as members from './verbs-members.ts';
import * as people from './verbs-profiles.ts';
import * as publish from './verbs-publish.ts';
import * as searches from './verbs-search.ts';
import * as settings from './verbs-settings.ts';
import * as stats from './verbs-stats.ts';
import * as threads from './verbs-threads.ts';
import * as zaps from './verbs-zaps.ts';

type Verb = (context: CacheContext, payload: Payload) => Result[];
/** A verb that waits for others. Whoever no longer wants its answer aborts the signal. */
type SlowVerb = (context: CacheContext, payload: Payload, signal: AbortSignal) => Promise<Result[]>;

const SLOW_MS = 10_000;

const VERBS: ReadonlyMap<string, Verb> = new Map<string, Verb>([
  ['mega_feed_directive', feeds.megaFeed],
  ['multi_kind_mega_feed_directive', feeds.megaFeed],
  ['advanced_feed', feeds.megaFeed],
  ['feed', feeds.feed],
  ['feed_2', feeds.feed],
  ['feed_directive', feeds.feedDirective],
  ['feed_directive_2', feeds.feedDirective],
  ['long_form_content_feed', feeds.longFormContentFeed],
  ['explore', feeds.exploreVerb],
  ['explore_global_trending_24h', feeds.trending24h],
  ['explore_global_mostzapped_4h', feeds.mostZapped4h],
  ['thread_view', threads.threadView],
  ['multi_kind_thread_view', threads.threadView],
  ['long_form_content_thread_view', threads.longFormContentThreadView],
  ['note_mentions', threads.noteMentions],
  ['note_mentions_count', threads.noteMentionsCount],
  ['event_actions', threads.eventActions],
  ['find_reposts', threads.findReposts],
  ['get_highlights', threads.getHighlights],
  ['event_zaps_by_satszapped', zaps.eventZapsBySatszapped],
  ['user_zaps', zaps.userZaps],
  ['user_zaps_sent', zaps.userZapsSent],
  ['user_zaps_by_satszapped', zaps.userZapsBySatszapped],
  ['explore_zaps', zaps.exploreZaps],
  ['events', events.events],
  ['enrich_feed_events', events.enrichFeedEvents],
  ['parametrized_replaceable_event', events.parametrizedReplaceableEvent],
  ['parametrized_replaceable_events', events.parametrizedReplaceableEvents],
  ['replaceable_event', events.replaceableEvent],
  ['parameterized_replaceable_list', events.parameterizedReplaceableList],
  ['mutelist', events.muteList],
  ['mutelists', events.namedList('mutelists')],
  ['allowlist', events.namedList('allowlist')],
  ['get_bookmarks', events.getBookmarks],
  ['contact_list', events.contactList],
  ['import_events', publish.importEvents],
  ['report_user', publish.reportUser],
  ['report_note', publish.reportNote],
  ['membership_status', members.membershipStatus],
  ['user_infos', people.userInfos],
  ['user_profile', people.userProfile],
  ['user_followers', people.userFollowers],
  ['mutual_follows', people.mutualFollows],
  ['user_profile_followed_by', people.userProfileFollowedBy],
  ['profile_followed_by', people.userProfileFollowedBy],
  ['is_user_following', people.isUserFollowing],
  ['user_profile_scored_content', people.userProfileScoredContent],
  ['user_profile_scored_media_thumbnails', people.userProfileScoredMedia],
  ['get_user_relays', people.getUserRelays],
  ['get_user_relays_2', people.getUserRelays2],
  ['search_filterlist', people.searchFilterlist],
  ['get_suggested_users', suggested.suggestedUsers],
  ['get_suggested_users_2', suggested.suggestedUsers2],
  ['user_search', searches.userSearch],
  ['search', searches.search],
  ['advanced_search', searches.advancedSearch],
  ['scored', stats.scored],
  ['network_stats', stats.networkStats],
  ['explore_legend_counts', stats.legendCounts],
  ['server_name', stats.serverName],
  ['articles_stats', stats.articlesStats],
  ['top_article', stats.topArticle],
  ['get_home_feeds', lists.homeFeeds],
  ['get_reads_feeds', lists.readsFeeds],
  ['get_app_settings', settings.getAppSettings],
  ['get_app_settings_2', settings.getAppSettings2],
  ['set_app_settings', settings.setAppSettings],
  ['get_default_app_settings', settings.getDefaultAppSettings],
  ['get_app_subsettings', settings.getAppSubsettings],
  ['set_app_subsettings', settings.setAppSubsettings],
  ['get_default_app_subsettings', settings.getDefaultAppSubsettings],
  ['get_featured_dvm_feeds', lists.featuredDvmFeeds],
  ['get_recommended_reads', lists.recommendedReads],
  ['get_reads_topics', lists.readsTopics],
  ['get_featured_authors', lists.featuredAuthors],
  ['get_default_relays', lists.defaultRelays],
  ['get_recommended_blossom_servers', lists.blossomServers],
  ['get_app_releases', lists.appReleases],
]);

const SLOW_VERBS: ReadonlyMap<string, SlowVerb> = new Map<string, SlowVerb>([
  ['broadcast_events', publish.broadcastEvents],
  ['broadcast_reply', publish.broadcastReply],
]);

/** What is answered here at once, besides set_primal_protocol and net_stats, which belong to a connection. */
export const VERB_NAMES: readonly string[] = [...VERBS.keys()];

/** Answers one request that is no stream and waits for nobody. Never throws. */
export function answer(context: CacheContext, verb: string, payload: unknown): Answer {
  const answering = VERBS.get(verb);
  if (!answering) return { notice: 'unknown api request' };
  const started = performance.now();
  const reply = attempt(context, verb, () => answering(context, isRecord(payload) ? payload : {}));
  if ('notice' in reply || performance.now() - started < SLOW_MS) return reply;
  return { results: [...reply.results, JSON.stringify({ kind: RESULT.PartialResponse })] };
}

export function isSlow(verb: string): boolean {
  return SLOW_VERBS.has(verb);
}

/** Answers a slow verb. Never rejects. */
export async function answerSlow(context: CacheContext, verb: string, payload: unknown, signal: AbortSignal): Promise<Answer> {
  try {
    const results = await SLOW_VERBS.get(verb)?.(context, isRecord(payload) ? payload : {}, signal);
    return results ? { results } : { notice: 'unknown api request' };
  } catch (error) {
    return failure(context, verb, error);
  }
}

/** Body of an answer to POST /api (1.10): JSON text of the results, or of `{"error": text}`. Never rejects. */
export async function answerBody(context: CacheContext, call: unknown, signal: AbortSignal): Promise<string> {
  const [verb, payload]: unknown[] = Array.isArray(call) ? call : [];
  const name = typeof verb === 'string' ? verb : '';
  const reply = isSlow(name) ? await answerSlow(context, name, payload, signal) : answer(context, name, payload);
  return 'notice' in reply ? JSON.stringify({ error: reply.notice }) : `[${reply.results.join(',')}]`;
}

/** Whatever goes wrong in a request becomes its NOTICE (1.5). Never throws. */
export function attempt(context: CacheContext, name: string, work: () => Result[]): Answer {
  try {
    return { results: work() };
  } catch (error) {
    return failure(context, name, error);
  }
}

function failure(context: CacheContext, name: string, error: unknown): Answer {
  if (error instanceof Refusal) return { notice: error.message };
  if (isDiskFull(error)) return { notice: 'the disk is full, nothing more is stored' };
  context.options.log?.(`${name}: ${String(error)}`);
  return { notice: 'error' };
}
