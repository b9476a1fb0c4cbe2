import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAddressable, isEphemeral, isReplaceable, KIND, RESULT } from './kinds.ts';

test('EVENT-01 every documented kind has its number and its name', () => {
  const documents = {
    Metadata: 0,
    Text: 1,
    Contacts: 3,
    EncryptedDirectMessage: 4,
    EventDeletion: 5,
    Repost: 6,
    Reaction: 7,
    Image: 20,
    ChannelCreation: 40,
    ChannelMetadata: 41,
    ChannelMessage: 42,
    ChannelHideMessage: 43,
    ChannelMuteUser: 44,
    ReportContent: 1984,
    Subscribe: 7001,
    Unsubscribe: 7002,
    ZapRequest: 9734,
    Zap: 9735,
    MoneroZapRequest: 9740,
    MoneroZap: 9741,
    MoneroZapReceipt: 9742,
    Highlight: 9802,
    MuteList: 10000,
    RelayList: 10002,
    Bookmarks: 10003,
    BlossomServers: 10063,
    TierList: 17000,
    CategorizedPeople: 30000,
    LongForm: 30023,
    LongFormDraft: 30024,
    Draft: 31234,
    Settings: 30078,
    LiveEvent: 30311,
    Dvm: 31990,
    Tier: 37001,
    HttpAuth: 27235,
  };
  expect(KIND).toMatchObject(documents);
});

test('EVENT-01 kinds that requirements name by number have a name too', () => {
  const messages = [13, 14, 1059, 10050];
  const signing = [22242, 23194, 23195, 24133, 24242];
  const inAnswers = [1068, 1111, 1311, 6969, 34235, 34236, 39089, 5300, 6300, 16, 30004];
  const named = new Set<number>(Object.values(KIND));
  expect([...messages, ...signing, ...inAnswers].filter((kind) => !named.has(kind))).toEqual([]);
});

test('EVENT-02 every number of the protocol has a name', () => {
  const from = (first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, i) => first + i);
  const reserved = [10000154, 10000161, 10000104];
  const results = [
    10000098,
    ...from(10000100, 10000180).filter((kind) => !reserved.includes(kind)),
    10000200,
    // our own kinds, for the verbs verified_name, zap_provider and settings_versions
    10000210,
    10000211,
    ...from(10000300, 10000313),
    10000315,
    10000316,
    10000319,
    10000321,
    10000601,
    10000603,
    10000605,
    10000701,
    10000802,
    10000803,
    10030023,
    11000001,
  ];
  expect(Object.values(RESULT).toSorted((a, b) => a - b)).toEqual(results);
});

test('EVENT-02 documented result kinds have the numbers of the protocol', () => {
  expect(RESULT).toMatchObject({
    NoteStats: 10000100,
    NetStats: 10000101,
    UserStats: 10000105,
    Referenced: 10000107,
    Notification: 10000110,
    Range: 10000113,
    NoteActions: 10000115,
    MessageStats: 10000117,
    MediaInfo: 10000119,
    Upload: 10000120,
    Uploaded: 10000121,
    LinkMetadata: 10000128,
    UserFollowerCounts: 10000133,
    SuggestedUsersByCategory: 10000134,
    Releases: 10000138,
    UserRelays: 10000139,
    FeaturedAuthors: 10000148,
    VerifiedUsersDict: 10000158,
    LegendCustomization: 10000168,
    PremiumLeaderboard: 10000171,
    WalletOperation: 10000300,
    ExchangeRate: 10000305,
    OrderHistory: 10000605,
  });
});

test('EVENT-01 no number has two names, no signed kind is a result kind', () => {
  const kinds = [...Object.values(KIND), ...Object.values(RESULT)];
  expect(new Set(kinds).size).toBe(kinds.length);
  expect(Object.values(KIND).filter((kind) => kind > 65_535)).toEqual([]);
  expect(Object.values(RESULT).filter((kind) => kind <= 65_535)).toEqual([]);
});

test('a kind is at most one of replaceable, addressable, ephemeral, else regular', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 65_535 }), (kind) => {
      expect(
        [isReplaceable, isAddressable, isEphemeral].filter((is) => is(kind)).length,
      ).toBeLessThanOrEqual(1);
    }),
  );
  const edges = [0, 1, 3, 9_999, 10_000, 19_999, 20_000, 29_999, 30_000, 39_999, 40_000];
  expect(edges.filter(isReplaceable)).toEqual([0, 3, 10_000, 19_999]);
  expect(edges.filter(isEphemeral)).toEqual([20_000, 29_999]);
  expect(edges.filter(isAddressable)).toEqual([30_000, 39_999]);
});
