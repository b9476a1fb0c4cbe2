import type { SETUP, VerbName, Verbs } from '../../src/events/connection/verbs.ts';
import type { SignedEvent } from '../../src/events/nostr/event.ts';
import type { CacheContext } from './cache-context.ts';
import type { Answer } from './frames.ts';
import { isRecord } from '../../src/events/core/json.ts';
import { RESULT } from '../../src/events/nostr/kinds.ts';
import { isDiskFull, StoreUnavailable } from '../errors.ts';
import { askedFrom } from '../long-query-turns.ts';
import { type Payload, Refusal } from './payload.ts';
import type { Result } from './results.ts';
import type { StreamAnswer } from './shared-streams.ts';
import * as suggested from './results/suggested-users.ts';
import { advancedFeeds } from './verbs/advanced-feeds.ts';
import * as authors from './verbs/drafts-and-tiers.ts';
import * as content from './verbs/own-content.ts';
import * as dvm from './verbs/feed-market.ts';
import * as events from './verbs/events.ts';
import * as explore from './verbs/explore.ts';
import * as feeds from './verbs/feeds.ts';
import * as leaders from './verbs/leaderboards.ts';
import * as lists from './verbs/lists.ts';
import * as lookups from './verbs/verified-names.ts';
import * as live from './verbs/live.ts';
import * as members from './verbs/membership.ts';
import * as messages from './verbs/messages.ts';
import * as notifications from './verbs/notifications.ts';
import * as people from './verbs/profiles.ts';
import * as polls from './verbs/polls.ts';
import * as packs from './verbs/follow-packs.ts';
import * as publish from './verbs/publish.ts';
import * as purchase from './verbs/purchases.ts';
import * as searches from './verbs/search.ts';
import * as settings from './verbs/settings.ts';
import * as stats from './verbs/statistics.ts';
import * as threads from './verbs/threads.ts';
import * as wallets from './verbs/wallet.ts';
import * as zaps from './verbs/zaps.ts';

type Verb = (context: CacheContext, payload: Payload) => Result[] | Promise<Result[]>;
/**
 * A verb that waits for other services. The caller aborts the signal when it no longer wants the
 * response.
 */
type SlowVerb = (context: CacheContext, payload: Payload, signal: AbortSignal) => Promise<Result[]>;

/** A verb that responds at once and then sends more. */
type StreamVerb = (context: CacheContext, payload: Payload) => StreamAnswer;

const SLOW_MS = 10_000;
const UNKNOWN: Answer = { notice: 'unknown api request' };

const SLOW_VERBS = {
  broadcast_events: publish.broadcastEvents,
  broadcast_reply: publish.broadcastReply,
  verified_name: lookups.verifiedName,
  zap_provider: lookups.zapProvider,
} satisfies Partial<Record<VerbName, SlowVerb>>;

/** Verbs that continue after their response, until CLOSE. */
const STREAMS = {
  net_stats: ({ streams }) => ({ results: async () => [], open: (push) => streams.netStats(push) }),
  live_feed: live.liveFeed,
  live_events_from_follows: live.liveEventsFromFollows,
  settings_versions: settings.settingsVersions,
  notifications: notifications.notificationStream,
  notification_counts: notifications.notificationCounts,
  notification_counts_2: notifications.notificationCounts2,
  directmsg_count: messages.directmsgCount,
  directmsg_count_2: messages.directmsgCount2,
  rebroadcasting_status: content.rebroadcastStream,
  membership_purchase_monitor: purchase.purchaseMonitor,
} satisfies Partial<Record<VerbName, StreamVerb>>;

/**
 * Verbs with a single response. The compiler finds a verb of the shared table without an
 * implementation, and an unknown one (CACHE-06).
 */
