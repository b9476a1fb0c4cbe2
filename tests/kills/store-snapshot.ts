import type { SignedEvent } from '../../src/events/nostr/event.ts';
import type { Store } from '../../service/store/store.ts';
import { NOTIFICATION_TYPE } from '../../service/store/notifications/notification-types.ts';
import { STORE_ACTIONS, type StoreAction, SATS, type Written } from './store-writing.ts';

/** The store's data on a note: its counts, and its author's notifications. */
export interface StoreSnapshot {
  readonly counts: Record<StoreAction, number>;
  readonly sats: number;
  readonly told: Record<StoreAction, number>;
  /** Ids of stored events. */
  readonly stored: ReadonlySet<string>;
}

const TYPES: Record<StoreAction, number> = {
  likes: NOTIFICATION_TYPE.liked,
  replies: NOTIFICATION_TYPE.replied,
  reposts: NOTIFICATION_TYPE.reposted,
  zaps: NOTIFICATION_TYPE.zapped,
};
const ALL = {
  since: 0,
  until: Number.MAX_SAFE_INTEGER,
  before: Number.MAX_SAFE_INTEGER,
  limit: 10_000,
  offset: 0,
};

export async function storeSnapshot(
  store: Store,
  note: SignedEvent,
  written: readonly Written[],
): Promise<StoreSnapshot> {
  const counts = (await store.countsOfTargets([note.id])).get(note.id);
  const told = (await store.notificationsOf(note.pubkey, Object.values(TYPES), ALL)).filter(
    ({ subjectId, causeRaw }) =>
      [subjectId, ...(causeRaw === undefined ? [] : idsNamed(causeRaw))].includes(note.id),
  );
  const stored = await store.events(written.map(({ event }) => event.id));
  return {
    counts: of((deed) => counts?.[deed] ?? 0),
    sats: counts?.satszapped ?? 0,
    told: of((deed) => told.filter(({ type }) => type === TYPES[deed]).length),
    stored: new Set(stored.map(({ id }) => id)),
  };
}

function idsNamed(raw: string): string[] {
  const { tags }: SignedEvent = JSON.parse(raw);
  return tags.flatMap(([name, id = '']) => (name === 'e' ? [id] : []));
}

function of(count: (deed: StoreAction) => number): Record<StoreAction, number> {
  return {
    likes: count('likes'),
    replies: count('replies'),
    reposts: count('reposts'),
    zaps: count('zaps'),
  };
}

/**
 * Return the differences as text: acknowledged but not stored events, and counts or notifications
 * that differ from the stored events.
 */
export function storeWrongs(
  books: StoreSnapshot,
  written: readonly Written[],
  taken: ReadonlySet<string>,
): string[] {
  const lost = [...taken].filter((id) => !books.stored.has(id));
  const kept = written.filter(({ event }) => books.stored.has(event.id));
  const wrong = lost.length > 0 ? [`${lost.length} were acknowledged and are lost`] : [];
  for (const deed of STORE_ACTIONS) {
    const there = kept.filter((one) => one.deed === deed).length;
    if (books.counts[deed] !== there)
      wrong.push(`${there} ${deed} are stored, ${books.counts[deed]} counted`);
    if (books.told[deed] !== there)
      wrong.push(`${there} ${deed} are stored, ${books.told[deed]} told`);
  }
  const sats = kept.filter(({ deed }) => deed === 'zaps').length * SATS;
  if (books.sats !== sats) wrong.push(`${sats} sats were zapped, ${books.sats} counted`);
  return wrong;
}
