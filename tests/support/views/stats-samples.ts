import type { NoteStatsClaim } from '../../../src/events/connection/claims.ts';

/** The counts of a note as a service claims them, zero by default. */
export function statsOf(id: string, said: Partial<NoteStatsClaim> = {}): NoteStatsClaim {
  const acts = { likes: 0, replies: 0, reposts: 0, zaps: 0, satszapped: 0, bookmarks: 0 };
  return { claim: 'stats', id, ...acts, score: 0, score24h: 0, ...said };
}
