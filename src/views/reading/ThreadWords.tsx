import { note1Of } from '../../events/nip19.ts';
import { tokenize } from '../../events/reading/content.ts';
import { firstWords } from '../../events/reading/shorten.ts';
import { noteOf } from '../../events/selectors.ts';
import { clip } from '../../events/text.ts';
import { useFacts } from '../app/app-context.ts';
import text from '../app/styles/text.module.css';
import { Inline } from './Inline.tsx';

const WORDS = 12;
/** Of an identifier, where the note is not here. */
const LETTERS = 14;

/** A note as an entry of a list: its first words; the shortened identifier where it is not known. */
export function ThreadWords({ id }: { readonly id: string }) {
  const event = useFacts((facts) => noteOf(facts, id));
  if (!event) return <bdi dir="ltr">{`${clip(note1Of(id) ?? id, LETTERS)}…`}</bdi>;
  const { tokens } = firstWords(tokenize(event, location.origin), WORDS);
  return (
    <span className={text.clamp2} dir="auto">
      <Inline tokens={tokens} plain />
    </span>
  );
}
