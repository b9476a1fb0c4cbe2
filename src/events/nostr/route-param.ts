import { parseAddress } from './address.ts';
import { isHex } from '../core/hex.ts';
import { decodeUri } from './nip19.ts';

/** The target of a path: a note by id, or an addressable event. */
export type NoteParam =
  | { readonly type: 'note'; readonly id: string }
  | {
      readonly type: 'article';
      readonly kind: number;
      readonly pubkey: string;
      readonly identifier: string;
    };

/**
 * Read the target of `/thread/:id`, `/e/:id` and `/a/:id`: hex, note, nevent or naddr, also after
 * `nostr:`, or `kind:pubkey:d` (ROUTE-04).
 */
export function readNoteParam(param: string): NoteParam | undefined {
  const text = param.trim();
  if (isHex(text.toLowerCase(), 64)) return { type: 'note', id: text.toLowerCase() };
  const entity = decodeUri(text);
  if (entity?.type === 'note' || entity?.type === 'nevent') return { type: 'note', id: entity.id };
  const address = entity?.type === 'naddr' ? entity : parseAddress(text);
  return (
    address && {
      type: 'article',
      kind: address.kind,
      pubkey: address.pubkey,
      identifier: address.identifier,
    }
  );
}

/**
 * Read the public key of `/p/:npub` and `/profile/:npub`: npub, nprofile or hex, also after
 * `nostr:` (ROUTE-09).
 */
export function readProfileParam(param: string): string | undefined {
  const text = param.trim();
  if (isHex(text.toLowerCase(), 64)) return text.toLowerCase();
  const entity = decodeUri(text);
  return entity?.type === 'npub' || entity?.type === 'nprofile' ? entity.pubkey : undefined;
}
