import { expect, expectTypeOf, test } from 'vitest';
import { query, type Verbs } from './verbs.ts';

/** Verbs of both specifications, of section 17, and of the sections of the wire reference that a web client uses. */
const DOCUMENTED = `
  drafts mega_feed_directive events long_form_content_feed feed thread_view long_form_content_thread_view explore get_reads_topics
  get_featured_authors get_reads_feeds get_home_feeds get_recommended_reads get_advanced_feeds creator_paid_tiers get_featured_dvm_feeds
  dvm_feed_info user_search search search_filterlist scored advanced_feed advanced_search net_stats explore_legend_counts articles_stats
  top_article directmsg_count reset_directmsg_count reset_directmsg_counts get_directmsg_contacts get_directmsgs set_app_settings
  get_app_settings get_default_app_settings get_app_subsettings set_app_subsettings get_app_releases get_notifications
  get_notifications_seen set_notifications_seen notification_counts explore_people explore_zaps explore_media explore_topics
  get_suggested_users get_bookmarks get_recommended_blossom_servers import_events broadcast_events membership_status wallet report_user
  get_default_relays get_user_relays get_user_relays_2 set_primal_protocol user_infos user_profile contact_list user_followers
  is_user_following user_zaps_sent mutelist mutelists allowlist parameterized_replaceable_list user_profile_scored_content
  user_profile_followed_by scored_users_24h event_actions note_mentions note_mentions_count event_zaps_by_satszapped
  parametrized_replaceable_event parametrized_replaceable_events replaceable_event get_highlights find_reposts live_feed
  live_events_from_follows find_live_events explore_global_trending_24h explore_global_mostzapped_4h rebroadcasting_status`;

/** The compiler holds this list and the typed table together: a verb in only one of them does not pass `npm run typecheck`. */
const TYPED = {
  ...{ mega_feed_directive: 1, multi_kind_mega_feed_directive: 1, feed: 1, long_form_content_feed: 1, thread_view: 1 },
  ...{ multi_kind_thread_view: 1, long_form_content_thread_view: 1, events: 1, parametrized_replaceable_event: 1 },
  ...{ parametrized_replaceable_events: 1, replaceable_event: 1, parameterized_replaceable_list: 1, drafts: 1, creator_paid_tiers: 1 },
  ...{ get_reads_topics: 1, get_featured_authors: 1, get_recommended_reads: 1, get_reads_feeds: 1, get_home_feeds: 1 },
  ...{ get_advanced_feeds: 1, articles_stats: 1, top_article: 1, get_highlights: 1, note_mentions: 1, note_mentions_count: 1 },
  ...{ event_actions: 1, find_reposts: 1, user_infos: 1, user_profile: 1, contact_list: 1, user_followers: 1, mutual_follows: 1 },
  ...{ user_profile_followed_by: 1, is_user_following: 1, user_profile_scored_content: 1, user_profile_scored_media_thumbnails: 1 },
  ...{ user_of_ln_address: 1, get_user_relays: 1, get_user_relays_2: 1, get_default_relays: 1, get_suggested_users: 1, mutelist: 1 },
  ...{ mutelists: 1, allowlist: 1, get_bookmarks: 1, search_filterlist: 1, user_search: 1, search: 1, advanced_search: 1 },
  ...{ advanced_feed: 1, explore: 1, explore_global_trending_24h: 1, explore_global_mostzapped_4h: 1, scored: 1, scored_users_24h: 1 },
  ...{ explore_people: 1, explore_zaps: 1, explore_media: 1, explore_topics: 1, net_stats: 1, explore_legend_counts: 1 },
  ...{ get_featured_dvm_feeds: 1, dvm_feed_info: 1, get_app_settings: 1, set_app_settings: 1, get_default_app_settings: 1 },
  ...{ get_app_subsettings: 1, set_app_subsettings: 1, get_default_app_subsettings: 1, get_app_releases: 1, get_notifications: 1 },
  ...{ get_notifications_seen: 1, set_notifications_seen: 1, notification_counts: 1, notification_counts_2: 1, notifications: 1 },
  ...{ get_directmsg_contacts: 1, get_directmsgs: 1, directmsg_count: 1, directmsg_count_2: 1, reset_directmsg_count: 1 },
  ...{ reset_directmsg_counts: 1, set_primal_protocol: 1, import_events: 1, broadcast_events: 1, report_user: 1, report_note: 1 },
  ...{ event_zaps_by_satszapped: 1, user_zaps_sent: 1, live_feed: 1, live_events_from_follows: 1, find_live_events: 1 },
  ...{ get_recommended_blossom_servers: 1, membership_status: 1, membership_name_available: 1, membership_change_name: 1 },
  ...{ membership_purchase_product: 1, membership_purchase_monitor: 1, membership_stripe_checkout_session_check_status: 1 },
  ...{ membership_purchase_history: 1, membership_legend_customization: 1, membership_exchange_rate: 1 },
  ...{ membership_media_management_stats: 1, membership_media_management_uploads: 1, membership_media_management_delete: 1 },
  ...{
    membership_recovery_contact_lists: 1,
    membership_recover_contact_list: 1,
    membership_content_stats: 1,
    membership_content_backup: 1,
  },
  ...{ membership_content_rebroadcast_start: 1, membership_content_rebroadcast_cancel: 1, membership_content_rebroadcast_status: 1 },
  ...{ rebroadcasting_status: 1, membership_legends_leaderboard: 1, membership_premium_leaderboard: 1, wallet: 1 },
} satisfies Record<keyof Verbs, 1>;

test('CACHE-06 every verb that the documents name has a typed request', () => {
  const typed = Object.keys(TYPED);
  expect(DOCUMENTED.split(/\s+/).filter((verb) => verb !== '' && !typed.includes(verb))).toEqual([]);
  expectTypeOf<keyof typeof TYPED>().toEqualTypeOf<keyof Verbs>();
});

test('CACHE-06 a question drops what is undefined and keeps what is false, 0 or null', () => {
  expect(query('user_profile', { pubkey: 'p', user_pubkey: undefined })).toEqual({ verb: 'user_profile', payload: { pubkey: 'p' } });
  expect(Object.keys(query('user_profile', { pubkey: 'p', user_pubkey: undefined }).payload)).toEqual(['pubkey']);
  expect(query('mega_feed_directive', { spec: '{}', offset: 0, since: 0 }).payload).toEqual({ spec: '{}', offset: 0, since: 0 });
  expect(query('contact_list', { pubkey: 'p', extended_response: false }).payload).toEqual({ pubkey: 'p', extended_response: false });
  expect(query('net_stats')).toEqual({ verb: 'net_stats', payload: {} });
  expect(query('explore_media')).toEqual({ verb: 'explore_media', payload: {} });
});

test('CACHE-06 the compiler asks for what a verb requires', () => {
  expectTypeOf<Parameters<typeof query<'net_stats'>>>().toEqualTypeOf<[verb: 'net_stats', payload?: Verbs['net_stats']]>();
  expectTypeOf<Parameters<typeof query<'user_profile'>>>().toEqualTypeOf<[verb: 'user_profile', payload: Verbs['user_profile']]>();
  expectTypeOf<Parameters<typeof query<'event_actions'>>[1]>().toEqualTypeOf<Verbs['event_actions']>();
});
