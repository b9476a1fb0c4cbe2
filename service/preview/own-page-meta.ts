import { formatAddress } from '../../src/events/nostr/address.ts';
import { type SignedEvent, tagValue } from '../../src/events/nostr/event.ts';
import { field, isRecord, parseJson } from '../../src/events/core/json.ts';
import { KIND } from '../../src/events/nostr/kinds.ts';
import { decode } from '../../src/events/nostr/nip19.ts';
import type { Store } from '../store/store.ts';
import { parseStored } from '../store/stored-event.ts';
import type { PageMeta } from './page-meta.ts';

const LONGEST = 300;

/**
 * Return the metadata of a page of this client: a profile, a note or an article, named by the last
 * part of its path.
 */
export async function ownPageMeta(store: Store, path: string): Promise<PageMeta | undefined> {
  const name = path.split('/').findLast((part) => part !== '');
  if (name === undefined) return { title: 'Starling', description: '', image: '', icon: '' };
  const entity = decode(name);
  if (!entity) return profileMeta(store, (await store.memberNamed(name))?.pubkey);
  if (entity.type === 'npub' || entity.type === 'nprofile')
    return profileMeta(store, entity.pubkey);
  if (entity.type === 'note' || entity.type === 'nevent')
    return eventMeta(store, (await store.events([entity.id]))[0]);
  return entity.type === 'naddr'
    ? await eventMeta(store, await store.latest(formatAddress(entity)))
    : undefined;
}

async function eventMeta(
  store: Store,
  stored: { readonly raw: string } | undefined,
): Promise<PageMeta | undefined> {
  if (!stored) return undefined;
  const event = parseStored(stored);
  const author = await profileMeta(store, event.pubkey);
  if (event.kind !== KIND.LongForm) {
    return {
      title: author?.title ?? '',
      description: event.content.slice(0, LONGEST),
      image: author?.image ?? '',
      icon: '',
    };
  }
  return {
    title: tagValue(event, 'title') ?? '',
    description: articleSummary(event),
    image: tagValue(event, 'image') ?? '',
    icon: '',
  };
}

function articleSummary(event: SignedEvent): string {
  return (tagValue(event, 'summary') ?? event.content).slice(0, LONGEST);
}

async function profileMeta(
  store: Store,
  pubkey: string | undefined,
): Promise<PageMeta | undefined> {
  const stored =
    pubkey === undefined ? undefined : await store.latest(`${KIND.Metadata}:${pubkey}:`);
  const profile = stored && parseJson(parseStored(stored).content);
  if (!isRecord(profile)) return undefined;
  const text = (...names: string[]) => {
    const values = names.map((name) => field(profile, name));
    return (
      values
        .filter((value) => typeof value === 'string')
        .find((value) => value !== '')
        ?.slice(0, LONGEST) ?? ''
    );
  };
  return {
    title: text('display_name', 'displayName', 'name'),
    description: text('about'),
    image: text('picture'),
    icon: '',
  };
}
