import type { SignedEvent, VerifiedEvent } from './event.ts';

/** A mark for the compiler alone. It is private, so a copy made by spreading an object loses it. */
declare class Mark {
  private readonly ours: true;
}

/**
 * Knowledge that may pay, sign, publish, dial or hide (docs/trust.md, TRUST-07). Its source is an event that the account signed, as it was signed, a
 * press on this device, or this program. Events of others and claims of a service have other types, so they cannot be passed where this one is
 * required. Only this file makes one.
 */
export type Ours<Value> = Value & Mark;

/** Return what `read` finds in an event of the account; `undefined` if another account signed it. */
export function signedBy<Value>(account: string, event: VerifiedEvent, read: (event: SignedEvent) => Value): Ours<Value> | undefined {
  return event.pubkey === account ? brand(read(event)) : undefined;
}

/** Return a part of a value that is ours, or a value computed from it alone. */
export function derived<Source, Value>(own: Ours<Source>, read: (source: Source) => Value): Ours<Value> {
  return brand(read(own));
}

/** A value that a person entered or confirmed on this device; also one that this device kept since then. */
export function pressed<Value>(value: Value): Ours<Value> {
  return brand(value);
}

/** A value that comes with this program. */
export function builtIn<Value>(value: Value): Ours<Value> {
  return brand(value);
}

function brand<Value>(value: Value): Ours<Value> {
  return value as Ours<Value>;
}
