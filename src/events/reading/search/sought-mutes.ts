import type { Muted } from '../../account/lists/list-intents.ts';
import type { SearchQuery } from './search-query.ts';

/** A word or hashtag of a search, as it is shown and as a mute list names it. */
export interface SoughtMute {
  readonly text: string;
  readonly muted: Muted;
}

/** Return the words and hashtags of a search that a mute list may name (ACCOUNT-10), each once. */
export function soughtMutes({ includes, phrases, hashtags }: SearchQuery): readonly SoughtMute[] {
  return [
    ...[...new Set([...includes, ...phrases])].map((word) => ({
      text: word,
      muted: { type: 'word', word } as const,
    })),
    ...[...new Set(hashtags)].map((hashtag) => ({
      text: `#${hashtag}`,
      muted: { type: 'hashtag', hashtag } as const,
    })),
  ];
}
