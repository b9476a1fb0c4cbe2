import { finalizeEvent } from 'nostr-tools/pure';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { challengeIn } from '../../../src/events/account/signing/signed-query.ts';
import type { AnswerShape } from '../../../src/events/connection/answer-shape.ts';
import { VERB_TABLE } from '../../../src/events/connection/verb-table.ts';
import { SETUP } from '../../../src/events/connection/verbs.ts';
import { readResult } from '../../../src/events/connection/results.ts';
import { isRecord, parseJson } from '../../../src/events/core/json.ts';
import { KIND, RESULT } from '../../../src/events/nostr/kinds.ts';
import { type CacheClient, listenCache } from '../../../tests/support/connection/cache-client.ts';
import { secretKey } from '../../../tests/support/events/signed.ts';
import { ANSWERS, isSlow, isStream, verbNames } from '../answer-verb.ts';
import {
  boundRequestFor,
  key,
  memberOf,
  NOW,
  openVillage,
  proofOf,
  requestFor,
  type Village,
} from '../../../tests/support/service/village.ts';

/** Verbs that one widely used client of the protocol uses. */
const ASKED =
  `advanced_feed allowlist articles_stats broadcast_events contact_list creator_paid_tiers directmsg_count drafts dvm_feed_info
  event_actions event_zaps_by_satszapped events explore explore_global_mostzapped_4h explore_global_trending_24h explore_legend_counts
  explore_media explore_people explore_topics explore_zaps feed find_live_events find_reposts get_advanced_feeds get_app_releases
  get_app_settings get_app_subsettings get_bookmarks get_default_app_settings get_default_relays get_directmsg_contacts get_directmsgs
  get_featured_authors get_featured_dvm_feeds get_highlights get_home_feeds get_notifications get_notifications_seen get_reads_feeds
  get_reads_topics get_recommended_blossom_servers get_recommended_reads get_suggested_users get_user_relays get_user_relays_2
  import_events is_user_following live_events_from_follows live_feed long_form_content_feed long_form_content_thread_view
  mega_feed_directive membership_change_name membership_content_backup membership_content_rebroadcast_cancel
  membership_content_rebroadcast_start membership_content_stats membership_exchange_rate membership_legend_customization
  membership_legends_leaderboard membership_media_management_delete membership_media_management_stats
  membership_media_management_uploads membership_name_available membership_premium_leaderboard membership_purchase_history
  membership_purchase_monitor membership_purchase_product membership_recovery_contact_lists membership_status
  membership_stripe_checkout_session_check_status mutelist mutelists net_stats note_mentions note_mentions_count notification_counts
  parameterized_replaceable_list parametrized_replaceable_event parametrized_replaceable_events rebroadcasting_status replaceable_event
  report_user reset_directmsg_count reset_directmsg_counts scored scored_users_24h search search_filterlist set_app_settings
  set_app_subsettings set_notifications_seen set_primal_protocol thread_view top_article upload_chunk upload_complete user_followers
  user_infos user_profile user_profile_followed_by user_profile_scored_content user_search user_zaps_sent wallet`.split(
    /\s+/,
  );

/** The protocol's own index of verbs, and other verbs in its sections. */
const INDEX =
  `drafts mega_feed_directive events long_form_content_feed feed thread_view long_form_content_thread_view explore
  get_reads_topics get_featured_authors get_reads_feeds get_home_feeds get_recommended_reads get_advanced_feeds creator_paid_tiers
  get_featured_dvm_feeds dvm_feed_info user_search search search_filterlist scored advanced_feed net_stats explore_legend_counts
  articles_stats top_article directmsg_count reset_directmsg_count reset_directmsg_counts get_directmsg_contacts get_directmsgs
  set_app_settings get_app_settings get_default_app_settings get_app_subsettings set_app_subsettings get_app_releases get_notifications
  get_notifications_seen set_notifications_seen notification_counts explore_people explore_zaps explore_media explore_topics
  get_suggested_users get_bookmarks get_recommended_blossom_servers import_events broadcast_events membership_status wallet report_user
  get_default_relays get_user_relays get_user_relays_2 set_primal_protocol user_infos user_profile contact_list user_followers
  is_user_following user_zaps_sent mutelist mutelists allowlist parameterized_replaceable_list user_profile_scored_content
  user_profile_followed_by scored_users_24h event_actions note_mentions note_mentions_count event_zaps_by_satszapped
  parametrized_replaceable_event parametrized_replaceable_events replaceable_event get_highlights find_reposts live_feed
  live_events_from_follows find_live_events explore_global_trending_24h explore_global_mostzapped_4h rebroadcasting_status
  multi_kind_mega_feed_directive multi_kind_thread_view mutual_follows user_of_ln_address advanced_search parse_advanced_search_query get_default_app_subsettings
  user_profile_scored_media_thumbnails directmsg_count_2 notification_counts_2 notifications report_note enrich_feed_events
  membership_recover_contact_list membership_content_rebroadcast_status feed_directive feed_2 user_zaps user_zaps_by_satszapped
  broadcast_reply server_name network_stats invoices_to_zap_receipts zaps_feed`.split(/\s+/);

