import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ID, KEY, OTHER, SAMPLES } from '../../../tests/support/connection/result-samples.ts';
import { KIND, RESULT } from '../nostr/kinds.ts';
import { readResult, referencedEvent } from './results.ts';
import { runs } from '../../../tests/support/runs.ts';

const result = (kind: number, content: unknown, more: object = {}) =>
  readResult({ kind, content: JSON.stringify(content), ...more });

/**
 * Kinds without a reader here, on purpose: either one actor asks for them and reads `content`
 * itself, or no service sends them any more.
 */
const LEFT_WHOLE = `
  Ack DefaultSettings OldestEvent Relays Notification NotificationsSeen NotificationStats MediaMapping Hashtags MessageStats
  MessageStatsPerSender Upload Uploaded EventIds PartialResponse FilterList ImportStatus FilterListed NotificationStats2
  SuggestedUsersByCategory UploadChunk NostrStats IsHiddenByContentModeration Releases TrustedUsers Uploaded2 NoteMentionsCount
  CreatorPaidTiers BroadcastResponses AdvancedFeeds HighlightGroups AppSubsettings DvmFollowsActions UserFollowerIncreases
  DvmMetadata Topics ShowSupport MediaStats MediaList RecoveryContactLists ContentStats BroadcastStatus LegendLeaderboard
  PremiumLeaderboard UserTrustRanks Nip19DecodeResult ArticlesStats LiveEventStats InvoicesToZapReceipts PollStats
  ParsedSearchQuery RecommendedUsers WalletOperation WalletBalance WalletDepositInvoice WalletDepositLnurl WalletTransactions
  ExchangeRate WalletIsUser WalletUserInfo InAppPurchaseQuote InAppPurchase WalletActivationCode WalletActivation ParsedLnurl
  ParsedInvoice OnChainTiers ParsedOnChain WalletConnections WalletConnectionCreated MembershipNameAvailable MembershipStatus
  OrderHistory MembershipProducts WalletNwcActive WalletNwcConnection LongFormShell LiveChatReload WellKnownKey
  SettingsVersions
`;

test('EVENT-02 every result kind with a reader is read as documented', () => {
  for (const [kind, content, claim, more] of SAMPLES) {
    const event =
      content === undefined
        ? { kind, ...more }
        : { kind, content: JSON.stringify(content), ...more };
    expect(readResult(event), `kind ${kind}`).toEqual(claim);
  }
});

test('EVENT-02 every result kind has a reader or is deliberately kept whole', () => {
  const read = SAMPLES.map(([kind]) => kind);
  const names = LEFT_WHOLE.split(/\s+/);
  const whole = Object.entries(RESULT).flatMap(([name, kind]) =>
    names.includes(name) ? [kind] : [],
  );
  expect([...read, ...whole, RESULT.Referenced].toSorted((a, b) => a - b)).toEqual(
    Object.values(RESULT).toSorted((a, b) => a - b),
  );
  for (const kind of whole)
    expect(result(kind, { a: 1 })).toEqual({ claim: 'other', kind, content: { a: 1 } });
});

test('EVENT-02 an unknown kind is kept whole; kinds of signed events are not results', () => {
  expect(result(10_000_999, [1, 'x'])).toEqual({
    claim: 'other',
    kind: 10_000_999,
    content: [1, 'x'],
  });
  for (const kind of [...Object.values(KIND), 10_000_097, -1, 1.5, Number.NaN])
    expect(result(kind, {})).toBeUndefined();
  for (const kind of ['10000100', null, undefined, {}])
    expect(readResult({ kind, content: '{}' })).toBeUndefined();
});

test('EVENT-02 kinds without content give the object itself; text that is not JSON stays text', () => {
  const counts = { kind: RESULT.NotificationStats, pubkey: KEY, '1': 2, '3': 1 };
  expect(readResult(counts)).toEqual({
    claim: 'other',
    kind: RESULT.NotificationStats,
    content: counts,
  });
  expect(readResult({ kind: RESULT.MessageStats, cnt: 3 })).toMatchObject({ content: { cnt: 3 } });
  expect(readResult({ kind: RESULT.NotificationsSeen, content: '1700000000' })).toMatchObject({
    content: 1_700_000_000,
  });
  expect(readResult({ kind: RESULT.DefaultSettings, content: 'no json' })).toMatchObject({
    content: 'no json',
  });
});

