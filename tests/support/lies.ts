import type { SignedEvent } from '../../src/events/nostr/event.ts';
import { KIND, RESULT } from '../../src/events/nostr/kinds.ts';
import { inSeconds } from '../../src/events/core/time.ts';
import { signed } from './events/signed.ts';

/**
 * Addresses named only by the service or a stranger. A port that receives one of them has believed
 * a lie.
 */
export const EVIL = 'wss://evil.example';
const EVIL_SERVER = 'https://evil.example';
const EVIL_WALLET = `nostr+walletconnect://${'e'.repeat(64)}?relay=${EVIL}&secret=${'1'.repeat(64)}`;

/** An amount that no user has chosen. Sats. */
export const EVIL_AMOUNT = 90_000;

const SETTINGS = {
  theme: 'ice',
  zapDefault: { amount: EVIL_AMOUNT, message: 'lie' },
  defaultZapAmount: EVIL_AMOUNT,
  zapConfig: [{ amount: EVIL_AMOUNT, emoji: 'x', message: 'lie' }],
  proxyThroughPrimal: true,
  notifications: { NEW_DIRECT_MESSAGE: false },
  notificationsAdditional: { ignore_events_with_too_many_mentions: true },
  applyContentModeration: true,
  contentModeration: [{ name: 'primal_spam', scopes: ['content', 'trending'] }],
  relays: [EVIL],
  blossomServers: [EVIL_SERVER],
};

/** Return unsigned claims of a service. `people`: accounts that it wants hidden. */
function claims(account: string, people: readonly string[]): readonly object[] {
  const content: Partial<Record<keyof typeof RESULT, unknown>> = {
    DefaultSettings: SETTINGS,
    AppSubsettings: [
      { name: 'lie', spec: '{"id":"feed","kind":"notes"}', enabled: true },
      EVIL_WALLET,
    ],
    DefaultRelays: [EVIL],
    UserRelays: { pubkey: account, relays: [EVIL], tags: [['r', EVIL]] },
    EventRelays: Object.fromEntries(people.map((pubkey) => [pubkey, [EVIL]])),
    Relays: [EVIL],
    FilterList: people,
    FilterListed: people,
    FilteringReason: { action: 'block', pubkey: people[0], group: 'primal_spam' },
    IsHiddenByContentModeration: people.map((pubkey) => [pubkey, true]),
    BroadcastResponses: [{ event_id: 'f'.repeat(64), responses: [[EVIL, '["OK","",true,""]']] }],
    MembershipStatus: { pubkey: account, tier: 'premium', cohort_1: 'lie' },
    WellKnownKey: { address: 'ann@evil.example', pubkey: people[0] },
    HomeFeeds: [{ name: 'lie', spec: '{"id":"lie"}', enabled: true }],
    ReadsFeeds: [{ name: 'lie', spec: '{"id":"lie"}', enabled: true }],
    TrustedUsers: people,
  };
  // an invalid wrapped event makes an answer incomplete, and then no list in it counts
  const kinds = Object.entries(RESULT).filter(([name]) => name !== 'Referenced');
  return kinds.map(([name, kind]) => {
    const said = new Map(Object.entries(content)).get(name);
    return {
      kind,
      pubkey: account,
      tags: [],
      created_at: 1_699_999_000,
      content: JSON.stringify(said ?? { relays: [EVIL], amount: EVIL_AMOUNT }),
    };
  });
}

/** Lists of each kind with power over an account, as an attacker would write them. */
const drafts = (
  people: readonly string[],
): readonly { kind: number; tags: string[][]; content?: string }[] => [
  { kind: KIND.RelayList, tags: [['r', EVIL]] },
  { kind: KIND.DirectMessageRelays, tags: [['relay', EVIL]] },
  { kind: KIND.PrivateRelays, tags: [['relay', EVIL]] },
  {
    kind: KIND.NutzapInfo,
    tags: [
      ['relay', EVIL],
      ['mint', EVIL_SERVER, 'sat'],
      ['pubkey', 'e'.repeat(64)],
    ],
  },
  { kind: KIND.BlossomServers, tags: [['server', EVIL_SERVER]] },
  { kind: KIND.MuteList, tags: people.map((pubkey) => ['p', pubkey]) },
  {
    kind: KIND.Contacts,
    tags: [['p', 'e'.repeat(64)]],
    content: JSON.stringify({ [EVIL]: { read: true, write: true } }),
  },
  { kind: KIND.Bookmarks, tags: [['e', 'e'.repeat(64)]] },
  {
    kind: KIND.Metadata,
    tags: [],
    content: JSON.stringify({ name: 'lie', lud16: 'lie@evil.example', nip05: 'lie@evil.example' }),
  },
  {
    kind: KIND.Settings,
    tags: [['d', 'Starling', 'set_app_settings']],
    content: JSON.stringify(SETTINGS),
  },
  { kind: KIND.EcashWallet, tags: [], content: 'lie' },
  { kind: KIND.EventDeletion, tags: [['e', 'e'.repeat(64)]] },
];

/**
 * Change an event after signing. Its id and its signature are no longer valid, or name another
 * content.
 */
export const forged = (
  event: SignedEvent,
  over: Partial<SignedEvent> & { readonly pubkey: string },
): object => ({
  ...event,
  created_at: inSeconds(event.created_at),
  ...over,
});

const wire = (event: SignedEvent): object => ({
  ...event,
  created_at: inSeconds(event.created_at),
});

/** Raw results as a lying service sends them. */
export interface Lies {
  /** Unsigned claims of the service. */
  readonly said: readonly object[];
  /** Lists signed by another key. */
  readonly signed: readonly object[];
  /** The same lists under the name of the account. */
  readonly forged: readonly object[];
}

/**
 * Return the lies that would have power over an account. `signer`: number of the key that signs the
 * lists.
 */
export function liesTo(account: string, people: readonly string[], signer = 66): Lies {
  const lists = drafts(people).map((draft) =>
    signed({ created_at: 1_699_999_000, ...draft }, signer),
  );
  return {
    said: claims(account, people),
    signed: lists.map(wire),
    forged: lists.map((event) => forged(event, { pubkey: account })),
  };
}
