import type { SignedEvent, VerifiedEvent } from '../../src/events/nostr/event.ts';
import type { Member } from '../store/accounts/members.ts';
import type { NewPlayInvoice } from '../store/money/play-money.ts';

/** Where the town is written to. */
export interface TownTarget {
  /** Address under which the service is reached, without a slash at the end: it stands in the urls of pictures. */
  readonly baseUrl: string;
  insert(events: readonly VerifiedEvent[]): Promise<unknown>;
  /** Keeps a file; `path` is where the service serves it, `/<sha256>.png`. */
  putBlob(bytes: Uint8Array, mime: string): Promise<{ readonly hash: string; readonly path: string }>;
  /** Names at the service's own domain, and badges. */
  putMembers(members: readonly Member[]): Promise<void>;
  /** Keeps invoices that people wrote, so that they can be paid; those that are known stay as they are. */
  keepInvoices(invoices: readonly NewPlayInvoice[]): Promise<void>;
  setMeta(name: string, value: string): Promise<void>;
  getMeta(name: string): Promise<string | undefined>;
}

/** Where the town goes on. */
export interface LivingTarget extends Omit<TownTarget, 'putBlob' | 'putMembers'> {
  /** The newest notes (kind 1), newest first. */
  recentNotes(limit: number): Promise<readonly SignedEvent[]>;
  /** Whether somebody has signed in here with that key. */
  isHere(pubkey: string): Promise<boolean>;
  /** What an account wrote since a time (seconds), newest first. */
  writtenBy(pubkey: string, kinds: readonly number[], since: number, limit: number): Promise<readonly SignedEvent[]>;
  /** Pays a zap (NIP-57) with play sats of nobody, and publishes its receipt; whether it was done. */
  payZap?(request: SignedEvent): Promise<boolean>;
  /** Whether an account has named relays for private messages (kind 10050). */
  takesPrivate(pubkey: string): Promise<boolean>;
  /** Gift wraps (NIP-59) to any of these accounts, newest first. */
  wrapsTo(pubkeys: readonly string[], limit: number): Promise<readonly SignedEvent[]>;
  /** Whom an account follows (kind 3). */
  contactsOf(pubkey: string): Promise<SignedEvent | undefined>;
}

/** Name of the row of the store's `meta` that holds what `saved.ts` keeps. */
export const TOWN_ROW = 'town';

/** An account that anybody may sign in with. Play keys: they follow from the seed. */
export interface DemoAccount {
  readonly name: string;
  readonly displayName: string;
  readonly what: string;
  readonly pubkey: string;
  readonly npub: string;
  readonly nsec: string;
}

export interface TownInfo {
  /** The account whose view a visitor gets. */
  readonly defaultPubkey: string;
  readonly demo: readonly DemoAccount[];
  readonly accounts: number;
  readonly events: number;
  readonly pictures: number;
  /** Bytes of all pictures. */
  readonly pictureBytes: number;
}

/** Called as the work goes on. `what` says in a word or two what is done at the moment. */
export type OnProgress = (done: number, total: number, what: string) => void;
