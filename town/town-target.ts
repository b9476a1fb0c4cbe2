import type { Seconds } from '../src/events/core/time.ts';
import type { SignedEvent, VerifiedEvent } from '../src/events/nostr/event.ts';

/** A service as the town uses it: it takes events and files, and tells about its users. */
export interface TownTarget {
  /** Public address of the service, without a trailing slash. It is part of picture urls. */
  readonly baseUrl: string;
  insert(events: readonly VerifiedEvent[]): Promise<unknown>;
  /** Store a file. `path` is its path on the service, `/<sha256>.png`. */
  putBlob(
    bytes: Uint8Array,
    mime: string,
  ): Promise<{ readonly hash: string; readonly path: string }>;
  /** Names at the service's own domain, and badges. */
  putMembers(members: readonly TownMember[]): Promise<void>;
  /** Store invoices, so that they can be paid. Known ones stay unchanged. */
  keepInvoices(invoices: readonly TownInvoiceRow[]): Promise<void>;
  /** The service's own mint. Without it the town's texts contain no ecash. */
  readonly ecash?: TownMint;
  setMeta(name: string, value: string): Promise<void>;
  getMeta(name: string): Promise<string | undefined>;
  /** The newest notes (kind 1), newest first. */
  recentNotes(limit: number): Promise<readonly SignedEvent[]>;
  /** True if a user has signed in here with that key. */
  isHere(pubkey: string): Promise<boolean>;
  /** Events of an account since a time (seconds), newest first. */
  writtenBy(
    pubkey: string,
    kinds: readonly number[],
    since: number,
    limit: number,
  ): Promise<readonly SignedEvent[]>;
  /** True if an account has relays for private messages (kind 10050). */
  takesPrivate(pubkey: string): Promise<boolean>;
  /** Gift wraps (NIP-59) to any of these accounts, newest first. */
  wrapsTo(pubkeys: readonly string[], limit: number): Promise<readonly SignedEvent[]>;
  /** The contact list of an account (kind 3). */
  contactsOf(pubkey: string): Promise<SignedEvent | undefined>;
}

/** The part of the target that building the town uses. */
export type BuildTarget = Pick<
  TownTarget,
  'baseUrl' | 'insert' | 'putBlob' | 'putMembers' | 'keepInvoices' | 'ecash' | 'setMeta'
>;

/** A mint (NUT-00) that issues ecash for the town's texts. */
export interface TownMint {
  /** Public address of the mint. */
  readonly mint: string;
  /** Return proofs of these amounts in sats. The same name gives the same proofs. */
  sign(name: string, amounts: readonly number[]): readonly TownProof[];
  /** Issue tokens that `sign` wrote, so that they can be redeemed. Known ones stay unchanged. */
  issue(tokens: readonly TownToken[]): Promise<void>;
}

/** A piece of ecash in the JSON of a token (NUT-00, V3). */
interface TownProof {
  readonly id: string;
  readonly amount: number;
  readonly secret: string;
  readonly C: string;
}

/** The arguments with which a token of a text was signed. */
export interface TownToken {
  readonly name: string;
  readonly amounts: readonly number[];
}

/**
 * A person with a name at the service's domain. Times in seconds. `tier` is `premium`,
 * `premium-legend` or empty; `style` a badge of PROFILE-11 or empty.
 */
export interface TownMember {
  readonly pubkey: string;
  readonly name: string | undefined;
  readonly tier: string;
  readonly cohort1: string;
  readonly cohort2: string;
  readonly premiumSince: number | undefined;
  readonly legendSince: number | undefined;
  readonly expiresOn: number | undefined;
  readonly style: string;
  readonly customBadge: boolean;
  readonly avatarGlow: boolean;
  readonly shoutout: string;
}

/** An invoice of play money in a text. Hash and preimage in hex. */
export interface TownInvoiceRow {
  readonly hash: string;
  readonly preimage: string;
  readonly bolt11: string;
  readonly payee: string;
  readonly msats: number;
  readonly text: string;
  readonly textHash: string | undefined;
  readonly request: undefined;
  readonly createdAt: Seconds;
  readonly expiresAt: Seconds;
}

/** Name of the row of the store's `meta` with the state of `saved-town.ts`. */
export const TOWN_ROW = 'town';

/** Name of the row of the store's `meta` with the accounts that anyone may sign in to. */
export const DEMO_ROW = 'demo_accounts';

/** An account that anyone may sign in to. Its play key is derived from the seed. */
export interface DemoAccount {
  readonly name: string;
  readonly displayName: string;
  readonly what: string;
  readonly pubkey: string;
  readonly npub: string;
  readonly nsec: string;
}

export interface TownInfo {
  readonly defaultPubkey: string;
  readonly demo: readonly DemoAccount[];
  readonly accounts: number;
  readonly events: number;
  readonly pictures: number;
  readonly pictureBytes: number;
}

/** Called during the work with the share of it that is done, from 0 to 1. */
export type OnProgress = (share: number) => void;
