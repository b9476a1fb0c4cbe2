import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { cx } from '../../ui/hooks/class-names.ts';
import { useStrings } from '../../ui/strings.ts';
import text from '../../ui/styles/text.module.css';
import { FoldedText } from '../note/FoldedText.tsx';
import { noteTarget } from '../note/note-link.ts';
import styles from './Cards.module.css';
import type { KindProps } from './KindContent.tsx';

/** What a card is called; in a feed all of it leads to what it is about. */
export function CardTitle({ event, lead = false, title }: Pick<KindProps, 'event' | 'lead'> & { readonly title: string }) {
  const { reading } = useStrings();
  const shown = title || reading.untitled;
  return (
    <h3 className={styles.title} dir="auto">
      {lead ? (
        shown
      ) : (
        <AppLink to={noteTarget(event)} className={styles.cover}>
          {shown}
        </AppLink>
      )}
    </h3>
  );
}

/** What a card says of itself: three lines in a feed, else all, folded where it is long. */
export function CardAbout({ about, lead = false }: Pick<KindProps, 'lead'> & { readonly about: string }) {
  if (about === '') return null;
  return (
    <p className={lead ? styles.about : cx(styles.about, text.clamp3)} dir="auto">
      {lead ? <FoldedText text={about} /> : about}
    </p>
  );
}
