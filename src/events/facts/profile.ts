import type { VerifiedEvent } from '../nostr/event.ts';
import { field, isRecord, parseJson } from '../core/json.ts';
import { shortNpub } from '../nostr/nip19.ts';
import { clip, clipLine } from '../core/text.ts';

/**
 * The metadata of an account (kind 0). Missing or malformed fields are empty strings (NOTE-17,
 * INV-ISOLATE).
 */
export interface Profile {
  readonly pubkey: string;
  readonly name: string;
  readonly displayName: string;
  readonly about: string;
  readonly picture: string;
  readonly banner: string;
  readonly nip05: string;
  readonly website: string;
  readonly lud16: string;
  readonly lud06: string;
  readonly location: string;
  readonly source: VerifiedEvent;
}

/** Maximum lengths of texts, in UTF-16 units (E-08). The signed event stays complete. */
const MAX_NAME = 128;
const MAX_ABOUT = 8_192;
const MAX_LINE = 2_048;

/**
 * Read the metadata in an event's content. Content that is no JSON object counts as empty
 * (NOTE-17). Urls have not passed the url policy yet.
 */
export function readProfile(event: VerifiedEvent): Profile {
  const metadata = parseJson(event.content);
  const line = (key: string, max = MAX_LINE): string => {
    const value = isRecord(metadata) ? field(metadata, key) : undefined;
    return typeof value === 'string' ? clipLine(value, max) : '';
  };
  const about = isRecord(metadata) ? field(metadata, 'about') : undefined;
  return {
    pubkey: event.pubkey,
    name: line('name', MAX_NAME),
    displayName: line('displayName', MAX_NAME) || line('display_name', MAX_NAME),
    about: typeof about === 'string' ? clip(about, MAX_ABOUT) : '',
    picture: line('picture'),
    banner: line('banner'),
    nip05: line('nip05', MAX_NAME * 2),
    website: line('website'),
    lud16: line('lud16', MAX_NAME * 2),
    lud06: line('lud06'),
    location: line('location', MAX_NAME * 2),
    source: event,
  };
}

/** Return the text about an account, with the tags that its emojis need (NIP-30). */
export function aboutOf({ about, source }: Profile): Pick<VerifiedEvent, 'content' | 'tags'> {
  return { content: about, tags: source.tags };
}

/**
 * Return the name of an account: display name, else name, else its shortened bare key (NOTE-17).
 */
export function displayNameOf(
  profile: Pick<Profile, 'displayName' | 'name'> | undefined,
  pubkey: string,
): string {
  return profile?.displayName || profile?.name || shortNpub(pubkey);
}