const VERBS = [...new Set([...ASKED, ...INDEX])].filter((verb) => verb !== 'set_primal_protocol');

/** Verbs that this service refuses, with a message of its own. */
const REFUSED = new Set([
  'membership_purchase_product',
  'membership_purchase_monitor',
  'membership_stripe_checkout_session_check_status',
  'membership_content_rebroadcast_start',
  'upload_chunk',
  'upload_complete',
]);

const HOST = key(1);

let village: Village;
let server: Awaited<ReturnType<typeof listenCache>>;
let client: CacheClient;
let common: Record<string, unknown>;
let wish: Record<string, unknown>;
let challenge: string;

beforeAll(async () => {
  village = openVillage({ origin: 'https://town.example', broadcast: async () => new Map() });
  village.profile(1, 'ann');
  village.profile(2, 'ben');
  village.follow(1, 2);
  village.follow(2, 1);
  const note = village.note(1, 'hello #sea https://town.example/a.jpg', 60, [['t', 'sea']]);
  village.reply(2, note, 'hi', 50);
  village.like(2, note);
  village.repost(2, note);
  village.zap(2, note, 21);
  village.post(
    1,
    {
      kind: KIND.LongForm,
      content: 'words',
      tags: [
        ['d', 'essay'],
        ['title', 'Essay'],
        ['published_at', String(NOW)],
      ],
    },
    30,
  );
  village.post(
    1,
    {
      kind: KIND.LiveEvent,
      tags: [
        ['d', 'show'],
        ['status', 'live'],
        ['p', key(2), '', 'Host'],
      ],
    },
    20,
  );
  village.post(
    1,
    { kind: KIND.EncryptedDirectMessage, content: 'abcd?iv=abcd', tags: [['p', key(2)]] },
    10,
  );
  await village.store.putMembers([
    memberOf(key(1), {
      name: 'ann',
      tier: 'premium-legend',
      cohort1: 'a',
      cohort2: 'b',
      premiumSince: NOW - 9,
      legendSince: NOW - 5,
      style: 'GOLD',
      customBadge: true,
      avatarGlow: true,
    }),
  ]);
  common = {
    pubkey: HOST,
    user_pubkey: key(2),
    host_pubkey: key(2),
    pubkeys: [HOST],
    invoices: ['lnbc1'],
    event_id: note.id,
    event_ids: [note.id],
    sender: key(2),
    receiver: HOST,
    identifier: 'essay',
    kind: KIND.LongForm,
    spec: '{"id":"all-notes","kind":"notes"}',
    specification: '{"id":"all-notes","kind":"notes"}',
    directive: 'global;trending',
    query: 'hello',
    notes: 'authored',
    timeframe: 'latest',
    scope: 'global',
    selector: 'trending_24h',
    by: 'satszapped',
    client: 'Starling',
    name: 'new-name',
    ln_address: 'ann@town.example',
    subkey: 'user-home-feeds',
    target_currency: 'USD',
    limit: 10,
    event: note,
    events: [note],
    relays: ['wss://relay.example'],
    settings_event: requestFor('set_app_settings', 1, { theme: 'ice' }),
    operation_event: finalizeEvent(
      {
        kind: RESULT.WalletOperation,
        created_at: NOW,
        tags: [],
        content: '["exchange_rate",{"target_currency":"USD"}]',
      },
      secretKey(1),
    ),
  };
  wish = {
    subkey: 'user-home-feeds',
    settings: [],
    name: 'new-name',
    style: 'AQUA',
    url: 'https://town.example/x',
    event_id: note.id,
  };
  server = await listenCache(village.context);
  client = await server.connect();
  const [refusal] = await client.request('who', 'drafts', { pubkey: HOST });
  challenge = challengeIn(String(refusal?.frame[2])) ?? '';
});

afterAll(() => server.stop());

const proved = () => ({
  ...common,
  user_pubkey: HOST,
  event_from_user: proofOf(1, 'wss://town.example/v1', NOW, challenge),
});
/** Payloads of verbs that need another one than the common payload. */
const SPECIAL: Readonly<
  Record<string, () => Record<string, unknown> | Promise<Record<string, unknown>>>
> = {
  parametrized_replaceable_events: () => ({
    events: [{ pubkey: HOST, kind: KIND.LongForm, identifier: 'essay' }],
  }),
  replaceable_event: () => ({ pubkey: HOST, kind: KIND.Contacts }),
  event_actions: () => ({ event_id: common['event_id'], kind: KIND.Reaction }),
  live_feed: () => ({
    kind: KIND.LiveEvent,
    pubkey: HOST,
    identifier: 'show',
    user_pubkey: key(2),
  }),
  find_live_events: () => ({ host_pubkey: key(2) }),
  get_highlights: () => ({ pubkey: HOST, identifier: 'essay', kind: KIND.LongForm }),
  get_directmsg_contacts: proved,
  get_directmsgs: proved,
  drafts: proved,
  note_mentions: () => ({ event_id: common['event_id'] }),
  membership_recover_contact_list: async () => ({
    event_from_user: requestFor('membership_recover_contact_list', 1, {
      event_id: await contactsOf(1),
    }),
  }),
};