test('EVENT-02 an unknown value may be null, a JSON null or an empty object', () => {
  for (const content of [null, 'null']) {
    expect(readResult({ kind: RESULT.UserScores, content })).toEqual({
      claim: 'scores',
      scores: new Map(),
    });
    expect(readResult({ kind: RESULT.UserFollowerCounts, content })).toEqual({
      claim: 'followers',
      followers: new Map(),
    });
    expect(readResult({ kind: RESULT.BlossomServers, content })).toEqual({
      claim: 'list',
      list: 'blossomServers',
      values: [],
    });
  }
  expect(result(RESULT.ReadsTopics, {})).toEqual({
    claim: 'list',
    list: 'readsTopics',
    values: [],
  });
  const empty = {
    claim: 'range',
    since: undefined,
    until: undefined,
    orderBy: 'created_at',
    elements: [],
  };
  expect(result(RESULT.Range, { order_by: 'created_at', elements: [] })).toEqual(empty);
  expect(
    result(RESULT.Range, { since: null, until: null, order_by: 'created_at', elements: [] }),
  ).toEqual(empty);
});

test('the short account counts inside notifications give only the number of followers', () => {
  expect(result(RESULT.UserStats, { pubkey: KEY, followers_count: 9 })).toEqual({
    claim: 'followers',
    followers: new Map([[KEY, 9]]),
  });
});

test('PROFILE-11 each of the nine styles is read; any other style or flag gives no legend', () => {
  const styles = [
    'GOLD',
    'AQUA',
    'SILVER',
    'PURPLE',
    'PURPLEHAZE',
    'TEAL',
    'BROWN',
    'BLUE',
    'SUNFIRE',
  ];
  const of = (legend: unknown) => {
    const claim = result(RESULT.LegendCustomization, { [KEY]: legend });
    return claim?.claim === 'legends' ? claim.legends.get(KEY) : undefined;
  };
  for (const style of styles)
    expect(of({ style, custom_badge: true })).toEqual({
      style,
      customBadge: true,
      avatarGlow: false,
    });
  const hostile = [
    'gold',
    'GOLD ',
    'RAINBOW',
    '',
    '"><img>',
    'constructor',
    'url(https://x)',
    null,
    7,
    ['GOLD'],
    { GOLD: 1 },
  ];
  for (const style of hostile) expect(of({ style })?.style).toBeUndefined();
  expect(of({ style: 'TEAL', custom_badge: 'true', avatar_glow: 1 })).toEqual({
    style: 'TEAL',
    customBadge: false,
    avatarGlow: false,
  });
  for (const legend of [null, 'GOLD', ['GOLD'], 7]) expect(of(legend)).toBeUndefined();
});

test('a referenced event is unwrapped and gives no claim', () => {
  const wrapped = {
    kind: RESULT.Referenced,
    pubkey: KEY,
    content: JSON.stringify({ id: ID, kind: 1 }),
  };
  expect(readResult(wrapped)).toBeUndefined();
  expect(referencedEvent(wrapped)).toEqual({ id: ID, kind: 1 });
  expect(referencedEvent({ kind: RESULT.Referenced, content: '{"id":' })).toBeUndefined();
  for (const other of [undefined, null, 7, [], { kind: 1, content: '{}' }])
    expect(referencedEvent(other)).toBeUndefined();
});

