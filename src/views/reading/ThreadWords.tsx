import { parseAddress } from '../../events/address.ts';
import { isHex } from '../../events/hex.ts';
import { KIND } from '../../events/kinds.ts';
import { note1Of } from '../../events/nip19.ts';
import { openingOf } from '../../events/reading/article.ts';
import { tokenize } from '../../events/reading/content.ts';
import { firstWords } from '../../events/reading/shorten.ts';
import { articleOf, noteOf } from '../../events/selectors.ts';
import { clip } from '../../events/text.ts';
import { visibleText } from '../../events/app/visible-text.ts';
import { useFacts } from '../app/app-context.ts';
import text from '../app/styles/text.module.css';
import { Inline } from './Inline.tsx';

const WORDS = 12;
/** Of an identifier, where the note is not here. */
const LETTERS = 14;
const LONGEST_NAME = 80;

/**
 * A note as an entry of a list: its first words, of an article its title; the shortened identifier where it is not known. `id`: may be an
 * address, or the name of something outside of Nostr.
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
  const { tokens } = firstWords(tokenize(event, location.origin), WORDS);
  return (
    <span className={text.clamp2} dir="auto">
      <Inline tokens={tokens} plain />
    </span>
  );
}

function nameOf(id: string): string {
  if (isHex(id, 64)) return `${clip(note1Of(id) ?? id, LETTERS)}…`;
  return visibleText(clip(parseAddress(id)?.identifier || id, LONGEST_NAME));
}
