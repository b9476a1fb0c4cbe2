import { addressOf, parseAddress } from '../../nostr/address.ts';
import { query } from '../../connection/verbs.ts';
import type { CacheQuery } from '../../connection/cache-query.ts';
import { safeUrl } from '../../core/url.ts';
import { type SignedEvent, tagValue } from '../../nostr/event.ts';
import { field, isRecord, parseJson } from '../../core/json.ts';
import { KIND } from '../../nostr/kinds.ts';
import { naddrOf, neventOf } from '../../nostr/nip19.ts';
import { clipLine } from '../../core/text.ts';

/**
 * A web app that claims to show events of a kind (kind 31990, NIP-89), and its page for one event.
 */
export interface AppHandler {
  readonly id: string;
  readonly pubkey: string;
  /** Empty if the app uses the name of its account. */
  readonly name: string;
  readonly picture: string;
  /** Passed the url policy. */
  readonly url: string;
}

const MOST_ASKED = 200;
const MOST_APPS = 12;
const LONGEST_NAME = 60;

/**
 * Return the query for apps of all kinds. They are few, and no verb queries them by the kind that
 * they show.
 */
export function handlersQuery(viewer: string): CacheQuery {
  const spec = JSON.stringify({ id: 'all-notes', kind: 'notes' });
  return query('multi_kind_mega_feed_directive', {
    spec,
    kinds: [KIND.Dvm],
    limit: MOST_ASKED,
    user_pubkey: viewer,
  });
}

/** Return the apps that claim to show this event, one for each author and app. Total. */
export function handlersFor(
  event: SignedEvent,
  handlers: readonly SignedEvent[],
): readonly AppHandler[] {
  const found = new Map<string, AppHandler>();
  for (const handler of handlers) {
    const app = handler.kind === KIND.Dvm ? readHandler(handler, event) : undefined;
    if (app) found.set(addressOf(handler) ?? handler.id, app);
    if (found.size === MOST_APPS) break;
  }
  return [...found.values()];
}

/** Return the `nostr:` link of an event (NIP-21), which an app of this device may open. */
export function nostrLink(event: SignedEvent): string {
  return `nostr:${entityOf(event).text}`;
}

function readHandler(handler: SignedEvent, event: SignedEvent): AppHandler | undefined {
  if (!handler.tags.some(([name, kind]) => name === 'k' && kind === String(event.kind)))
    return undefined;
  const entity = entityOf(event);
  const pages = handler.tags.filter(
    ([name, url = '']) => name === 'web' && url.includes('<bech32>'),
  );
  const page =
    pages.find((tag) => tag[2] === entity.type) ?? pages.find(([, , type = '']) => type === '');
  const url = safeUrl((page?.[1] ?? '').replaceAll('<bech32>', entity.text));
  if (url === undefined || !/^https?:/.test(url)) return undefined;
  const parsed = parseJson(handler.content);
  const said = isRecord(parsed) ? parsed : {};
  const text = (name: string) => {
    const value = field(said, name);
    return typeof value === 'string' ? value : '';
  };
  return {
    id: handler.id,
    pubkey: handler.pubkey,
    name: clipLine(text('name') || text('display_name'), LONGEST_NAME),
    picture: text('picture') || (tagValue(handler, 'image') ?? ''),
    url,
  };
}

function entityOf(event: SignedEvent): {
  readonly type: 'naddr' | 'nevent';
  readonly text: string;
} {
  const address = parseAddress(addressOf(event) ?? '');
  const naddr = address && naddrOf(address);
  if (naddr !== undefined) return { type: 'naddr', text: naddr };
  return {
    type: 'nevent',
    text: neventOf({ id: event.id, author: event.pubkey, kind: event.kind, relays: [] }) ?? '',
  };
}
