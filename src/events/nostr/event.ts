import type { Seconds } from '../core/time.ts';

/** One name-value row of an event (NIP-01). */
export type Tag = readonly string[];

/** A signed event as it stands on the wire (NIP-01). `created_at` in seconds. Nobody has checked it yet. */
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

/** A signed event whose shape, id and signature were checked (INV-VERIFIED). Only `verify.ts` makes one. */
export type VerifiedEvent = SignedEvent & { readonly [verified]: true };

/** What an author wants to say, before a signer adds key, time, id and signature. */
export type Draft = Pick<SignedEvent, 'kind' | 'tags' | 'content'>;

/** What the reader is writing, as it will look: his own words, so there is nothing to prove. No signed event passes for it. */
export type Preview = Draft & Pick<SignedEvent, 'pubkey'> & { readonly id?: undefined; readonly sig?: undefined };

/** NIP-01: the later one wins; at the same second, the lower id (ACCOUNT-12, INV-NEWEST). */
export function replaces(next: SignedEvent, current: SignedEvent | undefined): boolean {
  if (!current) return true;
  if (next.created_at !== current.created_at) return next.created_at > current.created_at;
  return next.id < current.id;
}

/** Of versions of the same the one that wins; undefined of none. */
export function newestVersion<Version extends SignedEvent>(versions: readonly Version[]): Version | undefined {
  return versions.reduce<Version | undefined>((newest, version) => (replaces(version, newest) ? version : newest), undefined);
}

/** Value of the first tag of that name, or undefined. */
export function tagValue(event: Pick<SignedEvent, 'tags'>, name: string): string | undefined {
  return event.tags.find((tag) => tag[0] === name)?.[1];
}
