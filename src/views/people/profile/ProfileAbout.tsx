import type { Token } from '../../../events/reading/content/content-token.ts';
import { query } from '../../../events/connection/verbs.ts';
import { useLookup } from '../../ui/hooks/use-lookup.ts';
import { useMemo, useState } from 'react';
import { aboutOf, type Profile } from '../../../events/facts/profile.ts';
import { blocksOf } from '../../../events/reading/content/note-blocks.ts';
import { tokenize } from '../../../events/reading/content/content.ts';
import { shorten } from '../../../events/reading/content/shorten.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { useStrings } from '../../ui/strings.ts';
import styles from './ProfileAbout.module.css';
import { Inline } from '../../account/text/InlineText.tsx';

/** Limit of people whose names are loaded for one description. */
const MOST_MENTIONED = 20;

function mentionedIn(tokens: readonly Token[]): readonly string[] {
  return [...new Set(tokens.flatMap((token) => (token.type === 'profile' ? [token.pubkey] : [])))];
}

/** Loads the names of people who are mentioned in a description. */
function LoadPeople({ people }: { readonly people: readonly string[] }) {
  useLookup(`mentioned:${people.join()}`, () => query('user_infos', { pubkeys: people }));
  return null;
}

/** The description. A very long text is shortened as in a feed, and expands on demand. */
export function About({ profile }: { readonly profile: Profile }) {
  const { reading } = useStrings();
  const [whole, setWhole] = useState(false);
  const { paragraphs, mentioned, cut } = useMemo(() => {
    const tokens = tokenize(aboutOf(profile), location.origin);
    const shown = whole ? { tokens, cut: false } : shorten(tokens, 'feed');
    return {
      paragraphs: blocksOf(shown.tokens).flatMap((block) =>
        block.type === 'paragraph' ? [block.tokens] : [],
      ),
      mentioned: mentionedIn(tokens).slice(0, MOST_MENTIONED),
      cut: shown.cut,
    };
  }, [profile, whole]);
  const isUnknown = useFacts((facts) =>
    mentioned.some((pubkey) => getRow(facts.profiles, pubkey) === undefined),
  );
  return (
    <>
      {isUnknown && <LoadPeople people={mentioned} />}
      {paragraphs.map((tokens, at) => (
        <p key={at} className={styles.about} dir="auto">
          <Inline tokens={tokens} />
        </p>
      ))}
      {cut && (
        <button type="button" className={styles.more} onClick={() => setWhole(true)}>
          {reading.seeMore}
        </button>
      )}
    </>
  );
}
