import { addressOf } from '../../../src/events/nostr/address.ts';
import type { VerifiedEvent } from '../../../src/events/nostr/event.ts';
import { KIND } from '../../../src/events/nostr/kinds.ts';
import { readZap, type Zap } from '../../../src/events/facts/zap.ts';
import { type Derived, derive } from './derive-columns.ts';
import { LAST_ACTION } from './refs.ts';
import { REF } from '../schema.ts';

/** An event of a batch, with what it says. */
export interface Read {
  readonly event: VerifiedEvent;
  readonly address: string | undefined;
  readonly derived: Derived;
  /** What a receipt claims; whether it counts is looked at later. */
  readonly zap: Zap | undefined;
}

/** What is taken out, or told, by them depends on what came before them, and not after. */
const LAST: ReadonlySet<number> = new Set([KIND.EventDeletion, KIND.LiveEvent]);

/**
 * A batch in parts, in its order, whose events have nothing to do with one another: none is another one, replaces it, is deleted by it, or has
 * its author do the same to the same. They may answer or quote each other.
 */
export function* runsOf(events: readonly VerifiedEvent[]): Generator<readonly Read[]> {
  let run: Read[] = [];
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

function readOf(event: VerifiedEvent): Read {
  return { event, address: addressOf(event), derived: derive(event), zap: event.kind === KIND.Zap ? readZap(event) : undefined };
}

/** What two events of one run may not have in common. */
function keysOf({ event, address, derived, zap }: Read): string[] {
  const actions = derived.refs.filter(({ type }) => type <= LAST_ACTION).map(({ type, target }) => `${event.pubkey} ${type} ${target}`);
  return [
    event.id,
    ...(address === undefined ? [] : [address]),
    ...actions,
    ...(zap?.target === undefined ? [] : [`${zap.sender} ${REF.zap} ${zap.target}`]),
  ];
}
