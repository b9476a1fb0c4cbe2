import type { VerifiedEvent } from '../../src/events/nostr/event.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { inSeconds } from '../../src/events/core/time.ts';
import type { Standing } from '../store/accounts/standings.ts';
import type { Store } from '../store/store.ts';
import { needsProof, type AuthenticatedAccounts } from './admission.ts';
import { bytesOf, policyViolation, type Policy, type Quotas } from './policy.ts';
import { openRateLimiter } from './rate-limiter.ts';

export interface Sender {
  /** The accounts for which it is authenticated. */
  readonly proved: AuthenticatedAccounts;
  /** Its network address, as normalized by `addressOf`. */
  readonly from: string;
}

/** A row that is stored for a client and is no event: settings, a report, an invoice. */
interface Keeping {
  readonly from: string;
  /**
   * The account that signed the request, or `undefined` if anyone may make it, as for an invoice.
   */
  readonly pubkey?: string | undefined;
  readonly bytes: number;
}

/**
 * Enforces the operator's publishing policy. Reasons use the prefixes of NIP-01. `undefined` means
 * no objection.
 */
export interface Guard {
  /** Count an offered event before any work is done for it. */
  arriving(from: string): string | undefined;
  /** Return the standings of the authors and senders, if the policy needs them. */
  standingsOf(
    offers: readonly (readonly [VerifiedEvent, Sender])[],
  ): Promise<ReadonlyMap<string, Standing>>;
  /** Count a verified event if it may be published. */
  objectionTo(
    event: VerifiedEvent,
    sender: Sender,
    standings: ReadonlyMap<string, Standing>,
  ): string | undefined;
  /** Count stored data like an event of that size, if it may be stored. */
  objectionToKeeping(keeping: Keeping): Promise<string | undefined>;
  /** Return the reason why that account may not upload. */
  objectionToUploads(pubkey: string): Promise<string | undefined>;
}

/** Size of a row besides its content. */
const ROW_BYTES = 200;
/**
 * Events from one address that may have the same second. Requests for the newest events sort all
 * events of a second.
 */
const MOST_OF_SECOND = 1_000;
/**
 * Bytes per hour that are stored without an account: from one address, and from all. Most of it is
 * deleted within an hour.
 */
const OF_ANYBODY = { address: 8 * 2 ** 20, all: 512 * 2 ** 20 };
const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;
const NONE: ReadonlyMap<string, Standing> = new Map();

/** Counts are kept by this process alone, from its start. */
export function openGuard(store: Store, policy: Policy): Guard {
  const now = () => inSeconds(store.now());
  const counted = ({ events, bytes }: Quotas) => ({
    events: openRateLimiter(events, MINUTE, now),
    bytes: openRateLimiter(bytes, DAY, now),
  });
  const [account, address] = [counted(policy.account), counted(policy.address)];
  const ofSecond = openRateLimiter(MOST_OF_SECOND, DAY, now);
  const ofAnybody = {
    address: openRateLimiter(OF_ANYBODY.address, HOUR, now),
    all: openRateLimiter(OF_ANYBODY.all, HOUR, now),
  };
  const isListed = policy.publishing === 'allowed';
  const arriving = (from: string) =>
    address.events.take(from, 1)
      ? undefined
      : `rate-limited: more than ${policy.address.events} events a minute from your address`;
  const ofAccount = (pubkey: string, bytes: number) => {
    if (!account.events.take(pubkey, 1))
      return `rate-limited: more than ${policy.account.events} events a minute from this account`;
    if (account.bytes.take(pubkey, bytes)) return undefined;
    return `rate-limited: more than ${policy.account.bytes} bytes a day from this account`;
  };
  const ofAddress = (from: string, bytes: number) =>
    address.bytes.take(from, bytes)
      ? undefined
      : `rate-limited: more than ${policy.address.bytes} bytes a day from your address`;
  const anonymously = (from: string, bytes: number) => {
    if (!ofAnybody.address.take(from, bytes))
      return `rate-limited: more than ${OF_ANYBODY.address} bytes an hour from your address without an account`;
    return ofAnybody.all.take('', bytes)
      ? undefined
      : 'rate-limited: too much is stored for strangers this hour';
  };
  const standingOf = async (pubkey: string) => (await store.standingsOf([pubkey])).get(pubkey);
  return {
    arriving,
    standingsOf: (offers) =>
      isListed
        ? store.standingsOf(offers.flatMap(([{ pubkey }, { proved }]) => [pubkey, ...proved]))
        : Promise.resolve(NONE),
    objectionTo(event, { proved, from }, standings) {
      const bytes = bytesOf(event);
      const misfit = policyViolation(event, bytes, policy);
      if (misfit !== undefined) return misfit;
      if (
        isListed &&
        ![event.pubkey, ...proved].some((pubkey) => standings.get(pubkey) === 'allowed')
      )
        // Gift wraps are signed by a random key, so their sender has to be allowed (NIP-59).
        return event.kind === KIND.GiftWrap
          ? needsProof(proved, ONLY_ALLOWED)
          : `restricted: ${ONLY_ALLOWED}`;
      if (!ofSecond.take(`${from} ${inSeconds(event.created_at)}`, 1)) return CROWDED;
      return ofAccount(event.pubkey, bytes) ?? ofAddress(from, bytes);
    },
    async objectionToKeeping({ from, pubkey, bytes: content }) {
      const bytes = content + ROW_BYTES;
      const early = arriving(from);
      if (early !== undefined) return early;
      if (pubkey === undefined) return anonymously(from, bytes) ?? ofAddress(from, bytes);
      const standing = await standingOf(pubkey);
      if (standing === 'denied') return 'blocked: nothing is stored for this account';
      if (isListed && standing !== 'allowed') return `restricted: ${ONLY_ALLOWED}`;
      return ofAccount(pubkey, bytes) ?? ofAddress(from, bytes);
    },
    async objectionToUploads(pubkey) {
      const standing = await standingOf(pubkey);
      if (standing === 'denied') return 'this account may not upload here';
      return isListed && standing !== 'allowed' ? ONLY_ALLOWED : undefined;
    },
  };
}

const CROWDED = `rate-limited: more than ${MOST_OF_SECOND} events of one second from your address`;
const ONLY_ALLOWED = 'only accounts that the operator allowed may publish here';
