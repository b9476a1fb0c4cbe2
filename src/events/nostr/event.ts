import type { Seconds } from '../core/time.ts';

/** One name-value row of an event (NIP-01). */
export type Tag = readonly string[];

/** An unchecked signed event in its wire form (NIP-01). `created_at` in seconds. */
export interface SignedEvent {
  readonly id: string;
  readonly pubkey: string;
  readonly kind: number;
  readonly created_at: Seconds;
  readonly tags: readonly Tag[];
  readonly content: string;
  readonly sig: string;
}

declare const verified: unique symbol;

/**
 * A signed event with checked shape, id and signature (INV-VERIFIED). Only `verify.ts` makes one.
 */
export type VerifiedEvent = SignedEvent & { readonly [verified]: true };

/** An unsigned event, before a signer adds key, time, id and signature. */
export type Draft = Pick<SignedEvent, 'kind' | 'tags' | 'content'>;

/**
 * A preview of an unsent text. It is the user's own text, so it needs no proof. No signed event is
 * assignable to it.
 */
export type Preview = Draft &
  Pick<SignedEvent, 'pubkey'> & { readonly id?: undefined; readonly sig?: undefined };

/**
 * True if the next version wins: the later one, or in the same second the one with the lower id
 * (NIP-01, ACCOUNT-12, INV-NEWEST).
 */
export function replaces(next: SignedEvent, current: SignedEvent | undefined): boolean {
  if (!current) return true;
  if (next.created_at !== current.created_at) return next.created_at > current.created_at;
  return next.id < current.id;
}

/** Return the winning version; `undefined` if there are none. */
export function newestVersion<Version extends SignedEvent>(
  versions: readonly Version[],
): Version | undefined {
  return versions.reduce<Version | undefined>(
    (newest, version) => (replaces(version, newest) ? version : newest),
    undefined,
  );
}

/** Return the value of the first tag of this name; `undefined` if there is none. */
export function tagValue(event: Pick<SignedEvent, 'tags'>, name: string): string | undefined {
  return event.tags.find((tag) => tag[0] === name)?.[1];
}
