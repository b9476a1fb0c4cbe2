import type { Platform } from '../../src/events/app/releases.ts';
import type { SignedEvent, VerifiedEvent } from '../../src/events/nostr/event.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { seconds } from '../../src/events/core/time.ts';
import { cachedFor } from '../cached.ts';
import type { ServiceMetrics } from '../metrics/service-metrics.ts';
import type { Bank } from '../money/open-bank.ts';
import { openMutex, type Mutex } from '../mutex.ts';
import type { Store } from '../store/store.ts';
import type { WellKnown } from '../preview/well-known.ts';
import { type View } from './results/enrich-page.ts';
import { type Guard, openGuard, type Sender } from '../relay/enforce-policy.ts';
import { POLICY } from '../relay/policy.ts';
import type { Broadcast } from '../relay/broadcast.ts';
import { hexOf, type Payload, Refusal } from './payload.ts';
import type { MessageAccess } from './message-access.ts';
import { openUsedSignatures, type UsedSignatures } from './used-signatures.ts';
import { openStreams, type Streams } from './shared-streams.ts';

/** Access to uploads. `remove` returns true if the file was an upload of that account. */
interface OwnUploads {
  find(
    hash: string,
  ): Promise<
    { readonly path: string; readonly width: number; readonly height: number } | undefined
  >;
  remove(hash: string, pubkey: string): Promise<boolean>;
  free(): number;
}

/** Mobile releases that the operator announces, as kind 10000138 has them. */
export type AnnouncedReleases = Readonly<
  Partial<Record<Platform, { readonly date: string; readonly version: string }>>
>;

export interface CacheOptions {
  /** Verifies id and signature of an event in a request (import_events). */
  readonly verify: (event: SignedEvent) => VerifiedEvent | undefined;
  /**
   * Public address, e.g. `https://town.example`. If set, its media server and relay are
   * recommended.
   */
  readonly origin?: string | undefined;
  readonly version?: string | undefined;
  /** True if `/media-cache` at `origin` makes copies of pictures (MEDIA-04). */
  readonly canCopy?: (() => boolean) | undefined;
  /** Called with pages that an answer links to and that lack a fresh preview (NOTE-08). */
  readonly wantPreviews?: ((urls: readonly string[]) => void) | undefined;
  /** Access to direct messages. Default: `proved`. */
  readonly messages?: MessageAccess | undefined;
  /** Mobile releases that the operator announces. */
  readonly releases?: AnnouncedReleases | undefined;
  /** Enforces storage limits. Default: a guard of its own with the usual limits. */
  readonly guard?: Guard | undefined;
  /** Relays that this service mirrors, and that are connected. */
  readonly mirrored?: ReadonlySet<string> | undefined;
  /** Sends events to other relays (broadcast_events). */
  readonly broadcast?: Broadcast | undefined;
  /** Files of accounts, as the media server stores them. `free` is the remaining space in bytes. */
  readonly uploads?: OwnUploads | undefined;
  /** Looks up keys of names and zap providers (TRUST-08). */
  readonly wellKnown?: WellKnown | undefined;
  /** Play money, if available. */
  readonly bank?: Bank | undefined;
  /** Called with unexpected errors and their place. */
  readonly failed?: ((where: string, error: unknown) => void) | undefined;
  /** Metrics of requests and streams. */
  readonly meter?: Pick<ServiceMetrics, 'verbs' | 'failures' | 'open'> | undefined;
}

/**
 * State of a connection: the challenge for proofs, and the accounts that proved their identity.
 * They may see their private data.
 */
interface Connected {
  readonly challenge: string;
  readonly proved: Set<string>;
}

export interface CacheContext {
  readonly store: Store;
  readonly options: CacheOptions & { readonly guard: Guard };
  readonly streams: Streams;
  /** Lock for verbs that read before they write. */
  readonly inTurn: Mutex;
  readonly spent: UsedSignatures;
  /** The token that authenticates an HTTP request (NIP-98). */
  readonly caller?: VerifiedEvent;
  /** Network address of the client, as normalized by `addressOf`. */
  readonly from: string;
  readonly verb?: string;
  readonly connection?: Connected;
}

/** Clients without an address share one, so that limits apply to all of them. */
const UNNAMED = 'unnamed';

const mostFollowing = cachedFor<Promise<string | undefined>>(seconds(10));

/** Create a caching service over a store. */
export function openCache(store: Store, options: CacheOptions): CacheContext {
  const guard = options.guard ?? openGuard(store, POLICY);
  const streams = openStreams(store, options.failed);
  return {
    store,
    options: { ...options, guard },
    streams,
    inTurn: openMutex(),
    spent: openUsedSignatures(() => store.now()),
    from: UNNAMED,
  };
}

/** Return the address and the proved accounts of a request. */
export function senderOf({ from, caller, connection }: CacheContext): Sender {
  return { from, proved: [...(connection?.proved ?? []), ...(caller ? [caller.pubkey] : [])] };
}

/** Refuse to store account data that is no event, by the same limits as for events. */
export async function requireRoom(
  { options, from }: CacheContext,
  pubkey: string,
  bytes: number,
): Promise<void> {
  const objection = await options.guard.objectionToKeeping({ from, pubkey, bytes });
  if (objection !== undefined) throw new Refusal(objection);
}

/** The account whose view a visitor gets: the one in `meta`, else the one that follows most. */
export async function defaultPubkey({ store }: CacheContext): Promise<string | undefined> {
  return (
    (await store.noted('default_pubkey')) ?? mostFollowing(store, '', () => store.whoFollowsMost())
  );
}

/**
 * Return the account whose view applies. Without an account, or for one without lists, it is the
 * default account.
 */
async function viewerOf(
  context: CacheContext,
  pubkey: string | undefined,
): Promise<string | undefined> {
  return pubkey !== undefined && (await isKnown(context, pubkey)) ? pubkey : defaultPubkey(context);
}

/** Return the asking account and the account whose view applies. */
export async function viewOf(context: CacheContext, payload: Payload): Promise<View> {
  const actor = hexOf(payload, 'user_pubkey');
  return { actor, viewer: await viewerOf(context, actor) };
}

/** True if the account has its own view: it published a contact list or a mute list. */
async function isKnown({ store }: CacheContext, pubkey: string): Promise<boolean> {
  return (
    (await store.latestOf([`${KIND.Contacts}:${pubkey}:`, `${KIND.MuteList}:${pubkey}:`])).length >
    0
  );
}
