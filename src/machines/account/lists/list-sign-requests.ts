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
  /** The edits that need it, if it is for an edit. */
  readonly queue?: ReadonlyArray<{ readonly isLeft: boolean }>;
}

/** Return the field that keeps an edit of an earlier page from prompting the user. */
function quietly({ queue }: OwnList): { readonly quiet?: true } {
  return queue?.[0]?.isLeft === true ? { quiet: true } : {};
}

/**
 * Return the request to decrypt the private part of an own list (NIP-51). The encrypted text serves
 * as id.
 */
export function openRequest({ content, ...own }: OwnList & { readonly content: string }): Request {
  const { list, account } = own;
  const scheme = content.includes('?iv=') ? 'nip04' : 'nip44';
  return {
    id: content,
    pubkey: account,
    reason: { code: 'sign.open', params: { list } },
    act: { do: 'decrypt', scheme, peer: account, text: content },
    ...quietly(own),
  };
}

/** Return the request to encrypt the private part of an own list (NIP-51). */
export function sealRequest(own: OwnList, tags: readonly Tag[]): Request {
  const { list, account } = own;
  const act = {
    do: 'encrypt',
    scheme: 'nip44',
    peer: account,
    text: JSON.stringify(tags),
  } as const;
  const reason = { code: 'sign.seal', params: { list } } as const;
  return { id: 'seal', pubkey: account, reason, act, ...quietly(own) };
}

/** Return the request to sign the next version of an own list. */
export function versionRequest(
  own: OwnList,
  intents: readonly ListIntent[],
  template: Ours<Template>,
): Request {
  const { list, account } = own;
  return {
    id: 'sign',
    pubkey: account,
    reason: reasonOf({ type: 'list', list, intents }),
    act: { do: 'sign', template },
    ...quietly(own),
  };
}
