import { expect } from 'vitest';
import {
  type AnnouncedReleases,
  type CacheContext,
  openCache,
} from '../../../service/cache/cache-context.ts';
import type { MessageAccess } from '../../../service/cache/message-access.ts';
import type { Answer } from '../../../service/cache/frames.ts';
import { answer } from '../../../service/cache/answer-verb.ts';
import type { Bank } from '../../../service/money/open-bank.ts';
import type { Broadcast } from '../../../service/relay/broadcast.ts';
import type { Member } from '../../../service/store/accounts/members.ts';
import { openStore, type SqliteStore } from '../../../service/store/sqlite/sqlite-store.ts';
import { openEventVerifier } from '../../../service/verify.ts';
import type { SignedEvent, VerifiedEvent } from '../../../src/events/nostr/event.ts';
import { isRecord, parseJson } from '../../../src/events/core/json.ts';
import { KIND, RESULT } from '../../../src/events/nostr/kinds.ts';
import { seconds } from '../../../src/events/core/time.ts';
import { signed } from '../events/signed.ts';

/** The clock of the village, in seconds. */
export const NOW = 1_760_000_000;

/** The signature check, which rejects every forged event. */
export const { verify } = await openEventVerifier();

/** Public key of a villager, by number. */
export function key(n: number): string {
  const known = keys.get(n) ?? signed({}, n).pubkey;
  keys.set(n, known);
  return known;
}

const keys = new Map<number, string>();

/** The challenge of the villages' connections. */
export const CHALLENGE = 'c'.repeat(32);

/** The proof of a client's identity for private requests to the service at an address. */
export function proofOf(
  n: number,
  service = 'wss://town.example',
  created_at = NOW,
  challenge = CHALLENGE,
): SignedEvent {
  const tags = [
    ['relay', service],
    ['challenge', challenge],
    ['d', 'Starling', 'direct_messages'],
  ];
  return signed({ kind: KIND.Settings, created_at, tags, content: '{}' }, n);
}

/** The signed event that authorizes a request. */
export function requestFor(
  verb: string,
  n: number,
  content: unknown = {},
  fields: Partial<Pick<SignedEvent, 'kind'>> & { created_at?: number } = {},
) {
  return signed(
    {
      kind: KIND.Settings,
      created_at: NOW,
      tags: [['d', 'Starling', verb]],
      content: JSON.stringify(content),
      ...fields,
    },
    n,
  );
}

/** The same, bound to the service at an address and to one connection, as private requests need. */
export function boundRequestFor(
  verb: string,
  n: number,
  content: unknown = {},
  challenge = CHALLENGE,
  service = 'wss://town.example',
) {
  const tags = [
    ['relay', service],
    ['challenge', challenge],
    ['d', 'Starling', verb],
  ];
  return signed(
    { kind: KIND.Settings, created_at: NOW, tags, content: JSON.stringify(content) },
    n,
  );
}

/** A member record of a service, with only the given fields set. */
export function memberOf(pubkey: string, said: Partial<Member> = {}): Member {
  const dates = { premiumSince: undefined, legendSince: undefined, expiresOn: undefined };
  const badge = { style: '', customBadge: false, avatarGlow: false, shoutout: '' };
  return {
    pubkey,
    name: undefined,
    tier: '',
    cohort1: '',
    cohort2: '',
    ...dates,
    ...badge,
    ...said,
  };
}

/** One object of an answer, with its parsed `content`. */
export interface Said {
  readonly kind: unknown;
  readonly result: Readonly<Record<string, unknown>>;
  readonly content: unknown;
}

/** A small caching service whose events are really signed. */
export interface Village {
  readonly store: SqliteStore;
  readonly context: CacheContext;
  /** The service's log: empty unless an error occurred. */
  readonly logged: readonly string[];
  /** Publish an event by villager `n`, `ago` seconds before now. */
  post(
    n: number,
    fields: { kind?: number; content?: string; tags?: string[][] },
    ago?: number,
  ): VerifiedEvent;
  note(n: number, content: string, ago?: number, tags?: string[][]): VerifiedEvent;
  reply(n: number, to: SignedEvent, content: string, ago?: number): VerifiedEvent;
  like(n: number, to: SignedEvent, ago?: number): VerifiedEvent;
  repost(n: number, of: SignedEvent, ago?: number): VerifiedEvent;
  zap(n: number, to: SignedEvent, sats: number, ago?: number): VerifiedEvent;
  profile(n: number, name: string): VerifiedEvent;
  follow(n: number, ...others: number[]): VerifiedEvent;
  /** Return the results of a verb; throws on a NOTICE. */
  ask(verb: string, payload?: unknown): Promise<Said[]>;
  /** Return the NOTICE text that a verb answers with. */
  notice(verb: string, payload?: unknown): Promise<string | undefined>;
}

