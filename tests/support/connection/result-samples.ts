import { RESULT } from '../../../src/events/nostr/kinds.ts';

export const ID = 'e1'.repeat(32);
export const KEY = 'b2'.repeat(32);
export const OTHER = 'c3'.repeat(32);

/** One well-formed object of every kind that has a reader, and the expected claim. */
export const SAMPLES: ReadonlyArray<
  readonly [kind: number, content: unknown, claim: unknown, more?: object]
> = [
  [
    RESULT.NoteStats,
    {
      event_id: ID,
      likes: 12,
      replies: 3,
      mentions: 1,
      reposts: 2,
      zaps: 4,
      satszapped: 2100,
      score: 5604395600,
      score24h: 7,
      bookmarks: 9,
    },
    {
      claim: 'stats',
      id: ID,
      likes: 12,
      replies: 3,
      reposts: 2,
      zaps: 4,
      satszapped: 2100,
      score: 5604395600,
      score24h: 7,
      bookmarks: 9,
    },
  ],
  [
    RESULT.NetStats,
    { users: 1, pubkeys: 2, pubnotes: 3, reactions: 4, reposts: 5, any: 6, zaps: 7, satszapped: 8 },
    {
      claim: 'netStats',
      users: 1,
      pubkeys: 2,
      pubnotes: 3,
      reactions: 4,
      reposts: 5,
      any: 6,
      zaps: 7,
      satszapped: 8,
    },
  ],
  [
    RESULT.LegendCounts,
    { your_follows: 120, your_inner_network: 400, your_outer_network: 22000, all_users: 1000 },
    { claim: 'legendCounts', pubkey: KEY, follows: 120, innerNetwork: 400, outerNetwork: 22000 },
    { pubkey: KEY },
  ],
  [
    RESULT.UserStats,
    {
      pubkey: KEY,
      follows_count: 120,
      followers_count: 300,
      note_count: 40,
      long_form_note_count: 2,
      reply_count: 90,
      time_joined: 1700000000,
      relay_count: 6,
      total_zap_count: 15,
      total_satszapped: 42000,
      media_count: 8,
      content_zap_count: 11,
    },
    {
      claim: 'userStats',
      pubkey: KEY,
      follows: 120,
      followers: 300,
      notes: 40,
      articles: 2,
      replies: 90,
      timeJoined: 1700000000,
      relays: 6,
      zaps: 15,
      satszapped: 42000,
      media: 8,
    },
  ],
  [
    RESULT.UserScores,
    { [KEY]: 300, [OTHER]: 12 },
    {
      claim: 'scores',
      scores: new Map([
        [KEY, 300],
        [OTHER, 12],
      ]),
    },
  ],
  [
    RESULT.Range,
    { since: 5, until: 9, order_by: 'created_at', elements: [ID, OTHER] },
    { claim: 'range', since: 5, until: 9, orderBy: 'created_at', elements: [ID, OTHER] },
  ],
  [
    RESULT.NoteActions,
    {
      event_id: ID,
      replied: false,
      liked: true,
      reposted: false,
      zapped: true,
      voted_for_option: null,
    },
    { claim: 'actions', id: ID, replied: false, liked: true, reposted: false, zapped: true },
  ],
  [
    RESULT.MediaInfo,
    {
      resources: [
        {
          url: 'https://a/b.jpg',
          mt: 'image/jpeg',
          variants: [
            { s: 'o', a: 1, w: 12, h: 8, mt: 'image/jpeg', dur: 0, media_url: 'https://c/o' },
          ],
        },
      ],
      thumbnails: { 'https://a/v.mp4': 'https://c/v.jpg' },
      event_id: ID,
    },
    {
      claim: 'media',
      media: [
        {
          url: 'https://a/b.jpg',
          type: 'image/jpeg',
          thumbnail: undefined,
          variants: [
            {
              size: 'o',
              animated: true,
              width: 12,
              height: 8,
              type: 'image/jpeg',
              duration: 0,
              url: 'https://c/o',
            },
          ],
        },
        { url: 'https://a/v.mp4', type: '', variants: [], thumbnail: 'https://c/v.jpg' },
      ],
    },
  ],
  [
    RESULT.DefaultRelays,
    ['wss://a', 'wss://b'],
    { claim: 'list', list: 'defaultRelays', values: ['wss://a', 'wss://b'] },
  ],
  [RESULT.IsUserFollowing, true, { claim: 'flag', flag: 'isFollowing', value: true }],
  [
    RESULT.LinkMetadata,
    {
      event_id: ID,
      resources: [
        {
          url: 'https://a',
          mimetype: 'text/html',
          md_title: 'T',
          md_description: null,
          md_image: 'https://i',
          icon_url: '',
        },
      ],
    },
    {
      claim: 'previews',
      previews: [{ url: 'https://a', title: 'T', description: '', image: 'https://i', icon: '' }],
    },
  ],
  [
    RESULT.ZapEvent,
    {
      event_id: null,
      created_at: 17,
      sender: KEY,
      receiver: OTHER,
      amount_sats: 2100,
      zap_receipt_id: ID,
    },
    {
      claim: 'zap',
      eventId: undefined,
      createdAt: 17,
      sender: KEY,
      receiver: OTHER,
      amountSats: 2100,
      receiptId: ID,
    },
  ],
  [
    RESULT.FilteringReason,
    { action: 'block', group: 'primal_spam' },
    { claim: 'filtering', action: 'block', pubkey: undefined, group: 'primal_spam' },
  ],
  [
    RESULT.UserFollowerCounts,
    { [KEY]: 300 },
    { claim: 'followers', followers: new Map([[KEY, 300]]) },
  ],
  [
    RESULT.UserRelays,
    undefined,
    {
      claim: 'userRelays',
      pubkey: KEY,
      relays: [
        { url: 'wss://a', read: true, write: true },
        { url: 'wss://b', read: true, write: true },
        { url: 'wss://c', read: false, write: true },
      ],
    },
    {
      pubkey: KEY,
      tags: [
        ['r', 'wss://a'],
        ['r', 'wss://b', 'read'],
        ['r', 'wss://b', 'write'],
        ['r', 'wss://c', 'write'],
        ['r'],
        7,
      ],
    },
  ],
  [RESULT.EventRelays, { [ID]: 'wss://a' }, { claim: 'hints', hints: new Map([[ID, 'wss://a']]) }],
  [RESULT.WordCount, { event_id: ID, words: 812 }, { claim: 'words', id: ID, words: 812 }],
  [
    RESULT.RecommendedReads,
    { reads: [['naddr1a', 'T'], ['naddr1b', 'U'], 7] },
    { claim: 'list', list: 'recommendedReads', values: ['naddr1a', 'naddr1b'] },
  ],
  [
    RESULT.ReadsTopics,
    ['bitcoin', 'art'],
    { claim: 'list', list: 'readsTopics', values: ['bitcoin', 'art'] },
  ],
  [
    RESULT.FeaturedAuthors,
    [KEY, 'nobody'],
    { claim: 'list', list: 'featuredAuthors', values: [KEY] },
  ],
  [
    RESULT.ReadsFeeds,
    [
      { name: 'N', spec: '{"kind":"reads"}', feedkind: 'primal', enabled: false, description: 'D' },
      { name: 'no spec' },
    ],
    {
      claim: 'feeds',
      list: 'reads',
      feeds: [
        {
          name: 'N',
          spec: '{"kind":"reads"}',
          feedkind: 'primal',
          enabled: false,
          description: 'D',
        },
      ],
    },
  ],
  [
    RESULT.HomeFeeds,
    [{ name: 'N', spec: '{"id":"latest"}' }],
    {
      claim: 'feeds',
      list: 'home',
      feeds: [{ name: 'N', spec: '{"id":"latest"}', feedkind: '', enabled: true, description: '' }],
    },
  ],
  [
    RESULT.VerifiedUsersDict,
    { [KEY]: 'ann', [OTHER]: '' },
    { claim: 'names', names: new Map([[KEY, 'ann']]) },
  ],
  [
    RESULT.LegendCustomization,
    {
      [KEY]: {
        style: 'GOLD',
        custom_badge: true,
        avatar_glow: true,
        in_leaderboard: true,
        current_shoutout: 'S',
      },
      [OTHER]: { style: null },
    },
    {
      claim: 'legends',
      legends: new Map([
        [KEY, { style: 'GOLD', customBadge: true, avatarGlow: true }],
        [OTHER, { style: undefined, customBadge: false, avatarGlow: false }],
      ]),
    },
  ],
  [
    RESULT.MembershipCohorts,
    {
      [KEY]: {
        cohort_1: 'A',
        cohort_2: '2024',
        tier: 'premium',
        expires_on: 9,
        legend_since: 5,
        premium_since: null,
      },
    },
    {
      claim: 'cohorts',
      cohorts: new Map([
        [
          KEY,
          {
            tier: 'premium',
            cohort1: 'A',
            cohort2: '2024',
            legendSince: 5,
            premiumSince: undefined,
          },
        ],
      ]),
    },
  ],
  [
    RESULT.BlossomServers,
    ['https://a'],
    { claim: 'list', list: 'blossomServers', values: ['https://a'] },
  ],
  [
    RESULT.HlsVideo,
    {
      event_id: ID,
      'https://a/v.mp4': [{ provider: 'x', hls_url: 'https://a/v.m3u8' }],
      'https://a/w.mp4': [],
    },
    { claim: 'hls', streams: new Map([['https://a/v.mp4', 'https://a/v.m3u8']]) },
  ],
];