async function payloadOf(verb: string): Promise<Record<string, unknown>> {
  return (
    (await SPECIAL[verb]?.()) ?? {
      ...common,
      event_from_user: boundRequestFor(verb, 1, wish, challenge),
    }
  );
}

/** Verbs whose answer is a NOTICE for this payload, as the protocol has it. */
const INVALID_URL = 'membership_media_management_delete';

test('CACHE-06 the names of all verbs are listed, with streams and slow ones', () => {
  expect(verbNames()).toEqual(expect.arrayContaining(VERBS));
});

test.each(VERBS)(
  'CACHE-06 %s is known: its response ends and contains only allowed results',
  async (verb) => {
    // A stream that was just closed may have sent a late result.
    const frames = (await client.request(verb, verb, await payloadOf(verb))).filter(
      ({ frame }) => frame[1] === verb,
    );
    client.send(['CLOSE', verb]);
    expect(frames.at(-1)?.frame).toEqual(['EOSE', verb]);
    const notices = frames.flatMap(({ frame }) => (frame[0] === 'NOTICE' ? [frame[2]] : []));
    expect(notices).not.toContain('unknown api request');
    expect(notices).not.toContain('error');
    expect(notices).toHaveLength(REFUSED.has(verb) || verb === INVALID_URL ? 1 : 0);
    for (const { frame } of frames) if (frame[0] === 'EVENT') expectResult(verb, frame[2]);
    expect(village.logged).toEqual([]);
  },
);

test('CACHE-06 every verb in the documents has a typed request and a typed result', () => {
  expect(VERBS.filter((verb) => !SHAPES.has(verb))).toEqual([]);
});

/**
 * Return verbs of a table without an implementation, and implemented verbs that are in no table.
 */
function unshared(table: readonly string[]): readonly string[] {
  const isAnswered = (verb: string) =>
    ANSWERS.has(verb) || isStream(verb) || isSlow(verb) || verb === SETUP.verb;
  return [
    ...table.filter((verb) => !isAnswered(verb)),
    ...[...ANSWERS.keys()].filter((verb) => !table.includes(verb)),
  ];
}

test('CACHE-06 the service implements exactly the verbs of the table that it shares with the client', () => {
  const table = Object.keys(VERB_TABLE);
  expect(unshared(table)).toEqual([]);
  expect(unshared([...table, 'planted'])).toEqual(['planted']);
  expect(unshared(table.filter((verb) => verb !== 'net_stats' && verb !== 'user_infos'))).toEqual([
    'user_infos',
  ]);
});

test.each(['', 'wallet2', 'exploretopics', '__proto__', 'constructor'])(
  'an unknown verb stays refused: %j',
  async (verb) => {
    const frames = await client.request('unknown', verb, common);
    expect(frames.map(({ frame }) => frame)).toEqual([
      ['NOTICE', 'unknown', 'unknown api request'],
      ['EOSE', 'unknown'],
    ]);
  },
);

test('no verb gives a private message without a proof', async () => {
  const stranger = await server.connect();
  for (const verb of [
    'get_directmsgs',
    'get_directmsg_contacts',
    'membership_content_backup',
    'live_feed',
  ]) {
    const { event_from_user: _, ...unsigned } = { ...common, ...(await payloadOf(verb)) };
    const frames = await stranger.request('private', verb, unsigned);
    expect(JSON.stringify(frames)).not.toContain('abcd?iv=abcd');
  }
});

async function contactsOf(n: number): Promise<string | undefined> {
  return (await village.store.latest(`${KIND.Contacts}:${key(n)}:`))?.id;
}

const SHAPES: ReadonlyMap<string, AnswerShape> = new Map<string, AnswerShape>(
  Object.entries(VERB_TABLE),
);

/**
 * Expect a signed event, or an object with a kind whose content is a string of JSON. The kind must
 * be allowed for the verb.
 */
function expectResult(verb: string, result: unknown): void {
  if (!isRecord(result)) return expect.fail(`${verb}: no object`);
  if (verb === 'server_name')
    return expect(readResult(result)).toMatchObject({ claim: 'serverName' });
  const shape = SHAPES.get(verb);
  const isSigned = Number(result['kind']) < RESULT.Ack;
  if (shape && isSigned && shape.events !== 'all')
    expect(shape.events, verb).toContain(result['kind']);
  if (shape && !isSigned)
    expect([...shape.results, RESULT.PartialResponse], verb).toContain(result['kind']);
  if ('sig' in result) return;
  expect(result['kind'], verb).toBeGreaterThanOrEqual(RESULT.NoteStats);
  if ('content' in result) expect(parseJson(String(result['content'])), verb).not.toBeUndefined();
}
