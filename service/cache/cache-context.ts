import type { SignedEvent, VerifiedEvent } from '../../src/events/nostr/event.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { seconds } from '../../src/events/core/time.ts';
import { keepFor } from '../cached.ts';
import type { Meter } from '../metrics/service-metrics.ts';
import type { Bank } from '../money/open-bank.ts';
import { openLocks, type Turns } from '../mutex.ts';
import type { Store } from '../store/store.ts';
import type { WellKnown } from '../preview/well-known.ts';
import { type View } from './results/enrich-page.ts';
import { type Guard, openGuard, type Sender } from '../relay/enforce-policy.ts';
import { POLICY } from '../relay/policy.ts';
import type { Broadcast } from '../relay/broadcast.ts';
import { hexOf, type Payload, Refusal } from './payload.ts';
import { openSpent, type Spent } from './used-signatures.ts';
import { openStreams, type Streams } from './shared-streams.ts';

/** What verbs do with uploads (11.3). `remove` says whether the file was an upload of that account. */
interface OwnUploads {
  find(hash: string): Promise<{ readonly path: string; readonly width: number; readonly height: number } | undefined>;
  remove(hash: string, pubkey: string): Promise<boolean>;
  free(): number;
}

/** What the assembly says of this service. */
export interface CacheOptions {
  /** Checks id and signature of an event that was handed in (import_events). */
  readonly verify: (event: SignedEvent) => VerifiedEvent | undefined;
  /** Public address, e.g. `https://town.example`: its media server and relay are then recommended. */
  readonly origin?: string | undefined;
  readonly version?: string | undefined;
  /** Holds clients to what they may store here; one with the usual limits unless it is shared with others. */
  readonly guard?: Guard | undefined;
  /** The way to other relays (broadcast_events). */
  readonly broadcast?: Broadcast | undefined;
  /** Files of accounts, as the media server keeps them; `free` is the room that is left, in bytes. */
  readonly uploads?: OwnUploads | undefined;
  /** Fetches keys of names and zap providers (TRUST-08). */
  readonly wellKnown?: WellKnown | undefined;
  /** Play money, where there is some. */
  readonly bank?: Bank | undefined;
  /** Told what failed that should not, and where. */
  readonly failed?: ((where: string, error: unknown) => void) | undefined;
  /** What is counted of requests and streams. */
  readonly meter?: Pick<Meter, 'verbs' | 'failures' | 'open'> | undefined;
}

/** What is known of a connection: what a proof has to name, and the accounts that proved to be there, to whom it may show what is private. */
interface Connected {
  readonly challenge: string;
  readonly proved: Set<string>;
}

/** What every verb is given. */
export interface CacheContext {
  readonly store: Store;
  readonly options: CacheOptions & { readonly guard: Guard };
  readonly streams: Streams;
  /** For verbs that write by what they read: one after the other. */
  readonly inTurn: Turns;
  readonly spent: Spent;
  /** Who sends this very request, where HTTP itself proves it (NIP-98). */
  readonly caller?: VerifiedEvent;
  /** The address that asks, as `addressOf` counts them. */
  readonly from: string;
  /** The verb that is answered. */
  readonly verb?: string;
  readonly connection?: Connected;
}

/** Whoever asks without an address shares one: nobody is left uncounted. */
const UNNAMED = 'unnamed';

const mostFollowing = keepFor<Promise<string | undefined>>(seconds(10));

/** Makes a caching service over a store. */
export function openCache(store: Store, options: CacheOptions): CacheContext {
  const guard = options.guard ?? openGuard(store, POLICY);
  const streams = openStreams(store, options.failed);
  return { store, options: { ...options, guard }, streams, inTurn: openLocks(), spent: openSpent(() => store.now()), from: UNNAMED };
}

/** The client of a request, as far as it says who it is. */
export function senderOf({ from, caller, connection }: CacheContext): Sender {
  return { from, proved: [...(connection?.proved ?? []), ...(caller ? [caller.pubkey] : [])] };
}

/** Refuses to store a row for an account that is no event, by the same limits as events. */
export async function requireRoom({ options, from }: CacheContext, pubkey: string, bytes: number): Promise<void> {
  const objection = await options.guard.objectionToKeeping({ from, pubkey, bytes });
  if (objection !== undefined) throw new Refusal(objection);
}

/** The account whose view a visitor gets: named in `meta`, else the one that follows most. */
export async function defaultPubkey({ store }: CacheContext): Promise<string | undefined> {
  return (await store.noted('default_pubkey')) ?? mostFollowing(store, '', () => store.whoFollowsMost());
}

/** Whose view is asked for: where no account is named, or one without a view, the default account's (1.6). */
async function viewerOf(context: CacheContext, pubkey: string | undefined): Promise<string | undefined> {
  return pubkey !== undefined && (await isKnown(context, pubkey)) ? pubkey : defaultPubkey(context);
}

/** Who asks. */
export async function viewOf(context: CacheContext, payload: Payload): Promise<View> {
  const actor = hexOf(payload, 'user_pubkey');
  return { actor, viewer: await viewerOf(context, actor) };
}

/** Whoever published neither a list of follows nor of mutes has no view of their own yet. */
async function isKnown({ store }: CacheContext, pubkey: string): Promise<boolean> {
  return (await store.latestOf([`${KIND.Contacts}:${pubkey}:`, `${KIND.MuteList}:${pubkey}:`])).length > 0;
}
