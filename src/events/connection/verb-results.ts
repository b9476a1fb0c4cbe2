import { KIND, RESULT } from '../kinds.ts';
import type { Verbs } from './verbs.ts';

/** What an answer may hold: kinds of signed events (all kinds where a page may show anything) and of unsigned results. */
export interface AnswerShape {
  readonly events: readonly number[] | 'all';
  readonly results: readonly number[];
}

const NOTHING = { events: [], results: [] } as const;
const PEOPLE_RESULTS = [
  RESULT.UserScores,
  RESULT.VerifiedUsersDict,
  RESULT.LegendCustomization,
  RESULT.MembershipCohorts,
  RESULT.MediaInfo,
  RESULT.LinkMetadata,
] as const;
/** "Profiles": kind 0 and media servers of accounts, with ranks, names, badges and memberships. */
const PEOPLE = { events: [KIND.Metadata, KIND.BlossomServers], results: [...PEOPLE_RESULTS, RESULT.UserFollowerCounts] } as const;
/** Posts with all that is needed to show them (2.4). */
const POSTS = {
  events: 'all',
  results: [
    ...PEOPLE_RESULTS,
    RESULT.Referenced,
    RESULT.NoteStats,
    RESULT.NoteActions,
    RESULT.ZapEvent,
    RESULT.WordCount,
    RESULT.EventRelays,
    RESULT.HlsVideo,
    RESULT.PollStats,
    RESULT.PartialResponse,
  ],
} as const;
const PAGE = { events: 'all', results: [...POSTS.results, RESULT.Range] } as const;
const FEEDS = [KIND.Metadata, KIND.BlossomServers, KIND.Dvm] as const;
const FEED_RESULTS = [...PEOPLE_RESULTS, RESULT.NoteStats, RESULT.NoteActions, RESULT.DvmFollowsActions, RESULT.DvmMetadata] as const;

