import type { SignedEvent } from '../event.ts';

/** Whose eyes; hex like every key here. Undefined fields are not sent. */
interface Viewer {
  readonly user_pubkey?: string | undefined;
}
/** Both bounds are inclusive and on the sort key of the page. */
interface Paging {
  readonly limit?: number | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly offset?: number | undefined;
}
type Page = Viewer & Paging;
type Nothing = Readonly<Record<string, never>>;
type Subject = { readonly pubkey: string };
type Seen = Subject & Viewer;
type Extended = { readonly extended_response?: boolean | undefined };
/** Kind, author and d tag of what is addressed. */
type Coordinate = Subject & { readonly identifier: string; readonly kind: number };
/** An event by id, or an article by author and d tag. */
type Target = { readonly event_id: string } | (Subject & { readonly identifier: string; readonly kind?: number | undefined });
/** Section 15: an event that proves who asks. */
type Signed = { readonly event_from_user: SignedEvent };

/** Feeds, threads, events, reads (section 4). */
interface FeedVerbs {
  mega_feed_directive: Page & { readonly spec: string };
  multi_kind_mega_feed_directive: Page & { readonly spec: string; readonly kinds?: readonly number[] | undefined };
  feed: Page &
    Subject & {
      readonly notes?: 'follows' | 'authored' | 'replies' | 'bookmarks' | 'user_media_thumbnails' | undefined;
      readonly include_replies?: boolean | undefined;
      readonly kinds?: readonly number[] | undefined;
    };
  long_form_content_feed: Page & {
    readonly pubkey?: string | undefined;
    readonly notes?: 'follows' | 'authored' | 'zappedbyfollows' | undefined;
    readonly topic?: string | undefined;
    readonly curation?: string | undefined;
    readonly minwords?: number | undefined;
  };
  thread_view: Page & { readonly event_id: string; readonly include_parent_posts?: boolean | undefined };
  multi_kind_thread_view: Page & { readonly event_id: string; readonly kinds?: readonly number[] | undefined };
  long_form_content_thread_view: Page & Coordinate;
  events: Viewer & Extended & { readonly event_ids: readonly string[] };
  parametrized_replaceable_event: Viewer & Extended & Coordinate;
  parametrized_replaceable_events: Extended & { readonly events: readonly Coordinate[] };
  replaceable_event: Subject & { readonly kind: number };
  parameterized_replaceable_list: Subject & Extended & { readonly identifier: string };
  drafts: Subject & Paging & { readonly kind: number };
  creator_paid_tiers: Subject;
  get_reads_topics: Nothing;
  get_featured_authors: Nothing;
  get_recommended_reads: Nothing;
  get_reads_feeds: Nothing;
  get_home_feeds: Nothing;
  get_advanced_feeds: Nothing;
  articles_stats: Subject & { readonly kind: number };
  top_article: Subject & { readonly by: 'satszapped' | 'interactions' };
  get_highlights: Viewer & Coordinate;
  note_mentions: Viewer & Target & Pick<Paging, 'limit' | 'offset'>;
  note_mentions_count: { readonly event_id: string };
  /** `kind` is that of the acting event: 7 likes, 6 reposts, 1 replies, 9735 zaps. */
  event_actions: Viewer & Target & Pick<Paging, 'limit' | 'offset'> & { readonly kind: number };
  find_reposts: Subject & { readonly event_id: string };
}

/** Profiles, follows, lists, relays (section 5). */
interface PeopleVerbs {
  user_infos: { readonly pubkeys: readonly string[] };
  user_profile: Seen;
  contact_list: Subject & Extended;
  user_followers: Seen & Pick<Paging, 'limit'>;
  mutual_follows: Seen;
  user_profile_followed_by: Seen & Pick<Paging, 'limit'>;
  is_user_following: Subject & { readonly user_pubkey: string };
  user_profile_scored_content: Seen & Pick<Paging, 'limit'>;
  user_profile_scored_media_thumbnails: Seen & Pick<Paging, 'limit'>;
  user_of_ln_address: { readonly ln_address: string };
  get_user_relays: Subject;
  get_user_relays_2: { readonly pubkeys: readonly string[] };
  get_default_relays: Nothing;
  get_suggested_users: Nothing;
  mutelist: Subject & Extended;
  mutelists: Subject & Extended;
  allowlist: Subject & Extended;
  get_bookmarks: Subject;
  search_filterlist: Subject & { readonly user_pubkey: string };
}

