import { inSeconds, type Seconds } from '../../core/time.ts';
import { countWords, readingMinutes } from '../article/article.ts';

/** A missed note with its reactions. Amounts in sats. */
export interface Missed {
  readonly id: string;
  readonly pubkey: string;
  readonly at: Seconds;
  readonly text: string;
  readonly likes: number;
  readonly replies: number;
  readonly reposts: number;
  readonly satszapped: number;
}

export interface MissedBy {
  readonly pubkey: string;
  /** Newest first. */
  readonly ids: readonly string[];
}

export interface CatchUp {
  readonly count: number;
  readonly minutes: number;
  /** The author with the most notes first. */
  readonly authors: readonly MissedBy[];
  /**
   * The note with the most reactions first. `share`: relative to the heaviest, above 0 and at most
   * 1.
   */
  readonly heaviest: ReadonlyArray<{ readonly note: Missed; readonly share: number }>;
}

const HEAVIEST = 5;

/** Summarize the missed notes by author and by popularity (BEYOND-11). */
export function catchUpOf(missed: readonly Missed[]): CatchUp {
  const newestFirst = missed.toSorted((a, b) => inSeconds(b.at) - inSeconds(a.at));
  const authors = [...Map.groupBy(newestFirst, ({ pubkey }) => pubkey)].map(([pubkey, notes]) => ({
    pubkey,
    ids: notes.map(({ id }) => id),
  }));
  const heavy = missed
    .map((note) => ({ note, weight: weightOf(note) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .slice(0, HEAVIEST);
  return {
    count: missed.length,
    minutes: readingMinutes(missed.reduce((sum, { text }) => sum + countWords(text), 0)),
    authors: authors.toSorted((a, b) => b.ids.length - a.ids.length),
    heaviest: heavy.map(({ note, weight }) => ({
      note,
      share: weight / (heavy[0]?.weight ?? weight),
    })),
  };
}

/**
 * Return the weight of a note. A reply or a repost counts as three likes. Sats count by their root,
 * so that one large zap does not dominate.
 */
export function weightOf({
  likes,
  replies,
  reposts,
  satszapped,
}: Pick<Missed, 'likes' | 'replies' | 'reposts' | 'satszapped'>): number {
  return likes + 3 * (replies + reposts) + Math.sqrt(Math.max(0, satszapped));
}