/** What every verb that the documents name is answered with (CACHE-06; sections 4 to 11 and 17 of the protocol). */
export const VERB_RESULTS = {
  mega_feed_directive: PAGE,
  multi_kind_mega_feed_directive: PAGE,
  feed: PAGE,
  long_form_content_feed: PAGE,
  thread_view: PAGE,
  multi_kind_thread_view: PAGE,
  long_form_content_thread_view: PAGE,
  events: { events: 'all', results: [...PAGE.results, RESULT.EventIds] },
  parametrized_replaceable_event: POSTS,
  parametrized_replaceable_events: POSTS,
  replaceable_event: { events: 'all', results: [] },
  parameterized_replaceable_list: listed(KIND.CategorizedPeople),
  drafts: { events: [KIND.Draft, KIND.LongFormDraft], results: [RESULT.Range] },
  creator_paid_tiers: { events: [KIND.TierList, KIND.Tier], results: [] },
  get_reads_topics: only(RESULT.ReadsTopics),
  get_featured_authors: only(RESULT.FeaturedAuthors),
  get_recommended_reads: only(RESULT.RecommendedReads),
  get_reads_feeds: only(RESULT.ReadsFeeds),
  get_home_feeds: only(RESULT.HomeFeeds),
  get_advanced_feeds: only(RESULT.AdvancedFeeds),
  articles_stats: only(RESULT.ArticlesStats),
  top_article: { events: [KIND.LongForm], results: [RESULT.NoteStats] },
  get_highlights: { events: 'all', results: [...POSTS.results, RESULT.HighlightGroups] },
  note_mentions: POSTS,
  note_mentions_count: only(RESULT.NoteMentionsCount),
  event_actions: { events: 'all', results: PEOPLE.results },
  find_reposts: { events: [KIND.Repost, KIND.GenericRepost], results: [] },
  user_infos: PEOPLE,
  user_profile: {
    events: [...PEOPLE.events, KIND.LiveEvent],
    results: [...PEOPLE.results, RESULT.UserStats, RESULT.FilteringReason],
  },
  contact_list: listed(KIND.Contacts),
  user_followers: PEOPLE,
  mutual_follows: PEOPLE,
  user_profile_followed_by: PEOPLE,
  is_user_following: only(RESULT.IsUserFollowing),
  user_profile_scored_content: POSTS,
  user_profile_scored_media_thumbnails: POSTS,
  user_of_ln_address: { events: PEOPLE.events, results: [...PEOPLE.results, RESULT.Releases] },
  get_user_relays: only(RESULT.UserRelays),
  get_user_relays_2: only(RESULT.UserRelays),
  get_default_relays: only(RESULT.DefaultRelays),
  get_suggested_users: { events: PEOPLE.events, results: [...PEOPLE.results, RESULT.SuggestedUsersByCategory] },
  mutelist: { events: [...PEOPLE.events, KIND.MuteList, KIND.CategorizedPeople], results: PEOPLE.results },
  mutelists: listed(KIND.CategorizedPeople),
  allowlist: listed(KIND.CategorizedPeople),
  get_bookmarks: { events: [KIND.Bookmarks], results: [] },
  search_filterlist: { events: [KIND.Metadata], results: [RESULT.FilteringReason] },
  user_search: { events: [...PEOPLE.events, KIND.LiveEvent], results: PEOPLE.results },
  search: PAGE,
  advanced_search: PAGE,
  advanced_feed: PAGE,
  explore: PAGE,
  explore_global_trending_24h: PAGE,
  explore_global_mostzapped_4h: PAGE,
  scored: { events: 'all', results: [...PEOPLE_RESULTS, RESULT.Referenced] },
  scored_users_24h: { events: [KIND.Metadata, KIND.BlossomServers], results: PEOPLE_RESULTS },
  explore_people: { events: PEOPLE.events, results: [...PEOPLE.results, RESULT.UserFollowerIncreases, RESULT.Range] },
  explore_zaps: PAGE,
  explore_media: PAGE,
  explore_topics: only(RESULT.Topics),
  net_stats: only(RESULT.NetStats),
  /** An object without a kind (2.1). */
  server_name: NOTHING,
  explore_legend_counts: only(RESULT.LegendCounts),
  get_featured_dvm_feeds: { events: FEEDS, results: FEED_RESULTS },
  dvm_feed_info: { events: FEEDS, results: FEED_RESULTS },
  get_app_settings: { events: [KIND.Settings], results: [RESULT.DefaultSettings] },
  set_app_settings: { events: [KIND.Settings], results: [] },
  get_default_app_settings: only(RESULT.DefaultSettings),
  get_app_subsettings: only(RESULT.AppSubsettings),
  set_app_subsettings: NOTHING,
  get_default_app_subsettings: only(RESULT.AppSubsettings),
  get_app_releases: only(RESULT.Releases),
  get_notifications: { events: 'all', results: [...POSTS.results, RESULT.Notification, RESULT.UserStats, RESULT.Range] },
  get_notifications_seen: only(RESULT.NotificationsSeen),
  set_notifications_seen: NOTHING,
  notification_counts: only(RESULT.NotificationStats),
  notification_counts_2: only(RESULT.NotificationStats2),
  notifications: only(RESULT.Notification),
  get_directmsg_contacts: messages(RESULT.MessageStatsPerSender),
  get_directmsgs: messages(),
  directmsg_count: only(RESULT.MessageStats),
  directmsg_count_2: only(RESULT.SuggestedUsersByCategory),
  reset_directmsg_count: NOTHING,
  reset_directmsg_counts: NOTHING,
  set_primal_protocol: NOTHING,
  import_events: only(RESULT.ImportStatus),
  broadcast_events: only(RESULT.BroadcastResponses),
  report_user: NOTHING,
  report_note: NOTHING,
  event_zaps_by_satszapped: PAGE,
  user_zaps_sent: PAGE,
  live_feed: {
    events: [KIND.LiveChatMessage, KIND.Reaction, KIND.Zap, KIND.LiveEvent],
    results: [RESULT.LiveEventStats],
  },
  live_events_from_follows: { events: [KIND.LiveEvent], results: [] },
  find_live_events: { events: [KIND.LiveEvent], results: [] },
  get_recommended_blossom_servers: only(RESULT.BlossomServers),
  membership_status: only(RESULT.MembershipStatus),
  membership_name_available: only(RESULT.MembershipNameAvailable),
  membership_change_name: only(RESULT.MembershipNameAvailable),
  membership_purchase_product: only(RESULT.MembershipProducts),
  membership_purchase_monitor: only(RESULT.MembershipProducts),
  membership_stripe_checkout_session_check_status: only(RESULT.MembershipStatus),
  membership_purchase_history: only(RESULT.OrderHistory, RESULT.Range),
  membership_legend_customization: NOTHING,
  membership_exchange_rate: only(RESULT.ExchangeRate),
  membership_media_management_stats: only(RESULT.MediaStats),
  membership_media_management_uploads: only(RESULT.MediaList, RESULT.MediaInfo, RESULT.Range),
  membership_media_management_delete: NOTHING,
  membership_recovery_contact_lists: { events: [KIND.Contacts], results: [RESULT.Range] },
  membership_recover_contact_list: NOTHING,
  membership_content_stats: only(RESULT.ContentStats),
  membership_content_backup: { events: 'all', results: [] },
  membership_content_rebroadcast_start: only(RESULT.BroadcastStatus),
  membership_content_rebroadcast_cancel: only(RESULT.BroadcastStatus),
  membership_content_rebroadcast_status: only(RESULT.BroadcastStatus),
  rebroadcasting_status: only(RESULT.BroadcastStatus),
  membership_legends_leaderboard: leaders(RESULT.LegendLeaderboard),
  membership_premium_leaderboard: leaders(RESULT.PremiumLeaderboard),
  wallet: only(RESULT.ExchangeRate, RESULT.WalletIsUser, RESULT.WalletConnectionCreated),
} as const satisfies Record<keyof Verbs, AnswerShape>;

function only<const K extends readonly number[]>(...results: K) {
  return { events: [], results } as const;
}

function listed<const K extends number>(kind: K) {
  return { events: [...PEOPLE.events, kind], results: PEOPLE.results } as const;
}

function messages<const K extends readonly number[]>(...results: K) {
  return {
    events: [KIND.EncryptedDirectMessage, ...PEOPLE.events],
    results: [...PEOPLE.results, ...results, RESULT.Range],
  } as const;
}

function leaders<const K extends number>(kind: K) {
  return { events: PEOPLE.events, results: [...PEOPLE.results, kind, RESULT.Range] } as const;
}
