import type { Draft, VerifiedEvent } from './event.ts';

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

/** As `Ours`; a value that is absent has no mark. */
type OursOr<Value> = Ours<NonNullable<Value>> | Extract<Value, undefined>;

/** A draft that is no signed event. */
type Words = Draft & { readonly id?: undefined; readonly sig?: undefined };

/** Return what `read` finds in an event of the account; `undefined` if another account signed it. */
export function signedBy<Value>(account: string, event: VerifiedEvent, read: (event: VerifiedEvent) => Value): Ours<Value> | undefined {
  return event.pubkey === account ? brand(read(event)) : undefined;
}

/**
 * Return what `read` finds in an event of a recipient: where they want to receive what somebody writes to them here. It decides for such an act alone
 * (docs/trust.md). `undefined` if another account signed it.
 */
export function addressed<Value>(recipient: string, event: VerifiedEvent, read: (event: VerifiedEvent) => Value): Ours<Value> | undefined {
  return event.pubkey === recipient ? brand(read(event)) : undefined;
}

/** Return a part of a value that is ours, or a value computed from it alone. */
export function derived<Source, Value>(own: Ours<Source>, read: (source: Source) => Value): OursOr<Value> {
  return brand(read(own));
}

/** Return the items of a list that is ours. */
export function each<Item>(own: Ours<readonly Item[]> | undefined): ReadonlyArray<Ours<Item>> {
  return own ? own.map((item) => brand(item)) : [];
}

/** A value that a person entered or confirmed on this device; also one that this device kept since then. */
export function pressed<Value>(value: Value): OursOr<Value> {
  return brand(value);
}

/** A value that comes with this program. */
export function builtIn<Value>(value: Value): Ours<Value> {
  return brand(value);
}

/** A draft that this program composed after an act of a person. An event that is signed already has an id, so it is refused. */
export function composed<Draft extends Words>(draft: Draft): Ours<Draft> {
  return brand(draft);
}

function brand<Value>(value: Value): Ours<Value> & OursOr<Value> {
  return value as Ours<Value> & OursOr<Value>;
}
