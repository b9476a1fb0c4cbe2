import type { SignedEvent, VerifiedEvent } from '../../src/events/nostr/event.ts';
import type { Member } from '../store/accounts/members.ts';
import type { NewPlayInvoice } from '../store/money/play-money.ts';

/** Target of the initial town. */
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
  putMembers(members: readonly Member[]): Promise<void>;
  /** Store invoices, so that they can be paid. Known ones stay unchanged. */
  keepInvoices(invoices: readonly NewPlayInvoice[]): Promise<void>;
  setMeta(name: string, value: string): Promise<void>;
  getMeta(name: string): Promise<string | undefined>;
}

/** Target of the growing town. */
export interface LivingTarget extends Omit<TownTarget, 'putBlob' | 'putMembers'> {
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
  /**
   * Pay a zap (NIP-57) with newly issued play sats, and publish its receipt. Returns true if it
   * succeeded.
   */
  payZap?(request: SignedEvent): Promise<boolean>;
  /** True if an account has relays for private messages (kind 10050). */
  takesPrivate(pubkey: string): Promise<boolean>;
  /** Gift wraps (NIP-59) to any of these accounts, newest first. */
  wrapsTo(pubkeys: readonly string[], limit: number): Promise<readonly SignedEvent[]>;
  /** The contact list of an account (kind 3). */
  contactsOf(pubkey: string): Promise<SignedEvent | undefined>;
}

/** Name of the row of the store's `meta` with the state of `saved.ts`. */
export const TOWN_ROW = 'town';

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

/** Called during the work. `what` names the current step in a word or two. */
export type OnProgress = (done: number, total: number, what: string) => void;
