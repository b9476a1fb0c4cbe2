import type { SignedEvent, Tag } from '../nostr/event.ts';
import { mediaServerOrigin } from '../account/lists/list-definitions.ts';
import { type ListIntent, mediaServer } from '../account/lists/list-intents.ts';

/**
 * A media server in an account's list. `tags`: its tags, several for different spellings; empty if
 * the list does not name it.
 */
export interface MediaServer {
  readonly origin: string;
  readonly tags: readonly Tag[];
}

/**
 * The servers for an account's files: the main server first (kind 10063, BUD-03), then its mirrors.
 * Only `home` if the list names none.
 */
export type MediaServers = readonly [MediaServer, ...MediaServer[]];

/** Read a list with pending intents applied. `home`: origin of the page. */
export function mediaServersIn(
  list: Pick<SignedEvent, 'tags'> | undefined,
  home: string,
  intents: readonly ListIntent[] = [],
): MediaServers {
  const named = (list?.tags ?? []).reduce<readonly MediaServer[]>(
    (servers, tag) => placed(servers, 'add', tag, home),
    [],
  );
  const [main = { origin: home, tags: [] }, ...mirrors] = intents.reduce(
    (servers, { act, tag }) => placed(servers, act, tag, home),
    named,
  );
  return [main, ...mirrors];
}

/**
 * True if files are mirrored: by the choice on this device, or by default if the account names
 * mirrors.
 */
export function hasMirrors(chosen: boolean | undefined, servers: number): boolean {
  return chosen ?? servers > 1;
}

/**
 * Return the intents that make a server the main one; none if it already is. `replaces`: remove the
 * old main server instead of keeping it as a mirror.
 */
export function mainServer(
  origin: string,
  servers: MediaServers,
  home: string,
  replaces = false,
): readonly ListIntent[] {
  const [main, ...mirrors] = servers;
  if (origin === main.origin && main.tags.length > 0) return [];
  const tag = mirrors.find((mirror) => mirror.origin === origin)?.tags[0];
  const first = tag ? { act: 'first' as const, tag } : mediaServer(origin, 'first', home);
  return first ? [first, ...(replaces ? withoutServer(main) : [])] : [];
}

/**
 * Return the intents that add a mirror; none if it is already in use. If the account has named no
 * server yet, the page's own becomes the main one.
 */
export function mirrorServer(
  origin: string,
  servers: MediaServers,
  home: string,
): readonly ListIntent[] {
  if (servers.some((server) => server.origin === origin)) return [];
  const [main] = servers;
  return [...(main.tags.length > 0 ? [] : [main.origin]), origin].flatMap(
    (server) => mediaServer(server, 'add', home) ?? [],
  );
}

/** Return the intents that remove a server in all of its spellings. */
export function withoutServer({ tags }: MediaServer): readonly ListIntent[] {
  return tags.map((tag) => ({ act: 'remove', tag }));
}

function placed(
  servers: readonly MediaServer[],
  act: ListIntent['act'],
  tag: Tag,
  home: string,
): readonly MediaServer[] {
  const origin = tag[0] === 'server' ? mediaServerOrigin(tag[1] ?? '', home) : undefined;
  if (origin === undefined) return servers;
  const known = servers.find((server) => server.origin === origin);
  const others = servers.filter((server) => server !== known);
  if (act === 'remove') {
    const tags = known?.tags.filter(([, value]) => value !== tag[1]) ?? [];
    return tags.length > 0
      ? servers.map((server) => (server === known ? { origin, tags } : server))
      : others;
  }
  const server = {
    origin,
    tags: [...(known?.tags ?? []).filter(([, value]) => value !== tag[1]), tag],
  };
  if (act === 'first') return [server, ...others];
  return known ? servers.map((one) => (one === known ? server : one)) : [...servers, server];
}
