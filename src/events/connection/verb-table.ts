import type { SignedEvent } from '../nostr/event.ts';
import { KIND, RESULT } from '../nostr/kinds.ts';
import {
  type AnswerShape,
  FEEDS,
  leaders,
  listed,
  messages,
  NOTHING,
  only,
  PAGE,
  PEOPLE,
  PEOPLE_RESULTS,
  POSTS,
  SUGGESTED,
} from './answer-shape.ts';
import type {
  Viewer,
  Paging,
  Page,
  Nothing,
  Subject,
  Seen,
  Extended,
  Coordinate,
  Target,
  Replacing,
  Signed,
  Provable,
} from './verb-parameters.ts';

/**
 * One verb: the shape of its answer and its payload (`takes` is never set, it only carries the
 * type).
 */
interface VerbEntry<P> extends AnswerShape {
  readonly takes?: P;
}

/**
 * Every verb of the caching service with its payload and the shape of its answer (CACHE-06). The
 * client uses it in `query`, and the service's registry must answer exactly these verbs.
 */
export const VERB_TABLE = {
  // Feeds, threads, events, reads.
  mega_feed_directive: verb<Page & { readonly spec: string }>(PAGE),
  multi_kind_mega_feed_directive: verb<
    Page & { readonly spec: string; readonly kinds?: readonly number[] | undefined }
  >(PAGE),
  feed: verb<
    Page &
      Subject & {
        readonly notes?:
          | 'follows'
          | 'authored'
          | 'replies'
          | 'bookmarks'
          | 'user_media_thumbnails'
          | undefined;
        readonly include_replies?: boolean | undefined;
        readonly kinds?: readonly number[] | undefined;
      }
  >(PAGE),
  long_form_content_feed: verb<
    Page & {
      readonly pubkey?: string | undefined;
      readonly notes?: 'follows' | 'authored' | 'zappedbyfollows' | undefined;
      readonly topic?: string | undefined;
      readonly curation?: string | undefined;
      readonly minwords?: number | undefined;
    }
  >(PAGE),
  thread_view: verb<
    Page & { readonly event_id: string; readonly include_parent_posts?: boolean | undefined }
  >(PAGE),
  multi_kind_thread_view: verb<
    Page & { readonly event_id: string; readonly kinds?: readonly number[] | undefined }
  >(PAGE),
  long_form_content_thread_view: verb<Page & Coordinate>(PAGE),
  events: verb<Viewer & Extended & { readonly event_ids: readonly string[] }>({
    events: 'all',
    results: [...PAGE.results, RESULT.EventIds],
  }),
  parametrized_replaceable_event: verb<Viewer & Extended & Coordinate>(POSTS),
  parametrized_replaceable_events: verb<Extended & { readonly events: readonly Coordinate[] }>(
    POSTS,
  ),
  replaceable_event: verb<Subject & { readonly kind: number }>({ events: 'all', results: [] }),
  parameterized_replaceable_list: verb<Subject & Extended & { readonly identifier: string }>(
    listed(KIND.CategorizedPeople),
  ),
  drafts: verb<Subject & Paging & { readonly kind: number }>({
    events: [KIND.Draft, KIND.LongFormDraft],
    results: [RESULT.Range],
  }),
  creator_paid_tiers: verb<Subject>({ events: [KIND.TierList, KIND.Tier], results: [] }),
  get_reads_topics: verb<Nothing>(only(RESULT.ReadsTopics)),
  get_featured_authors: verb<Nothing>(only(RESULT.FeaturedAuthors)),
  get_recommended_reads: verb<Nothing>(only(RESULT.RecommendedReads)),
  get_reads_feeds: verb<Nothing>(only(RESULT.ReadsFeeds)),
  get_home_feeds: verb<Nothing>(only(RESULT.HomeFeeds)),
  get_advanced_feeds: verb<Nothing>(only(RESULT.AdvancedFeeds)),
  articles_stats: verb<Subject & { readonly kind: number }>(only(RESULT.ArticlesStats)),
  top_article: verb<Subject & { readonly by: 'satszapped' | 'interactions' }>({
    events: [KIND.LongForm],
    results: [RESULT.NoteStats],
  }),
  get_highlights: verb<Viewer & Coordinate>({
    events: 'all',
    results: [...POSTS.results, RESULT.HighlightGroups],
  }),
  note_mentions: verb<Viewer & Target & Pick<Paging, 'limit' | 'offset'>>(POSTS),
  note_mentions_count: verb<{ readonly event_id: string }>(only(RESULT.NoteMentionsCount)),
  /** `kind` of the acting event: 7 likes, 6 reposts, 1 replies, 9735 zaps. */
  event_actions: verb<
    Viewer & Target & Pick<Paging, 'limit' | 'offset'> & { readonly kind: number }
  >({
    events: 'all',
    results: PEOPLE.results,
  }),
  find_reposts: verb<Subject & { readonly event_id: string }>({
    events: [KIND.Repost, KIND.GenericRepost],
    results: [],
  }),

  // Profiles, follows, lists, relays.
  user_infos: verb<{ readonly pubkeys: readonly string[] }>(PEOPLE),
  user_profile: verb<Seen>({
    events: [...PEOPLE.events, KIND.LiveEvent],
    results: [...PEOPLE.results, RESULT.UserStats, RESULT.FilteringReason],
  }),
  contact_list: verb<Subject & Extended>(listed(KIND.Contacts)),
  user_followers: verb<Seen & Pick<Paging, 'limit'>>(PEOPLE),
  mutual_follows: verb<Seen>(PEOPLE),
  user_profile_followed_by: verb<Seen & Pick<Paging, 'limit'>>(PEOPLE),
  is_user_following: verb<Subject & { readonly user_pubkey: string }>(only(RESULT.IsUserFollowing)),
  user_profile_scored_content: verb<Seen & Pick<Paging, 'limit'>>(POSTS),
  user_profile_scored_media_thumbnails: verb<Seen & Pick<Paging, 'limit'>>(POSTS),
  user_of_ln_address: verb<{ readonly ln_address: string }>({
    events: PEOPLE.events,
    results: [...PEOPLE.results, RESULT.Releases],
  }),
  /**
   * The public key of a name at its domain (NIP-05), fetched by the service. `address`:
   * `name@domain`. Specific to this service.
   */
  verified_name: verb<{ readonly address: string }>(only(RESULT.WellKnownKey)),
  /**
   * The key that signs zap receipts for a lightning address (NIP-57), fetched by the service.
   * Specific to this service.
   */
  zap_provider: verb<{ readonly address: string }>(only(RESULT.WellKnownKey)),
  get_user_relays: verb<Subject>(only(RESULT.UserRelays)),
  get_user_relays_2: verb<{ readonly pubkeys: readonly string[] }>(only(RESULT.UserRelays)),
  get_default_relays: verb<Nothing>(only(RESULT.DefaultRelays)),
  get_suggested_users: verb<Nothing>(SUGGESTED),
  follow_lists: verb<Paging>(listed(KIND.StarterPack, RESULT.Range)),
  follow_list: verb<Subject & { readonly identifier: string }>(listed(KIND.StarterPack)),
  mutelist: verb<Subject & Extended>({
    events: [...PEOPLE.events, KIND.MuteList, KIND.CategorizedPeople],
    results: PEOPLE.results,
  }),
  mutelists: verb<Subject & Extended>(listed(KIND.CategorizedPeople)),
  allowlist: verb<Subject & Extended>(listed(KIND.CategorizedPeople)),
  get_bookmarks: verb<Subject>({ events: [KIND.Bookmarks], results: [] }),
  search_filterlist: verb<Subject & { readonly user_pubkey: string }>({
    events: [KIND.Metadata],
    results: [RESULT.FilteringReason],
  }),

  // Search, explore, statistics, feed market.
  user_search: verb<
    Pick<Paging, 'limit'> & { readonly query: string; readonly pubkey?: string | undefined }
  >({
    events: [...PEOPLE.events, KIND.LiveEvent],
    results: PEOPLE.results,
  }),
  search: verb<Page & { readonly query: string; readonly kind?: number | undefined }>(PAGE),
  advanced_search: verb<Page & { readonly query: string }>(PAGE),
  parse_advanced_search_query: verb<{ readonly query: string }>(only(RESULT.ParsedSearchQuery)),
  /** `specification` is a feed spec. */
  advanced_feed: verb<Page & { readonly specification: string }>(PAGE),
  explore: verb<
    Page & {
      readonly timeframe: 'latest' | 'popular' | 'trending' | 'mostzapped';
      readonly scope: 'global' | 'network' | 'tribe' | 'follows';
      readonly created_after?: number | undefined;
      readonly group_by_pubkey?: boolean | undefined;
    }
  >(PAGE),
  explore_global_trending_24h: verb<Viewer>(PAGE),
  explore_global_mostzapped_4h: verb<Viewer>(PAGE),
  scored: verb<Viewer & { readonly selector: string }>({
    events: 'all',
    results: [...PEOPLE_RESULTS, RESULT.Referenced],
  }),
  scored_users_24h: verb<Viewer>({
    events: [KIND.Metadata, KIND.BlossomServers],
    results: PEOPLE_RESULTS,
  }),
  explore_people: verb<Page>({
    events: PEOPLE.events,
    results: [...PEOPLE.results, RESULT.UserFollowerIncreases, RESULT.Range],
  }),
  explore_zaps: verb<Page & { readonly created_after?: number | undefined }>(PAGE),
  explore_media: verb<Page>(PAGE),
  explore_topics: verb<Viewer>(only(RESULT.Topics)),
  net_stats: verb<Nothing>(only(RESULT.NetStats)),
  /** The answer is an object without a kind. */
  server_name: verb<Nothing>(NOTHING),
  explore_legend_counts: verb<Subject>(only(RESULT.LegendCounts)),
  get_featured_dvm_feeds: verb<
    Viewer & {
      readonly kind?: 'notes' | 'reads' | undefined;
      readonly primal_feeds?: boolean | undefined;
    }
  >(FEEDS),
  /** All feeds of the market, without actions of the viewer or of their follows. */
  get_dvm_feeds: verb<Nothing>(FEEDS),
  dvm_feed_info: verb<Viewer & Subject & { readonly identifier: string }>(FEEDS),

  // Settings, notifications, messages.
  get_app_settings: verb<Signed>({ events: [KIND.Settings], results: [RESULT.DefaultSettings] }),
  set_app_settings: verb<Replacing & { readonly settings_event: SignedEvent }>({
    events: [KIND.Settings],
    results: [],
  }),
  get_default_app_settings: verb<{ readonly client: string }>(only(RESULT.DefaultSettings)),
  get_app_subsettings: verb<Signed>(only(RESULT.AppSubsettings)),
  set_app_subsettings: verb<Signed & Replacing>(NOTHING),
  get_default_app_subsettings: verb<{ readonly subkey: string }>(only(RESULT.AppSubsettings)),
  /**
   * The versions of an account's stored settings, and again after each change. `subkeys`: values
   * beside the settings. Specific to this service.
   */
  settings_versions: verb<Signed & { readonly subkeys: readonly string[] }>(
    only(RESULT.SettingsVersions),
  ),
  get_app_releases: verb<Nothing>(only(RESULT.Releases)),
  get_notifications: verb<
    Seen &
      Paging & {
        readonly type_group?: 'all' | 'zaps' | 'replies' | 'mentions' | 'reposts' | undefined;
      }
  >({
    events: 'all',
    results: [...POSTS.results, RESULT.Notification, RESULT.UserStats, RESULT.Range],
  }),
  get_notifications_seen: verb<Subject>(only(RESULT.NotificationsSeen)),
  set_notifications_seen: verb<Signed>(NOTHING),
  notification_counts: verb<Subject & { readonly subid?: string | undefined }>(
    only(RESULT.NotificationStats),
  ),
  notification_counts_2: verb<Subject>(only(RESULT.NotificationStats2)),
  notifications: verb<Subject>(only(RESULT.Notification)),
  // messages: this service returns them only to their sender or recipient, who proves their
  // identity once per connection
  get_directmsg_contacts: verb<
    Paging &
      Provable & {
        readonly user_pubkey: string;
        readonly relation?: 'any' | 'follows' | 'other' | undefined;
      }
  >(messages(RESULT.MessageStatsPerSender)),
  get_directmsgs: verb<Paging & Provable & { readonly receiver: string; readonly sender: string }>(
    messages(),
  ),
  directmsg_count: verb<Subject>(only(RESULT.MessageStats)),
  directmsg_count_2: verb<Subject>(only(RESULT.SuggestedUsersByCategory)),
  reset_directmsg_count: verb<Signed & { readonly sender: string }>(NOTHING),
  reset_directmsg_counts: verb<Signed>(NOTHING),

  // Publishing, reports, zaps, live streams, media servers, and the protocol
  // itself.
  set_primal_protocol: verb<{ readonly compression?: 'zlib' | undefined }>(NOTHING),
  import_events: verb<{ readonly events: readonly SignedEvent[] }>(only(RESULT.ImportStatus)),
  broadcast_events: verb<{
    readonly events: readonly SignedEvent[];
    readonly relays: readonly string[];
  }>(only(RESULT.BroadcastResponses)),
  report_user: verb<Signed & Subject>(NOTHING),
  report_note: verb<Signed & { readonly event_id: string }>(NOTHING),
  /**
   * Votes of a poll, newest first. `option`: only votes for this option. Every page includes the
   * viewer's own vote.
   */
  poll_votes: verb<Page & { readonly event_id: string; readonly option?: string | undefined }>(
    PAGE,
  ),
  event_zaps_by_satszapped: verb<Page & Target>(PAGE),
  user_zaps_sent: verb<Paging & { readonly sender: string }>(PAGE),
  /** Receipts of paid invoices, if they count as zaps. */
  invoices_to_zap_receipts: verb<{ readonly invoices: readonly string[] }>(
    only(RESULT.InvoicesToZapReceipts),
  ),
  live_feed: verb<
    Coordinate & {
      readonly user_pubkey: string;
      readonly content_moderation_mode?: 'all' | 'moderated' | undefined;
    }
  >({
    events: [KIND.LiveChatMessage, KIND.Reaction, KIND.Zap, KIND.LiveEvent],
    results: [RESULT.LiveEventStats],
  }),
  live_events_from_follows: verb<{ readonly user_pubkey: string }>({
    events: [KIND.LiveEvent],
    results: [],
  }),
  find_live_events: verb<{
    readonly host_pubkey: string;
    readonly identifier?: string | undefined;
  }>({
    events: [KIND.LiveEvent],
    results: [],
  }),
  get_recommended_blossom_servers: verb<Nothing>(only(RESULT.BlossomServers)),

  // Membership, leaderboards, wallet. The first eleven and `wallet` go to a separate
  // socket.
  membership_status: verb<Signed>(only(RESULT.MembershipStatus)),
  membership_name_available: verb<{ readonly name: string; readonly pubkey?: string | undefined }>(
    only(RESULT.MembershipNameAvailable),
  ),
  membership_change_name: verb<Signed>(only(RESULT.MembershipNameAvailable)),
  membership_purchase_product: verb<Signed>(only(RESULT.MembershipProducts)),
  membership_purchase_monitor: verb<{ readonly membership_quote_id: string }>(
    only(RESULT.MembershipProducts),
  ),
  membership_stripe_checkout_session_check_status: verb<Signed>(only(RESULT.MembershipStatus)),
  membership_purchase_history: verb<Signed>(only(RESULT.OrderHistory, RESULT.Range)),
  membership_legend_customization: verb<Signed>(NOTHING),
  membership_exchange_rate: verb<{ readonly target_currency: string }>(only(RESULT.ExchangeRate)),
  membership_media_management_stats: verb<Signed>(only(RESULT.MediaStats)),
  membership_media_management_uploads: verb<Signed & Paging>(
    only(RESULT.MediaList, RESULT.MediaInfo, RESULT.Range),
  ),
  membership_media_management_delete: verb<Signed>(NOTHING),
  membership_recovery_contact_lists: verb<Signed>({
    events: [KIND.Contacts],
    results: [RESULT.Range],
  }),
  membership_recover_contact_list: verb<Signed>(NOTHING),
  membership_content_stats: verb<Signed>(only(RESULT.ContentStats)),
  membership_content_backup: verb<
    Signed & {
      readonly kinds: readonly number[];
      readonly since?: number | undefined;
      readonly limit?: number | undefined;
    }
  >({ events: 'all', results: [] }),
  membership_content_rebroadcast_start: verb<Signed & { readonly kinds: readonly number[] }>(
    only(RESULT.BroadcastStatus),
  ),
  membership_content_rebroadcast_cancel: verb<Signed>(only(RESULT.BroadcastStatus)),
  membership_content_rebroadcast_status: verb<Signed>(only(RESULT.BroadcastStatus)),
  rebroadcasting_status: verb<Signed>(only(RESULT.BroadcastStatus)),
  membership_legends_leaderboard: verb<
    Paging & { readonly order_by?: 'donated_btc' | 'last_donation' | 'index' | undefined }
  >(leaders(RESULT.LegendLeaderboard)),
  membership_premium_leaderboard: verb<
    Paging & { readonly order_by?: 'premium_since' | 'index' | undefined }
  >(leaders(RESULT.PremiumLeaderboard)),
  wallet: verb<{ readonly operation_event: SignedEvent }>(
    only(RESULT.ExchangeRate, RESULT.WalletIsUser, RESULT.WalletConnectionCreated),
  ),

  // Verbs that only other and older clients use.
  feed_2: verb<Page & Subject>(PAGE),
  feed_directive: verb<Page & { readonly directive: string }>(PAGE),
  feed_directive_2: verb<Page & { readonly directive: string }>(PAGE),
  /** `kinds`: of results, as in `zaps_feed`. */
  user_zaps: verb<
    Paging & {
      readonly sender?: string | undefined;
      readonly receiver?: string | undefined;
      readonly kinds?: readonly number[];
    }
  >(PAGE),
  /** Zaps that any of these accounts sent or received. */
  zaps_feed: verb<
    Paging & { readonly pubkeys: readonly string[]; readonly kinds?: readonly number[] | undefined }
  >(PAGE),
  user_zaps_by_satszapped: verb<Paging & { readonly receiver: string }>(PAGE),
  enrich_feed_events: verb<Viewer & { readonly event_ids: readonly string[] }>(POSTS),
  profile_followed_by: verb<Seen & Pick<Paging, 'limit'>>(PEOPLE),
  get_suggested_users_2: verb<Nothing>(SUGGESTED),
  network_stats: verb<Nothing>(only(RESULT.NetStats)),
  get_app_settings_2: verb<Signed>({ events: [KIND.Settings], results: [] }),
  broadcast_reply: verb<{ readonly event: SignedEvent }>(only(RESULT.BroadcastResponses)),
  upload_chunk: verb<Signed>(NOTHING),
  upload_complete: verb<Signed>(NOTHING),
  upload_cancel: verb<Signed>(NOTHING),
};

function verb<P>(answer: AnswerShape): VerbEntry<P> {
  return answer;
}
