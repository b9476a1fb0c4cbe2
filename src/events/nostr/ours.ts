import type { Draft, VerifiedEvent } from './event.ts';

/** A mark for the compiler only. It is private, so a copy made by spreading an object loses it. */
declare class Mark {
  private readonly ours: true;
}

/**
 * A value that may pay, sign, publish, dial or hide (docs/trust.md, TRUST-07). Its source is an
 * unchanged event that the account signed, a press on this device, or this program. Events of
 * others and claims of a service have other types, so the compiler refuses them here. Only this
 * file makes one.
 */
export type Ours<Value> = Value & Mark;

/** As `Ours`; an absent value has no mark. */
type OursOr<Value> = Ours<NonNullable<Value>> | Extract<Value, undefined>;

/** A draft that is no signed event. */
type Words = Draft & { readonly id?: undefined; readonly sig?: undefined };

/**
 * Return the value that `read` finds in an event of the account; `undefined` if another account
 * signed it.
 */
export function signedBy<Value>(
  account: string,
  event: VerifiedEvent,
  read: (event: VerifiedEvent) => Value,
): Ours<Value> | undefined {
  return event.pubkey === account ? brand(read(event)) : undefined;
}

/**
 * Return the value that `read` finds in an event of a recipient: where they want to receive
 * messages from the user. It may be used only for sending to them (docs/trust.md). `undefined` if
 * another account signed it.
 */
export function addressed<Value>(
  recipient: string,
  event: VerifiedEvent,
  read: (event: VerifiedEvent) => Value,
): Ours<Value> | undefined {
  return event.pubkey === recipient ? brand(read(event)) : undefined;
}

/** Return a part of a value that is ours, or a value computed from it alone. */
export function derived<Source, Value>(
  own: Ours<Source>,
  read: (source: Source) => Value,
): OursOr<Value> {
  return brand(read(own));
}

/** Return the items of a list that is ours. */
export function each<Item>(own: Ours<readonly Item[]> | undefined): ReadonlyArray<Ours<Item>> {
  return own ? own.map((item) => brand(item)) : [];
}

/**
 * Mark a value that the user entered or confirmed on this device, now or before it was stored here.
 */
export function pressed<Value>(value: Value): OursOr<Value> {
  return brand(value);
}

/** Mark a value that is part of this program. */
export function builtIn<Value>(value: Value): Ours<Value> {
  return brand(value);
}

/**
 * Mark a draft that this program composed after an action of the user. A signed event has an id, so
 * it is refused.
 */
export function composed<Draft extends Words>(draft: Draft): Ours<Draft> {
  return brand(draft);
}

function brand<Value>(value: Value): Ours<Value> & OursOr<Value> {
  return value as Ours<Value> & OursOr<Value>;
}