const VERBS = {
  mega_feed_directive: feeds.megaFeed,
  multi_kind_mega_feed_directive: feeds.megaFeed,
  advanced_feed: feeds.megaFeed,
  feed: feeds.feed,
  long_form_content_feed: feeds.longFormContentFeed,
  explore: feeds.exploreVerb,
  explore_global_trending_24h: feeds.trending24h,
  explore_global_mostzapped_4h: feeds.mostZapped4h,
  thread_view: threads.threadView,
  multi_kind_thread_view: threads.threadView,
  long_form_content_thread_view: threads.longFormContentThreadView,
  note_mentions: threads.noteMentions,
  note_mentions_count: threads.noteMentionsCount,
  event_actions: threads.eventActions,
  find_reposts: threads.findReposts,
  get_highlights: threads.getHighlights,
  poll_votes: polls.pollVotes,
  event_zaps_by_satszapped: zaps.eventZapsBySatszapped,
  user_zaps_sent: zaps.userZapsSent,
  explore_zaps: zaps.exploreZaps,
  invoices_to_zap_receipts: zaps.invoicesToZapReceipts,
  events: events.events,
  parametrized_replaceable_event: events.parametrizedReplaceableEvent,
  parametrized_replaceable_events: events.parametrizedReplaceableEvents,
  replaceable_event: events.replaceableEvent,
  parameterized_replaceable_list: events.parameterizedReplaceableList,
  mutelist: events.muteList,
  mutelists: events.namedList('mutelists'),
  allowlist: events.namedList('allowlist'),
  get_bookmarks: events.getBookmarks,
  contact_list: events.contactList,
  import_events: publish.importEvents,
  report_user: publish.reportUser,
  report_note: publish.reportNote,
  membership_status: members.membershipStatus,
  user_infos: people.userInfos,
  user_profile: people.userProfile,
  user_followers: people.userFollowers,
  mutual_follows: people.mutualFollows,
  user_profile_followed_by: people.userProfileFollowedBy,
  is_user_following: people.isUserFollowing,
  user_profile_scored_content: people.userProfileScoredContent,
  user_profile_scored_media_thumbnails: people.userProfileScoredMedia,
  get_user_relays: people.getUserRelays,
  get_user_relays_2: people.getUserRelays2,
  search_filterlist: people.searchFilterlist,
  get_suggested_users: suggested.suggestedUsers,
  follow_lists: packs.followLists,
  follow_list: packs.followList,
  user_search: searches.userSearch,
  search: searches.search,
  advanced_search: searches.advancedSearch,
  parse_advanced_search_query: searches.parseSearchQuery,
  scored: stats.scored,
  explore_legend_counts: stats.legendCounts,
  articles_stats: stats.articlesStats,
  top_article: stats.topArticle,
  get_home_feeds: lists.homeFeeds,
  get_reads_feeds: lists.readsFeeds,
  get_app_settings: settings.getAppSettings,
  set_app_settings: alone(settings.setAppSettings),
  get_default_app_settings: settings.getDefaultAppSettings,
  get_app_subsettings: settings.getAppSubsettings,
  set_app_subsettings: alone(settings.setAppSubsettings),
  get_default_app_subsettings: settings.getDefaultAppSubsettings,
  get_recommended_reads: lists.recommendedReads,
  get_reads_topics: lists.readsTopics,
  get_featured_authors: lists.featuredAuthors,
  get_default_relays: lists.defaultRelays,
  get_recommended_blossom_servers: lists.blossomServers,
  get_app_releases: lists.appReleases,
  drafts: authors.drafts,
  creator_paid_tiers: authors.creatorPaidTiers,
  get_advanced_feeds: advancedFeeds,
  scored_users_24h: explore.scoredUsers24h,
  explore_people: explore.explorePeople,
  explore_media: explore.exploreMedia,
  explore_topics: explore.exploreTopics,
  find_live_events: live.findLiveEvents,
  get_featured_dvm_feeds: dvm.featuredDvmFeeds,
  get_dvm_feeds: dvm.dvmFeeds,
  dvm_feed_info: dvm.dvmFeedInfo,
  user_of_ln_address: people.userOfLnAddress,
  get_notifications: notifications.getNotifications,
  get_notifications_seen: notifications.getNotificationsSeen,
  set_notifications_seen: notifications.setNotificationsSeen,
  get_directmsg_contacts: messages.directmsgContacts,
  get_directmsgs: messages.directmsgs,
  reset_directmsg_count: messages.resetDirectmsgCount,
  reset_directmsg_counts: messages.resetDirectmsgCounts,
  membership_name_available: purchase.nameAvailable,
  membership_change_name: alone(purchase.changeName),
  membership_purchase_product: purchase.purchaseProduct,
  membership_stripe_checkout_session_check_status: purchase.notSold,
  membership_purchase_history: purchase.purchaseHistory,
  membership_legend_customization: alone(purchase.legendCustomization),
  membership_exchange_rate: wallets.exchangeRate,
  wallet: wallets.wallet,
  membership_media_management_stats: content.mediaStats,
  membership_media_management_uploads: content.mediaUploads,
  membership_media_management_delete: content.mediaDelete,
  membership_recovery_contact_lists: content.recoveryContactLists,
  membership_recover_contact_list: content.recoverContactList,
  membership_content_stats: content.contentStats,
  membership_content_backup: content.contentBackup,
  membership_content_rebroadcast_start: content.rebroadcastStart,
  membership_content_rebroadcast_cancel: content.rebroadcastStatus,
  membership_content_rebroadcast_status: content.rebroadcastStatus,
  membership_legends_leaderboard: leaders.legendsLeaderboard,
  membership_premium_leaderboard: leaders.premiumLeaderboard,
  server_name: stats.serverName,
  feed_2: feeds.feed,
  feed_directive: feeds.feedDirective,
  feed_directive_2: feeds.feedDirective,
  user_zaps: zaps.userZaps,
  zaps_feed: zaps.zapsFeed,
  user_zaps_by_satszapped: zaps.userZapsBySatszapped,
  enrich_feed_events: events.enrichFeedEvents,
  profile_followed_by: people.userProfileFollowedBy,
  get_suggested_users_2: suggested.suggestedUsers2,
  network_stats: stats.networkStats,
  get_app_settings_2: settings.getAppSettings2,
  upload_chunk: purchase.oldUpload,
  upload_complete: purchase.oldUpload,
  upload_cancel: purchase.oldUpload,
} satisfies Record<
  Exclude<VerbName, keyof typeof STREAMS | keyof typeof SLOW_VERBS | (typeof SETUP)['verb']>,
  Verb
