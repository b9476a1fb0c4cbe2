import { expect, expectTypeOf, test } from 'vitest';
import { query, type Verbs } from './verbs.ts';

/** Verbs that a web client uses. The compiler reports a verb that the typed table lacks. */
const DOCUMENTED = [
  'drafts',
  'mega_feed_directive',
  'events',
  'long_form_content_feed',
  'feed',
  'thread_view',
  'long_form_content_thread_view',
  'explore',
  'get_reads_topics',
  'get_featured_authors',
  'get_reads_feeds',
  'get_home_feeds',
  'get_recommended_reads',
  'get_advanced_feeds',
  'creator_paid_tiers',
  'get_featured_dvm_feeds',
  'dvm_feed_info',
  'user_search',
  'search',
  'search_filterlist',
  'scored',
  'advanced_feed',
  'advanced_search',
  'net_stats',
  'server_name',
  'explore_legend_counts',
  'articles_stats',
  'top_article',
  'directmsg_count',
  'reset_directmsg_count',
  'reset_directmsg_counts',
  'get_directmsg_contacts',
  'get_directmsgs',
  'set_app_settings',
  'get_app_settings',
  'get_default_app_settings',
  'get_app_subsettings',
  'set_app_subsettings',
  'get_app_releases',
  'get_notifications',
  'get_notifications_seen',
  'set_notifications_seen',
  'notification_counts',
  'explore_people',
  'explore_zaps',
  'explore_media',
  'explore_topics',
  'get_suggested_users',
  'get_bookmarks',
  'get_recommended_blossom_servers',
  'import_events',
  'broadcast_events',
  'membership_status',
  'wallet',
  'report_user',
  'get_default_relays',
  'get_user_relays',
  'get_user_relays_2',
  'set_primal_protocol',
  'user_infos',
  'user_profile',
  'contact_list',
  'user_followers',
  'is_user_following',
  'user_zaps_sent',
  'mutelist',
  'mutelists',
  'allowlist',
  'parameterized_replaceable_list',
  'user_profile_scored_content',
  'user_profile_followed_by',
  'scored_users_24h',
  'event_actions',
  'note_mentions',
  'note_mentions_count',
  'event_zaps_by_satszapped',
  'parametrized_replaceable_event',
  'parametrized_replaceable_events',
  'replaceable_event',
  'get_highlights',
  'find_reposts',
  'live_feed',
  'live_events_from_follows',
  'find_live_events',
  'explore_global_trending_24h',
  'explore_global_mostzapped_4h',
  'rebroadcasting_status',
] as const satisfies readonly (keyof Verbs)[];

test('CACHE-06 every documented verb has a typed request', () => {
  expectTypeOf<(typeof DOCUMENTED)[number]>().toExtend<keyof Verbs>();
  expect(new Set(DOCUMENTED).size).toBe(DOCUMENTED.length);
});

test('CACHE-06 a question drops undefined fields and keeps false, 0 and null', () => {
  expect(query('user_profile', { pubkey: 'p', user_pubkey: undefined })).toEqual({
    verb: 'user_profile',
    payload: { pubkey: 'p' },
  });
  expect(
    Object.keys(query('user_profile', { pubkey: 'p', user_pubkey: undefined }).payload),
  ).toEqual(['pubkey']);
  expect(query('mega_feed_directive', { spec: '{}', offset: 0, since: 0 }).payload).toEqual({
    spec: '{}',
    offset: 0,
    since: 0,
  });
  expect(query('contact_list', { pubkey: 'p', extended_response: false }).payload).toEqual({
    pubkey: 'p',
    extended_response: false,
  });
  expect(query('net_stats', {})).toEqual({ verb: 'net_stats', payload: {} });
  expect(query('explore_media', {})).toEqual({ verb: 'explore_media', payload: {} });
});

test('CACHE-06 the compiler requires the fields of a verb', () => {
  expectTypeOf<Parameters<typeof query<'user_profile'>>[1]>().toEqualTypeOf<
    Verbs['user_profile']
  >();
  expectTypeOf<{ pubkey: string }>().toExtend<Verbs['user_profile']>();
  expectTypeOf<{ user_pubkey: string }>().not.toExtend<Verbs['user_profile']>();
  expectTypeOf<{ pubkey: string }>().not.toExtend<Verbs['net_stats']>();
});