/** Options of a village: a clock, access to other relays, or a store with play money. */
interface VillageOptions {
  readonly origin?: string;
  readonly canCopy?: () => boolean;
  readonly mirrored?: ReadonlySet<string>;
  readonly now?: () => number;
  readonly broadcast?: Broadcast;
  readonly messages?: MessageAccess | undefined;
  readonly releases?: AnnouncedReleases;
  readonly bank?: Bank;
  readonly store?: SqliteStore;
}

export function openVillage(options: VillageOptions = {}): Village {
  const {
    now = () => NOW,
    store = openStore(':memory:', { now: () => seconds(now()), verify }),
    ...rest
  } = options;
  const logged: string[] = [];
  const context = openCache(store, {
    verify,
    failed: (where, error) => void logged.push(`${where}: ${String(error)}`),
    ...rest,
  });
  /** Every request has a connection of its own. */
  const connected = () => ({
    ...context,
    connection: { challenge: CHALLENGE, proved: new Set<string>() },
  });
  const post: Village['post'] = (n, fields, ago = 0) => {
    const event = verify(signed({ ...fields, created_at: now() - ago }, n));
    if (!event) throw new Error('a signed event is refused');
    // this engine has stored it when the call returns; a failure ends the test
    void store.insert([event], 'wss://relay.example');
    return event;
  };
  return {
    store,
    context,
    logged,
    post,
    note: (n, content, ago, tags = []) => post(n, { content, tags }, ago),
    reply: (n, to, content, ago) =>
      post(n, { content, tags: [...threadTags(to), ['p', to.pubkey]] }, ago),
    like: (n, to, ago) => post(n, { kind: KIND.Reaction, content: '+', tags: targetTags(to) }, ago),
    repost: (n, of, ago) => post(n, { kind: KIND.Repost, content: '', tags: targetTags(of) }, ago),
    zap: (n, to, sats, ago = 0) => post(20, zapFields(n, to, sats, now() - ago), ago),
    profile: (n, name) =>
      post(
        n,
        { kind: KIND.Metadata, content: JSON.stringify({ name, about: `about ${name}` }) },
        1_000_000,
      ),
    follow: (n, ...others) =>
      post(n, { kind: KIND.Contacts, tags: others.map((other) => ['p', key(other)]) }, 500_000),
    ask: async (verb, payload = {}) => read(await answer(connected(), verb, payload)),
    async notice(verb, payload = {}) {
      const reply = await answer(connected(), verb, payload);
      return 'notice' in reply ? reply.notice : undefined;
    },
  };
}

/** Return the ids in the order of the last RANGE. */
export function elements(said: readonly Said[]): readonly unknown[] {
  const range = ranges(said).at(-1);
  return Array.isArray(range?.['elements']) ? range['elements'] : [];
}

/** Return the contents of all RANGE results. */
export function ranges(said: readonly Said[]): Readonly<Record<string, unknown>>[] {
  return contents(said, RESULT.Range);
}

/** Return the contents of the results of one kind. */
export function contents(said: readonly Said[], kind: number): Readonly<Record<string, unknown>>[] {
  return said.flatMap((each) =>
    each.kind === kind && isRecord(each.content) ? [each.content] : [],
  );
}

/** Return the ids of the signed events of a kind, in order of arrival. */
export function idsOf(said: readonly Said[], kind: number): unknown[] {
  return said.flatMap((each) => (each.kind === kind ? [each.result['id']] : []));
}

function read(reply: Answer): Said[] {
  if ('notice' in reply) throw new Error(`NOTICE ${reply.notice}`);
  return reply.results.map((text) => {
    const result = parseJson(text);
    if (!isRecord(result)) return expect.fail(`no object: ${text}`);
    const { kind, content } = result;
    return { kind, result, content: typeof content === 'string' ? parseJson(content) : content };
  });
}

function threadTags(to: SignedEvent): string[][] {
  const root = to.tags.find((tag) => tag[0] === 'e' && tag[3] === 'root')?.[1];
  if (root === undefined) return [['e', to.id, '', 'root']];
  return [
    ['e', root, '', 'root'],
    ['e', to.id, '', 'reply'],
  ];
}

function targetTags(to: SignedEvent): string[][] {
  const d = to.tags.find((tag) => tag[0] === 'd')?.[1];
  const address = d === undefined ? [] : [['a', `${to.kind}:${to.pubkey}:${d}`]];
  return [...address, ['e', to.id], ['p', to.pubkey]];
}

function zapFields(n: number, to: SignedEvent, sats: number, created_at: number) {
  const tags = [...targetTags(to), ['amount', String(sats * 1_000)]];
  const request = signed({ kind: KIND.ZapRequest, content: 'Onward', tags, created_at }, n);
  return { kind: KIND.Zap, tags: [...targetTags(to), ['description', JSON.stringify(request)]] };
}