>;

/** Verbs with an immediate response: without streams, slow verbs and the setup of a connection. */
export const ANSWERS: ReadonlyMap<string, Verb> = new Map<string, Verb>(Object.entries(VERBS));
const STREAM_ANSWERS: ReadonlyMap<string, StreamVerb> = new Map<string, StreamVerb>(
  Object.entries(STREAMS),
);
const SLOW_ANSWERS: ReadonlyMap<string, SlowVerb> = new Map<string, SlowVerb>(
  Object.entries(SLOW_VERBS),
);
/** Verbs whose payload may carry a signed event: no other one can store or change anything. */
type SignedVerb = { [V in VerbName]: SignedEvent extends SignedIn<Verbs[V]> ? V : never }[VerbName];
type SignedIn<P> = OneOf<P[keyof P]>;
type OneOf<T> = T extends readonly (infer Each)[] ? Each : T;
/** The compiler compares this with the shared table, so that a new verb cannot be forgotten. */
const ACTING: Readonly<Record<SignedVerb, true>> = {
  broadcast_events: true,
  broadcast_reply: true,
  get_app_settings: true,
  get_app_settings_2: true,
  get_app_subsettings: true,
  get_directmsg_contacts: true,
  get_directmsgs: true,
  import_events: true,
  membership_change_name: true,
  membership_content_backup: true,
  membership_content_rebroadcast_cancel: true,
  membership_content_rebroadcast_start: true,
  membership_content_rebroadcast_status: true,
  membership_content_stats: true,
  membership_legend_customization: true,
  membership_media_management_delete: true,
  membership_media_management_stats: true,
  membership_media_management_uploads: true,
  membership_purchase_history: true,
  membership_purchase_product: true,
  membership_recover_contact_list: true,
  membership_recovery_contact_lists: true,
  membership_status: true,
  membership_stripe_checkout_session_check_status: true,
  rebroadcasting_status: true,
  report_note: true,
  report_user: true,
  reset_directmsg_count: true,
  reset_directmsg_counts: true,
  set_app_settings: true,
  set_app_subsettings: true,
  set_notifications_seen: true,
  settings_versions: true,
  upload_cancel: true,
  upload_chunk: true,
  upload_complete: true,
  wallet: true,
};

