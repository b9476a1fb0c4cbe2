import { parseAddress } from '../../../events/nostr/address.ts';
import { isHex } from '../../../events/core/hex.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { note1Of } from '../../../events/nostr/nip19.ts';
import { openingOf } from '../../../events/reading/article/article.ts';
import { previewOf } from '../../../events/reading/article/article-preview.ts';
import { tokenize } from '../../../events/reading/content/content.ts';
import { firstWords } from '../../../events/reading/content/shorten.ts';
import { articleOf, noteOf } from '../../../events/facts/selectors.ts';
import { clip } from '../../../events/core/text.ts';
import { visibleText } from '../../../events/core/visible-text.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import text from '../../ui/styles/text.module.css';
import { Inline } from './InlineText.tsx';

const WORDS = 12;
/** Maximum lengths of an identifier, if the note is not loaded, and of a name. */
const LETTERS = 14;
const LONGEST_NAME = 80;

/**
 * A note as an entry of a list: the first words of a note or the title of an article, else the
 * shortened identifier. `id` may be an address, or the name of something outside of Nostr.
 */
export function ThreadWords({ id }: { readonly id: string }) {
  const event = useFacts((facts) => noteOf(facts, id) ?? articleOf(facts, id));
  const title = event?.kind === KIND.LongForm ? openingOf(event).title : '';
  if (title !== '')
    return (
      <span className={text.clamp2} dir="auto">
        {title}
      </span>
    );
  if (!event) return <bdi dir="ltr">{nameOf(id)}</bdi>;
  const { tokens, cut } = firstWords(tokenize(previewOf(event), location.origin), WORDS);
  return (
    <span className={text.clamp2} dir="auto">
      <Inline tokens={tokens} plain />
      {cut && '…'}
    </span>
  );
}

function nameOf(id: string): string {
  if (isHex(id, 64)) return `${clip(note1Of(id) ?? id, LETTERS)}…`;
  const name = parseAddress(id)?.identifier || id;
  return visibleText(clip(name, LONGEST_NAME)) + (name.length > LONGEST_NAME ? '…' : '');
}
