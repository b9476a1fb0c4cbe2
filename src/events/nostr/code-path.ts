import { decode } from './nip19.ts';

/**
 * Return the path of the screen for a NIP-19 code, also after `nostr:`. `undefined` for any other
 * text, and for a secret key.
 */
export function pathOfCode(text: string): string | undefined {
  const code = text.replace(/^nostr:(?:\/\/)?/i, '');
  switch (decode(code)?.type) {
    case 'npub':
    case 'nprofile':
      return `/p/${code}`;
    case 'note':
    case 'nevent':
      return `/e/${code}`;
    case 'naddr':
      return `/a/${code}`;
    default:
      return undefined;
  }
}