test('INV-ISOLATE bad entries are dropped, the others kept', () => {
  expect(
    result(RESULT.VerifiedUsersDict, {
      [KEY]: 'ann',
      [OTHER]: 7,
      short: 'x',
      [KEY.toUpperCase()]: 'y',
    }),
  ).toEqual({
    claim: 'names',
    names: new Map([[KEY, 'ann']]),
  });
  expect(
    result(RESULT.MediaInfo, {
      resources: [
        null,
        7,
        { url: '' },
        { url: 'u', variants: [3, { media_url: 'm', w: 'wide', h: -1 }] },
      ],
    }),
  ).toEqual({
    claim: 'media',
    media: [
      {
        url: 'u',
        type: '',
        thumbnail: undefined,
        variants: [
          { size: '', animated: false, width: 0, height: 0, type: '', duration: 0, url: 'm' },
        ],
      },
    ],
  });
  expect(
    result(RESULT.Range, {
      since: '5',
      until: {},
      order_by: 7,
      elements: [ID, null, 3, '', OTHER],
    }),
  ).toEqual({
    claim: 'range',
    since: undefined,
    until: undefined,
    orderBy: '',
    elements: [ID, OTHER],
  });
});

test('TOOL-04 the name of the service is in an object that has only a content', () => {
  expect(readResult({ content: 'starling 0.1.0' })).toEqual({
    claim: 'serverName',
    name: 'starling 0.1.0',
  });
  for (const other of [{ content: 7 }, { content: 'x', sig: '' }, { name: 'x' }, {}])
    expect(readResult(other)).toBeUndefined();
});

test('E-14 counts of a wrong type are 0, and a result without an event id is dropped', () => {
  const odd = {
    event_id: ID,
    likes: '7',
    replies: -3,
    reposts: 1.9,
    zaps: null,
    satszapped: [9],
    score: {},
    score24h: true,
    bookmarks: '9',
  };
  const zeros = {
    claim: 'stats',
    id: ID,
    likes: 0,
    replies: 0,
    reposts: 1,
    zaps: 0,
    satszapped: 0,
    score: 0,
    score24h: 0,
    bookmarks: 0,
  };
  expect(result(RESULT.NoteStats, odd)).toEqual(zeros);
  expect(
    readResult({ kind: RESULT.NoteStats, content: `{"event_id":"${ID}","likes":9e999}` }),
  ).toEqual({ ...zeros, reposts: 0 });
  for (const id of [undefined, null, 7, 'e1', ID.toUpperCase(), `${ID}0`])
    expect(result(RESULT.NoteStats, { event_id: id })).toBeUndefined();
});

test('E-13 keys such as __proto__ and constructor have no effect', () => {
  const content = `{"__proto__":{"polluted":1,"event_id":"${ID}"},"constructor":"x","toString":5,"${KEY}":5}`;
  for (const kind of Object.values(RESULT)) readResult({ kind, content });
  expect(readResult({ kind: RESULT.UserScores, content })).toEqual({
    claim: 'scores',
    scores: new Map([[KEY, 5]]),
  });
  expect(readResult({ kind: RESULT.NoteStats, content })).toBeUndefined();
  expect('polluted' in {}).toBe(false);
});

test('E-14 INV-ISOLATE any JSON at any place of any result kind is read without an error', () => {
  const field = fc.constantFrom(
    'event_id',
    'resources',
    'thumbnails',
    'variants',
    'elements',
    'reads',
    'pubkey',
    'tags',
    'content',
    'url',
    'media_url',
    'spec',
    KEY,
  );
  const odd = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.jsonValue({ maxDepth: 1 }),
      fc.constantFrom(ID, KEY, 'wss://a', true, null),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(field, tie('value'), { maxKeys: 4 }),
    ),
  })).value;
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.values(RESULT)),
      odd,
      odd,
      odd,
      fc.boolean(),
      (kind, content, pubkey, tags, asText) => {
        const claim = readResult({
          kind,
          pubkey,
          tags,
          content: asText ? JSON.stringify(content) : content,
        });
        expect(claim === undefined || typeof claim.claim === 'string').toBe(true);
      },
    ),
    { numRuns: runs(3_000) },
  );
  fc.assert(
    fc.property(
      fc.anything(),
      (value) => readResult(value) === undefined || referencedEvent(value) === undefined,
    ),
    { numRuns: runs(100) },
  );
});
