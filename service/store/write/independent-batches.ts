import { addressOf } from '../../../src/events/nostr/address.ts';
import type { VerifiedEvent } from '../../../src/events/nostr/event.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { readZap, type Zap } from '../../../src/events/facts/zap.ts';
import { type Derived, derive } from './derive-columns.ts';
import { LAST_ACTION } from './refs.ts';
import { REF } from '../schema.ts';

/** An event of a batch, with its derived data. */
export interface ParsedEvent {
  readonly event: VerifiedEvent;
  readonly address: string | undefined;
  readonly derived: Derived;
  /** The claim of a receipt. Its validity is checked later. */
  readonly zap: Zap | undefined;
}

/** Kinds that end a run, because their effect depends on all earlier events and no later one. */
const LAST: ReadonlySet<number> = new Set([KIND.EventDeletion, KIND.LiveEvent]);

/**
 * Split a batch in order into runs of independent events. In a run no event duplicates, replaces or
 * deletes another, and no author repeats an action on a target. They may answer or quote each
 * other.
 */
export function* independentBatchesOf(
  events: readonly VerifiedEvent[],
): Generator<readonly ParsedEvent[]> {
  let run: ParsedEvent[] = [];
  let taken = new Set<string>();
  for (const event of events) {
    const read = readOf(event);
    const keys = keysOf(read);
    const [last] = run.slice(-1);
    if (last && (LAST.has(last.event.kind) || keys.some((key) => taken.has(key)))) {
      yield run;
      run = [];
      taken = new Set();
    }
    run.push(read);
    for (const key of keys) taken.add(key);
  }
  if (run.length > 0) yield run;
}

function readOf(event: VerifiedEvent): ParsedEvent {
  return {
    event,
    address: addressOf(event),
    derived: derive(event),
    zap: event.kind === KIND.Zap ? readZap(event) : undefined,
  };
}

/** Return the keys that two events of one run must not share. */
function keysOf({ event, address, derived, zap }: ParsedEvent): string[] {
  const actions = derived.refs
    .filter(({ type }) => type <= LAST_ACTION)
    .map(({ type, target }) => `${event.pubkey} ${type} ${target}`);
  return [
    event.id,
    ...(address === undefined ? [] : [address]),
    ...actions,
    ...(zap?.target === undefined ? [] : [`${zap.sender} ${REF.zap} ${zap.target}`]),
  ];
}
