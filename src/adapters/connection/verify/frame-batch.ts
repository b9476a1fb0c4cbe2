import type { Claim } from '../../../events/connection/claims.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import type { Verify } from '../../../events/nostr/verify.ts';
import type { ReceivedBatch } from '../../../machines/core/cache-protocol.ts';
import { verifyResult } from './verify-event.ts';
import { type FrameQueueDeps, openFrameQueue } from './frame-queue.ts';
import { type Item, visibleFirst } from './result-order.ts';

/** Size of one batch: about as much as the main thread reads, folds and shows in 4 ms. */
const BATCH_WEIGHT = 100;
/** Work of one turn: less than 10 ms, so that commands and frames are handled in between. */
const TURN_WEIGHT = 16;
/** How much is parsed ahead of the current batch. */
const WINDOW = 1_000;

/**
 * `arrivals`: a batch, if one is complete. `more`: there is more to do now. `rest`: a pause in
 * milliseconds after the visible part of a page, so that it can be drawn. `excess`: the service
 * attacks memory (E-26, E-27).
 */
export interface BatchCounts {
  readonly arrivals: readonly ReceivedBatch[];
  readonly more: boolean;
  readonly rest: number | undefined;
  readonly excess: boolean;
}

interface FrameBatchDeps extends FrameQueueDeps {
  readonly verify: () => Verify | undefined;
  /** True if that subscription requests results beyond the visible page. */
  readonly isFurther: (id: string) => boolean;
}

/**
 * Collects frames and returns their results, decoded and verified, one batch at a time. A batch
 * contains everything since the last batch, up to `BATCH_WEIGHT`. Only results that need
 * verification wait for the verifier.
 */
export function openFrameBatch(deps: FrameBatchDeps) {
  const frames = openFrameQueue(deps);
  let items: readonly Item[] = [];
  let next = 0;
  let batch = emptyBatch();

  const left = () => items.length - next;
  const restock = (): void => {
    if (left() >= WINDOW) return;
    const fresh = frames.read(WINDOW - left());
    if (fresh.length === 0) return;
    items = visibleFirst([...items.slice(next), ...fresh], deps.isFurther);
    next = 0;
  };
  const take = (): BatchCounts => {
    restock();
    if (frames.isExcessive()) return { arrivals: [], more: false, rest: undefined, excess: true };
    const { at, rest } = decode(items, next, batch, deps.verify());
    const goesOn =
      (at > next && at < items.length) || (!frames.isEmpty() && items.length - at < WINDOW);
    [items, next] = at < items.length ? [items, at] : [[], 0];
    if (goesOn && rest === undefined && batch.weight < BATCH_WEIGHT)
      return { arrivals: [], more: true, rest: undefined, excess: false };
    const arrivals = [...batch.drafts.values()];
    batch = emptyBatch();
    return { arrivals, more: goesOn, rest, excess: false };
  };
  /** Forgets pending results of a closed subscription. */
  const forget = (id: string): void => {
    items = items.slice(next).filter((item) => item.id !== id);
    next = 0;
    batch.drafts.delete(id);
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

/** Decoded results that are not reported yet: one arrival for each subscription. */
interface Batch {
  readonly drafts: Map<string, Draft>;
  weight: number;
}

function emptyBatch(): Batch {
  return { drafts: new Map(), weight: 0 };
}

/**
 * Decodes from `start` on until the turn is over, the batch is complete, or the verifier is
 * missing. `at`: the next item's index.
 */
function decode(
  items: readonly Item[],
  start: number,
  batch: Batch,
  verify: Verify | undefined,
): { at: number; rest: number | undefined } {
  const end = Math.min(batch.weight + TURN_WEIGHT, BATCH_WEIGHT);
  for (let at = start; ; at++) {
    const item = items[at];
    if (!item || batch.weight >= end || (item.type === 'signed' && !verify))
      return { at, rest: undefined };
    const draft = batch.drafts.get(item.id) ?? emptyDraft(item.id);
    batch.drafts.set(item.id, draft);
    write(draft, item, verify);
    batch.weight += item.weight;
    if (item.rest !== undefined) return { at: at + 1, rest: item.rest };
  }
}

function emptyDraft(id: string): Draft {
  return {
    id,
    events: [],
    referenced: [],
    claims: [],
    rejected: 0,
    ended: false,
    notice: undefined,
  };
}

function write(draft: Draft, item: Item, verify: Verify | undefined): void {
  if (item.type === 'ended') draft.ended = true;
  else if (item.type === 'notice') draft.notice = item.text;
  else if (item.type === 'claim') draft.claims.push(item.claim);
  else if (item.type === 'rejected' || !verify) draft.rejected++;
  else {
    const admitted = verifyResult(item.event, verify);
    draft.rejected += admitted.rejected;
    if (admitted.event) draft[item.path].push(admitted.event);
    if (admitted.claim) draft.claims.push(admitted.claim);
    draft.referenced.push(...admitted.inside);
  }
}
