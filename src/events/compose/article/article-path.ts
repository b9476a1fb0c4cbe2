import { readNoteParam } from '../../nostr/route-param.ts';
import type { Address } from '../../nostr/address.ts';
import { KIND } from '../../nostr/kinds.ts';
import { naddrOf } from '../../nostr/nip19.ts';
import { draftOfArticle, draftOfPlain, sourceOfDraft } from './article-draft.ts';

/** Return the path of the editor for a draft (ROUTE-03). */
export function draftPath(draft: string): string {
  return `/reads/edit/${encodeURIComponent(draft)}`;
}

/** Return the path of the editor for a published article. */
export function articleEditPath({
  pubkey,
  identifier,
}: Pick<Address, 'pubkey' | 'identifier'>): string {
  return draftPath(
    naddrOf({ kind: KIND.LongForm, pubkey, identifier }) ?? draftOfArticle(identifier),
  );
}

/**
 * Return the name of the draft in such a path. `undefined` if the path names another account's
 * article, or no article. `account`: the current user.
 */
export function draftAtPath(id: string, account: string): string | undefined {
  const param = sourceOfDraft(id) ? undefined : readNoteParam(id);
  if (param === undefined || param.type === 'note') return id;
  if (param.pubkey !== account) return undefined;
  if (param.kind === KIND.LongForm) return draftOfArticle(param.identifier);
  if (param.kind === KIND.Draft) return param.identifier;
  return param.kind === KIND.LongFormDraft ? draftOfPlain(param.identifier) : undefined;
}
