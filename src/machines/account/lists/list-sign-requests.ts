import type { ListName } from '../../../events/account/lists/list-definitions.ts';
import type { ListIntent } from '../../../events/account/lists/list-intents.ts';
import type { Tag } from '../../../events/nostr/event.ts';
import { reasonOf } from '../../../events/publish/outbox/signing-reason.ts';
import type { Ours } from '../../../events/nostr/ours.ts';
import type { Template } from '../../../events/publish/outbox/event-template.ts';
import type { SignRequest } from '../../core/sign-request.ts';

type Request = Omit<SignRequest, 'from'>;

interface OwnList {
  readonly list: ListName;
  readonly account: string;
}

/**
 * Return the request to decrypt the private part of an own list (NIP-51). The encrypted text serves
 * as id.
 */
export function openRequest({
  list,
  account,
  content,
}: OwnList & { readonly content: string }): Request {
  const scheme = content.includes('?iv=') ? 'nip04' : 'nip44';
  return {
    id: content,
    pubkey: account,
    reason: { code: 'sign.open', params: { list } },
    act: { do: 'decrypt', scheme, peer: account, text: content },
  };
}

/** Return the request to encrypt the private part of an own list (NIP-51). */
export function sealRequest({ list, account }: OwnList, tags: readonly Tag[]): Request {
  const act = {
    do: 'encrypt',
    scheme: 'nip44',
    peer: account,
    text: JSON.stringify(tags),
  } as const;
  return { id: 'seal', pubkey: account, reason: { code: 'sign.seal', params: { list } }, act };
}

/** Return the request to sign the next version of an own list. */
export function versionRequest(
  { list, account }: OwnList,
  intents: readonly ListIntent[],
  template: Ours<Template>,
): Request {
  return {
    id: 'sign',
    pubkey: account,
    reason: reasonOf({ type: 'list', list, intents }),
    act: { do: 'sign', template },
  };
}