/** Search, explore, statistics, feed market (section 6). */
interface ExploreVerbs {
  user_search: Pick<Paging, 'limit'> & { readonly query: string; readonly pubkey?: string | undefined };
  search: Page & { readonly query: string; readonly kind?: number | undefined };
  advanced_search: Page & { readonly query: string };
  /** `specification` is a feed spec. */
  advanced_feed: Page & { readonly specification: string };
  explore: Page & {
    readonly timeframe: 'latest' | 'popular' | 'trending' | 'mostzapped';
    readonly scope: 'global' | 'network' | 'tribe' | 'follows';
    readonly created_after?: number | undefined;
    readonly group_by_pubkey?: boolean | undefined;
  };
  explore_global_trending_24h: Viewer;
  explore_global_mostzapped_4h: Viewer;
  scored: Viewer & { readonly selector: string };
  scored_users_24h: Viewer;
  explore_people: Page;
  explore_zaps: Page & { readonly created_after?: number | undefined };
  explore_media: Page;
  explore_topics: Viewer;
  net_stats: Nothing;
  server_name: Nothing;
  explore_legend_counts: Subject;
  get_featured_dvm_feeds: Viewer & { readonly kind?: 'notes' | 'reads' | undefined; readonly primal_feeds?: boolean | undefined };
  dvm_feed_info: Viewer & Subject & { readonly identifier: string };
}

/** Settings, notifications, messages (sections 7 to 9). */
interface AccountVerbs {
  get_app_settings: Signed;
  set_app_settings: { readonly settings_event: SignedEvent };
  get_default_app_settings: { readonly client: string };
  get_app_subsettings: Signed;
  set_app_subsettings: Signed;
  get_default_app_subsettings: { readonly subkey: string };
  get_app_releases: Nothing;
  get_notifications: Seen & Paging & { readonly type_group?: 'all' | 'zaps' | 'replies' | 'mentions' | 'reposts' | undefined };
  get_notifications_seen: Subject;
  set_notifications_seen: Signed;
  notification_counts: Subject & { readonly subid?: string | undefined };
  notification_counts_2: Subject;
  notifications: Subject;
  get_directmsg_contacts: Paging & { readonly user_pubkey: string; readonly relation?: 'any' | 'follows' | 'other' | undefined };
  get_directmsgs: Paging & { readonly receiver: string; readonly sender: string };
  directmsg_count: Subject;
  directmsg_count_2: Subject;
  reset_directmsg_count: Signed & { readonly sender: string };
  reset_directmsg_counts: Signed;
}

/** Publishing, reports, zaps, live streams, media servers (sections 10 and 14), and the protocol itself. */
interface PublishVerbs {
  set_primal_protocol: { readonly compression: 'zlib' };
  import_events: { readonly events: readonly SignedEvent[] };
  broadcast_events: { readonly events: readonly SignedEvent[]; readonly relays: readonly string[] };
  report_user: Signed & Subject;
  report_note: Signed & { readonly event_id: string };
  event_zaps_by_satszapped: Page & Target;
  user_zaps_sent: Paging & { readonly sender: string };
  live_feed: Coordinate & { readonly user_pubkey: string; readonly content_moderation_mode?: 'all' | 'moderated' | undefined };
  live_events_from_follows: { readonly user_pubkey: string };
  find_live_events: { readonly host_pubkey: string; readonly identifier?: string | undefined };
  get_recommended_blossom_servers: Nothing;
}

/** Membership, leaderboards, wallet (section 11). The first eleven and `wallet` go to a socket of their own. */
interface MembershipVerbs {
  membership_status: Signed;
  membership_name_available: { readonly name: string; readonly pubkey?: string | undefined };
  membership_change_name: Signed;
  membership_purchase_product: Signed;
  membership_purchase_monitor: { readonly membership_quote_id: string };
  membership_stripe_checkout_session_check_status: Signed;
  membership_purchase_history: Signed;
  membership_legend_customization: Signed;
  membership_exchange_rate: { readonly target_currency: string };
  membership_media_management_stats: Signed;
  membership_media_management_uploads: Signed & Paging;
  membership_media_management_delete: Signed;
  membership_recovery_contact_lists: Signed;
  membership_recover_contact_list: Signed;
  membership_content_stats: Signed;
  membership_content_backup: Signed & {
    readonly kinds: readonly number[];
    readonly since?: number | undefined;
    readonly limit?: number | undefined;
  };
  membership_content_rebroadcast_start: Signed & { readonly kinds: readonly number[] };
  membership_content_rebroadcast_cancel: Signed;
  membership_content_rebroadcast_status: Signed;
  rebroadcasting_status: Signed;
  membership_legends_leaderboard: Paging & { readonly order_by?: 'donated_btc' | 'last_donation' | 'index' | undefined };
  membership_premium_leaderboard: Paging & { readonly order_by?: 'premium_since' | 'index' | undefined };
  wallet: { readonly operation_event: SignedEvent };
}

/** Every verb of the caching service that the documents name, and what it takes (CACHE-06). What it is answered with stands in `verb-results.ts`. */
export interface Verbs extends FeedVerbs, PeopleVerbs, ExploreVerbs, AccountVerbs, PublishVerbs, MembershipVerbs {}

/** A question with its payload checked against the verb, without the fields that are undefined. */
export function query<V extends keyof Verbs>(
  verb: V,
  payload: Verbs[V],
): { readonly verb: V; readonly payload: Readonly<Record<string, unknown>> } {
  return { verb, payload: Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== undefined)) };
}
