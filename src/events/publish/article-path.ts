import type { Address } from '../address.ts';
import { KIND } from '../kinds.ts';
import { naddrOf } from '../nip19.ts';

/** Where a draft is written (ROUTE-03). */
export function draftPath(draft: string): string {
  return `/reads/edit/${encodeURIComponent(draft)}`;
}

/** Where its author edits a published article. */
export function articleEditPath({ pubkey, identifier }: Pick<Address, 'pubkey' | 'identifier'>): string {
  return draftPath(naddrOf({ kind: KIND.LongForm, pubkey, identifier }) ?? `${KIND.LongForm}:${identifier}`);
}
