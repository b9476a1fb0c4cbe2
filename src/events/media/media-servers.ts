import type { SignedEvent, Tag } from '../nostr/event.ts';
import { mediaServerOrigin } from '../account/lists/list-definitions.ts';
import { type ListIntent, mediaServer } from '../account/lists/list-intents.ts';

/** A media server as an account's list names it. `tags`: how, more than once where it is spelled differently; none: it is not named. */
export interface MediaServer {
  readonly origin: string;
  readonly tags: readonly Tag[];
}

/** Where an account's files go: the main server first (kind 10063, BUD-03), then its mirrors; `home` alone where the list names none. */
export type MediaServers = readonly [MediaServer, ...MediaServer[]];

/** Reads a list after those intents, which are not done yet. `home`: origin of the page. */
export function mediaServersIn(
  list: Pick<SignedEvent, 'tags'> | undefined,
  home: string,
  intents: readonly ListIntent[] = [],
): MediaServers {
  const named = (list?.tags ?? []).reduce<readonly MediaServer[]>((servers, tag) => placed(servers, 'add', tag, home), []);
  const [main = { origin: home, tags: [] }, ...mirrors] = intents.reduce((servers, { act, tag }) => placed(servers, act, tag, home), named);
  return [main, ...mirrors];
}

/** Whether files are mirrored: as it was chosen on this device; who has not chosen and names mirrors means them. */
export function hasMirrors(chosen: boolean | undefined, servers: number): boolean {
  return chosen ?? servers > 1;
}

/** Makes a server the main one; none where it is. `replaces`: the one that was it leaves the list, else it becomes a mirror. */
export function mainServer(origin: string, servers: MediaServers, home: string, replaces = false): readonly ListIntent[] {
  const [main, ...mirrors] = servers;
  if (origin === main.origin && main.tags.length > 0) return [];
  const tag = mirrors.find((mirror) => mirror.origin === origin)?.tags[0];
  const first = tag ? { act: 'first' as const, tag } : mediaServer(origin, 'first', home);
  return first ? [first, ...(replaces ? withoutServer(main) : [])] : [];
}

/** Adds a mirror; none where it is used already. Who has named no server so far goes on with the page's own as the main one. */
export function mirrorServer(origin: string, servers: MediaServers, home: string): readonly ListIntent[] {
  if (servers.some((server) => server.origin === origin)) return [];
  const [main] = servers;
  return [...(main.tags.length > 0 ? [] : [main.origin]), origin].flatMap((server) => mediaServer(server, 'add', home) ?? []);
}

/** Takes a server out of the list, however it is spelled there. */
export function withoutServer({ tags }: MediaServer): readonly ListIntent[] {
  return tags.map((tag) => ({ act: 'remove', tag }));
}

function placed(servers: readonly MediaServer[], act: ListIntent['act'], tag: Tag, home: string): readonly MediaServer[] {
  const origin = tag[0] === 'server' ? mediaServerOrigin(tag[1] ?? '', home) : undefined;
  if (origin === undefined) return servers;
  const known = servers.find((server) => server.origin === origin);
  const others = servers.filter((server) => server !== known);
  if (act === 'remove') {
    const tags = known?.tags.filter(([, value]) => value !== tag[1]) ?? [];
    return tags.length > 0 ? servers.map((server) => (server === known ? { origin, tags } : server)) : others;
  }
  const server = { origin, tags: [...(known?.tags ?? []).filter(([, value]) => value !== tag[1]), tag] };
  if (act === 'first') return [server, ...others];
  return known ? servers.map((one) => (one === known ? server : one)) : [...servers, server];
}
