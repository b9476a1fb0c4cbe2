import { diffArrays, diffWordsWithSpace } from 'diff';
import type { Draft } from '../../nostr/event.ts';
import { openingOf } from './article.ts';

interface Piece {
  readonly type: 'same' | 'removed' | 'added';
  readonly text: string;
}

/**
 * A difference between two versions of an article, from top to bottom. `same`: the number of
 * unchanged paragraphs in between.
 */
export type Change =
  | { readonly type: 'same'; readonly paragraphs: number }
  | { readonly type: 'removed' | 'added'; readonly text: string }
  | { readonly type: 'changed'; readonly pieces: readonly Piece[] };

/** Limit of edits. Versions with more differences have little in common (E-44). */
const MOST_EDITS = 2_000;
/**
 * The same limit within a paragraph, and within all of them together, because some languages have a
 * word per character.
 */
const MOST_WORDS = 400;
const MOST_IN_ALL = 4_000;
/** Two paragraphs with a smaller share of common text are shown as removed and added. */
const LEAST_SAME = 0.3;

type Version = Pick<Draft, 'tags' | 'content'>;

/**
 * Return the changes from one version of an article to another, by paragraph, and by word within
 * changed paragraphs.
 */
export function changesBetween(before: Version, after: Version): readonly Change[] {
  const [old, now] = [paragraphsOf(before), paragraphsOf(after)];
  const parts = diffArrays([...old], [...now], { maxEditLength: MOST_EDITS });
  if (!parts)
    return [
      ...old.map((text) => ({ type: 'removed' as const, text })),
      ...now.map((text) => ({ type: 'added' as const, text })),
    ];
  const changes: Change[] = [];
  const budget: Budget = { left: MOST_IN_ALL };
  let gone: string[] = [];
  const flush = () => {
    changes.push(...gone.map((text) => ({ type: 'removed' as const, text })));
    gone = [];
  };
  for (const { added, removed, value } of parts) {
    if (removed) gone.push(...value);
    else if (added) changes.push(...paired(gone.splice(0), value, budget));
    else {
      flush();
      changes.push({ type: 'same', paragraphs: value.length });
    }
  }
  flush();
  return changes;
}

/** The remaining number of word edits. */
interface Budget {
  left: number;
}

/** Pair removed paragraphs with added ones, one by one. */
function paired(
  gone: readonly string[],
  come: readonly string[],
  budget: Budget,
): readonly Change[] {
  const changes: Change[] = [];
  for (let at = 0; at < Math.max(gone.length, come.length); at++) {
    const [old, now] = [gone[at], come[at]];
    const pieces = old === undefined || now === undefined ? undefined : piecesOf(old, now, budget);
    if (pieces) changes.push({ type: 'changed', pieces });
    else {
      if (old !== undefined) changes.push({ type: 'removed', text: old });
      if (now !== undefined) changes.push({ type: 'added', text: now });
    }
  }
  return changes;
}

function piecesOf(old: string, now: string, budget: Budget): readonly Piece[] | undefined {
  const most = Math.min(MOST_WORDS, budget.left);
  const found = most > 0 ? diffWordsWithSpace(old, now, { maxEditLength: most }) : undefined;
  budget.left -= found
    ? found.reduce((sum, { added, removed, count }) => (added || removed ? sum + count : sum), 0)
    : most;
  const pieces = found?.map(
    ({ added, removed, value }): Piece => ({
      type: added ? 'added' : removed ? 'removed' : 'same',
      text: value,
    }),
  );
  const same =
    pieces?.reduce((sum, { type, text }) => (type === 'same' ? sum + text.length : sum), 0) ?? 0;
  return same >= LEAST_SAME * Math.max(old.length, now.length) ? pieces : undefined;
}

/** Split title, summary and text into paragraphs at blank lines. */
function paragraphsOf(event: Version): readonly string[] {
  const { title, summary } = openingOf(event);
  return [title, summary, ...event.content.split(/\n[^\S\n]*\n/)]
    .map((text) => text.trim())
    .filter((text) => text !== '');
}
