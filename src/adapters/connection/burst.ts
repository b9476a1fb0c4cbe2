import type { Claim } from '../../events/connection/claims.ts';
import type { VerifiedEvent } from '../../events/event.ts';
import type { Verify } from '../../events/verify.ts';
import type { Arrival } from '../../machines/connection/wire.ts';
import { admit } from './admit.ts';
import { type FrameQueueDeps, openFrameQueue } from './frame-queue.ts';
import { type Item, sightFirst } from './order.ts';

/** What is handed on at once: about what the main thread takes in, folds and shows in 4 ms. */
const BATCH_WEIGHT = 100;
/** How much is parsed ahead of what is handed on. */
const WINDOW = 1_000;

/** `more`: there is more to take now. `excess`: the service attacks memory, so the connection should end (E-26, E-27). */
export interface Taken {
  readonly arrivals: readonly Arrival[];
  readonly more: boolean;
  readonly excess: boolean;
}

/**
 * Collects frames and gives out what they bring, decoded and verified, one batch at a time: everything that came since the last batch, up
 * to `BATCH_WEIGHT`. What needs no verification does not wait for the verifier; what needs it does.
 */
export function openBurst(deps: FrameQueueDeps & { readonly verify: () => Verify | undefined }) {
  const frames = openFrameQueue(deps);
  let items: Item[] = [];

  const take = (): Taken => {
    const fresh = items.length < WINDOW ? frames.read(WINDOW - items.length) : [];
    if (fresh.length > 0) items = sightFirst([...items, ...fresh]);
    if (frames.isExcessive()) items = [];
    const { arrivals, taken } = decode(items, deps.verify());
    items = items.slice(taken);
    const more = (taken > 0 && items.length > 0) || (!frames.isEmpty() && items.length < WINDOW);
    return { arrivals, more, excess: frames.isExcessive() };
  };
  /** Forgets what waits for a subscription that is closed. */
  const forget = (id: string): void => {
    items = items.filter((item) => item.id !== id);
  };
  return { add: frames.add, take, forget };
}

interface Draft {
  readonly id: string;
  readonly events: VerifiedEvent[];
  readonly referenced: VerifiedEvent[];
  readonly claims: Claim[];
  rejected: number;
  ended: boolean;
  notice: string | undefined;
}

/** One arrival for each subscription, from the front of the items until the batch is full, is cut, or must wait for the verifier. */
function decode(items: readonly Item[], verify: Verify | undefined) {
  const drafts = new Map<string, Draft>();
  let taken = 0;
  let weight = 0;
  for (const item of items) {
    if (weight >= BATCH_WEIGHT || (item.type === 'signed' && !verify)) break;
    const draft = drafts.get(item.id) ?? {
      id: item.id,
      events: [],
      referenced: [],
      claims: [],
      rejected: 0,
      ended: false,
      notice: undefined,
    };
    drafts.set(item.id, draft);
    write(draft, item, verify);
    weight += item.weight;
    taken++;
    if (item.cut) break;
  }
  return { arrivals: [...drafts.values()], taken };
}

function write(draft: Draft, item: Item, verify: Verify | undefined): void {
  if (item.type === 'ended') draft.ended = true;
  else if (item.type === 'notice') draft.notice = item.text;
  else if (item.type === 'claim') draft.claims.push(item.claim);
  else if (item.type === 'rejected' || !verify) draft.rejected++;
  else {
    const admitted = admit(item.event, verify);
    draft.rejected += admitted.rejected;
    if (admitted.event) draft[item.path].push(admitted.event);
    if (admitted.claim) draft.claims.push(admitted.claim);
    draft.referenced.push(...admitted.inside);
  }
}
