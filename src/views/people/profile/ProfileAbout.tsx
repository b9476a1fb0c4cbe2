import { useMemo, useState } from 'react';
import { aboutOf, type Profile } from '../../../events/facts/profile.ts';
import { blocksOf } from '../../../events/reading/content/note-blocks.ts';
import { tokenize } from '../../../events/reading/content/content.ts';
import { mentionedIn } from '../../../events/reading/content/mentioned.ts';
import { shorten } from '../../../events/reading/content/shorten.ts';
import { PeopleNames } from '../../account/profile/PeopleNames.tsx';
import { useStrings } from '../../ui/strings.ts';
import styles from './ProfileAbout.module.css';
import { Inline } from '../../account/text/InlineText.tsx';

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
      mentioned: mentionedIn(tokens),
      cut: shown.cut,
    };
  }, [profile, whole]);
  return (
    <>
      <PeopleNames people={mentioned} />
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