/** True if the verb may store or change data, or requires a proof. */
export function acts(verb: string): boolean {
  return Object.hasOwn(ACTING, verb);
}

/** Return all supported verbs. */
export const verbNames = (): string[] =>
  [ANSWERS, STREAM_ANSWERS, SLOW_ANSWERS].flatMap((verbs) => [...verbs.keys()]);

/** Answer a request that is no stream and waits only for the store. Never rejects. */
export async function answer(
  context: CacheContext,
  verb: string,
  payload: unknown,
): Promise<Answer> {
  const answering = ANSWERS.get(verb);
  if (!answering) return UNKNOWN;
  const started = performance.now();
  const reply = await measured(context, verb, async () =>
    answering({ ...context, verb }, isRecord(payload) ? payload : {}),
  );
  if ('notice' in reply || performance.now() - started < SLOW_MS) return reply;
  return { results: [...reply.results, JSON.stringify({ kind: RESULT.PartialResponse })] };
}

/** Lock for a verb that reads before it writes, so that no other one runs in between. */
function alone(verb: Verb): Verb {
  return (context, payload) => context.inTurn(async () => verb(context, payload));
}

export function isStream(verb: string): boolean {
  return STREAM_ANSWERS.has(verb);
}

/**
 * Return the immediate response of a stream verb, and a function that opens its stream if it has
 * one. Request the response after opening. Never throws.
 */
export function answerStream(
  context: CacheContext,
  verb: string,
  payload: unknown,
): { readonly answer: () => Promise<Answer>; readonly open?: StreamAnswer['open'] } {
  try {
    const { results = async () => [], open } =
      STREAM_ANSWERS.get(verb)?.({ ...context, verb }, isRecord(payload) ? payload : {}) ?? {};
    return { answer: () => measured(context, verb, results), ...(open && { open }) };
  } catch (error) {
    return { answer: () => measured(context, verb, () => Promise.reject(error)) };
  }
}

export function isSlow(verb: string): boolean {
  return SLOW_ANSWERS.has(verb);
}

/** Answer a slow verb. Never rejects. */
export async function answerSlow(
  context: CacheContext,
  verb: string,
  payload: unknown,
  signal: AbortSignal,
): Promise<Answer> {
  const answering = SLOW_ANSWERS.get(verb);
  if (!answering) return UNKNOWN;
  return measured(context, verb, async () =>
    answering({ ...context, verb }, isRecord(payload) ? payload : {}, signal),
  );
}

/** Run a verb and record its result and duration. */
async function measured(
  context: CacheContext,
  verb: string,
  work: () => Promise<readonly Result[]>,
): Promise<Answer> {
  const { meter } = context.options;
  const started = performance.now();
  const reply = await attempt(context, verb, work);
  meter?.verbs.observe(verb, (performance.now() - started) / 1_000);
  if ('notice' in reply) meter?.failures.add(verb);
  return reply;
}

/**
 * Return the body of a response to POST /api: JSON text of the results, or of `{"error": text}`.
 * Never rejects.
 */
export async function answerBody(
  context: CacheContext,
  call: unknown,
  signal: AbortSignal,
): Promise<string> {
  const [verb, payload]: unknown[] = Array.isArray(call) ? call : [];
  const name = typeof verb === 'string' ? verb : '';
  const reply = isSlow(name)
    ? await answerSlow(context, name, payload, signal)
    : await answer(context, name, payload);
  return 'notice' in reply
    ? JSON.stringify({ error: reply.notice })
    : `[${reply.results.join(',')}]`;
}

/** Convert any error of a request to a NOTICE. Never rejects. */
export async function attempt(
  context: CacheContext,
  name: string,
  work: () => Promise<readonly Result[]>,
): Promise<Answer> {
  try {
    return { results: await askedFrom(context.from, work) };
  } catch (error) {
    return failure(context, name, error);
  }
}

function failure(context: CacheContext, name: string, error: unknown): Answer {
  if (error instanceof Refusal) return { notice: error.message };
  if (error instanceof StoreUnavailable) return { notice: error.reason };
  if (isDiskFull(error)) return { notice: 'the disk is full, nothing more is stored' };
  context.options.failed?.(name, error);
  return { notice: 'error' };
}
