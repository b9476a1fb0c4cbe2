import { useMemo } from 'react';
import { tokenize } from '../../../events/reading/content/content.ts';
import type { InlineToken } from '../../../events/reading/content/content-token.ts';
import { type Carried, firstWords } from '../../../events/reading/content/shorten.ts';
import type { Tag } from '../../../events/nostr/event.ts';
import type { TextPreviewWords } from '../../ui/strings/text-preview.ts';
import { ShortText } from '../profile/AboutLine.tsx';

const WORDS = 40;
const OPEN = '[';
const NO_TAGS: readonly Tag[] = [];

/**
 * The beginning of a text in one paragraph, without links and requests. People are named. Pictures,
 * notes and the like are named in brackets, so that the name does not read as a word of the author.
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
        ({ type }: Carried) => `${OPEN}${words[type]}]`,
      ),
    [text, words],
  );
  return <ShortText tokens={cut ? withoutBracket(tokens) : tokens} cut={cut} />;
}

/** Remove the bracket of a name that is cut. */
function withoutBracket(tokens: readonly InlineToken[]): readonly InlineToken[] {
  if (tokens.at(-1)?.text !== OPEN) return tokens;
  const kept = tokens.slice(0, -1);
  const last = kept.at(-1);
  return last?.type === 'text'
    ? [...kept.slice(0, -1), { ...last, text: last.text.trimEnd() }]
    : kept;
}
