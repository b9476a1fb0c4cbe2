import { useMemo } from 'react';
import { tokenize } from '../../../events/reading/content/content.ts';
import { type Carried, firstWords } from '../../../events/reading/content/shorten.ts';
import type { Tag } from '../../../events/nostr/event.ts';
import type { TextPreviewWords } from '../../ui/strings/text-preview.ts';
import { ShortText } from '../profile/AboutLine.tsx';

const WORDS = 40;
const NO_TAGS: readonly Tag[] = [];

/**
 * The beginning of a text in one paragraph, without links and requests. People are named, and
 * pictures, notes and the like are said in a word.
 */
export function TextPreview({
  text,
  words,
}: {
  readonly text: string;
  readonly words: TextPreviewWords;
}) {
  const { tokens, cut } = useMemo(
    () =>
      firstWords(
        tokenize({ content: text, tags: NO_TAGS }, location.origin),
        WORDS,
        ({ type }: Carried) => words[type],
      ),
    [text, words],
  );
  return <ShortText tokens={tokens} cut={cut} />;
}
