import { decode, type Entity } from '../../nostr/nip19.ts';

const URI = /nostr:(?:\/\/)?([a-z\d]{1,5001})/gi;

/**
 * Return the entities of the `nostr:` uris in a text (NIP-21, NIP-27), in order. At most `max` uris
 * are read. Linear in the text.
 */
export function urisIn(content: string, max: number): readonly Entity[] {
  return [...content.matchAll(URI)].slice(0, max).flatMap(([, text = '']) => {
    const entity = decode(text);
    return entity && entity.type !== 'nsec' ? [entity] : [];
  });
}

/** Return the accounts that the `nostr:` uris of a text name, in order, at most `max` uris. */
export function accountsIn(content: string, max: number): readonly string[] {
  return urisIn(content, max).flatMap((entity) =>
    entity.type === 'npub' || entity.type === 'nprofile' ? [entity.pubkey] : [],
  );
}
