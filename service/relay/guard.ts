import type { VerifiedEvent } from '../../src/events/event.ts';
import { KIND } from '../../src/events/kinds.ts';
import { inSeconds } from '../../src/events/time.ts';
import type { Standing } from '../store/standings.ts';
import type { Store } from '../store/store.ts';
import { needsProof, type Proved } from './admission.ts';
import { bytesOf, misfitOf, type Policy, type Quotas } from './policy.ts';
import { openShares } from './shares.ts';

/** Who offers an event, as far as that is known. */
export interface Sender {
  readonly proved: Proved;
  /** The address it comes from, as `addressOf` counts them. */
  readonly from?: string | undefined;
}

/** Holds strangers to what the operator lets them publish. Reasons are by the prefixes of NIP-01; undefined where there is none. */
export interface Guard {
  /** An event is offered, whatever it is: counted before anything is done for it. */
  arriving(from: string | undefined): string | undefined;
  /** What stands of the authors of these events and of who offers them, where that matters. */
  standingsOf(offers: readonly (readonly [VerifiedEvent, Sender])[]): Promise<ReadonlyMap<string, Standing>>;
  /** Counts a verified event where it may be published. */
  objectionTo(event: VerifiedEvent, sender: Sender, standings: ReadonlyMap<string, Standing>): string | undefined;
  /** Why that account may upload nothing. */
  objectionToUploads(pubkey: string): Promise<string | undefined>;
}

const MINUTE = 60;
const DAY = 86_400;
const NONE: ReadonlyMap<string, Standing> = new Map();

/** What is counted is counted by this process alone, from its start. */
export function openGuard(store: Store, policy: Policy): Guard {
  const now = () => inSeconds(store.now());
  const counted = ({ events, bytes }: Quotas) => ({ events: openShares(events, MINUTE, now), bytes: openShares(bytes, DAY, now) });
  const [account, address] = [counted(policy.account), counted(policy.address)];
  const isListed = policy.publishing === 'allowed';
  return {
    arriving: (from) =>
      from === undefined || address.events.take(from, 1)
        ? undefined
        : `rate-limited: more than ${policy.address.events} events a minute from your address`,
    standingsOf: (offers) =>
      isListed ? store.standingsOf(offers.flatMap(([{ pubkey }, { proved }]) => [pubkey, ...proved])) : Promise.resolve(NONE),
    objectionTo(event, { proved, from }, standings) {
      const bytes = bytesOf(event);
      const misfit = misfitOf(event, bytes, policy);
      if (misfit !== undefined) return misfit;
      if (isListed && ![event.pubkey, ...proved].some((pubkey) => standings.get(pubkey) === 'allowed'))
        // gift wraps are signed by a key of nobody: who brings them has to be allowed (NIP-59)
        return event.kind === KIND.GiftWrap ? needsProof(proved, ONLY_ALLOWED) : `restricted: ${ONLY_ALLOWED}`;
      if (!account.events.take(event.pubkey, 1))
        return `rate-limited: more than ${policy.account.events} events a minute from this account`;
      if (!account.bytes.take(event.pubkey, bytes)) return `rate-limited: more than ${policy.account.bytes} bytes a day from this account`;
      if (from !== undefined && !address.bytes.take(from, bytes))
        return `rate-limited: more than ${policy.address.bytes} bytes a day from your address`;
      return undefined;
    },
    async objectionToUploads(pubkey) {
      const standing = (await store.standingsOf([pubkey])).get(pubkey);
      if (standing === 'denied') return 'this account may not upload here';
      return isListed && standing !== 'allowed' ? ONLY_ALLOWED : undefined;
    },
  };
}

const ONLY_ALLOWED = 'only accounts that the operator allowed may publish here';
