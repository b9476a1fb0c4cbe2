import type { SignedEvent } from '../nostr/event.ts';

/** The account that views the answer; hex like every key here. Undefined fields are not sent. */
export interface Viewer {
  readonly user_pubkey?: string | undefined;
}

/** Both bounds are inclusive and use the sort key of the page. */
export interface Paging {
  readonly limit?: number | undefined;
  readonly since?: number | undefined;
  readonly until?: number | undefined;
  readonly offset?: number | undefined;
}

export type Page = Viewer & Paging;

export type Nothing = Readonly<Record<string, never>>;

export type Subject = { readonly pubkey: string };

export type Seen = Subject & Viewer;

export type Extended = { readonly extended_response?: boolean | undefined };

/** Kind, author and d tag of an addressable event. */
export type Coordinate = Subject & { readonly identifier: string; readonly kind: number };

/** An event by id, or an article by author and d tag. */
export type Target =
  | { readonly event_id: string }
  | (Subject & { readonly identifier: string; readonly kind?: number | undefined });

/** An event that proves the identity of the account. */
export type Signed = { readonly event_from_user: SignedEvent };

export type Provable = Partial<Readonly<Record<keyof Signed, SignedEvent | undefined>>>;

/** `before`: only this version, or none if empty, may be replaced. Specific to this service. */
export interface Replacing {
  readonly before?: string | undefined;
}
