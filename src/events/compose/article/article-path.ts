import { readNoteParam } from '../../nostr/route-param.ts';
import type { Address } from '../../nostr/address.ts';
import { KIND } from '../../nostr/kinds.ts';
import { naddrOf } from '../../nostr/nip19.ts';
import { draftOfArticle, draftOfPlain, sourceOfDraft } from './article-draft.ts';

/** Where a draft is written (ROUTE-03). */
export function draftPath(draft: string): string {
  return `/reads/edit/${encodeURIComponent(draft)}`;
}

/** Where its author edits a published article. */
export function articleEditPath({ pubkey, identifier }: Pick<Address, 'pubkey' | 'identifier'>): string {
  return draftPath(naddrOf({ kind: KIND.LongForm, pubkey, identifier }) ?? draftOfArticle(identifier));
}

/** The name of the draft that such a path asks for; undefined: what it asks for is somebody else's, or no article. `account`: of who is here. */
export function draftAtPath(id: string, account: string): string | undefined {
  const param = sourceOfDraft(id) ? undefined : readNoteParam(id);
  if (param === undefined || param.type === 'note') return id;
  if (param.pubkey !== account) return undefined;
  if (param.kind === KIND.LongForm) return draftOfArticle(param.identifier);
  if (param.kind === KIND.Draft) return param.identifier;
  return param.kind === KIND.LongFormDraft ? draftOfPlain(param.identifier) : undefined;
}
