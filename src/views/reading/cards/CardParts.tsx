import { useCover } from '../../media/use-cover.ts';
import { Icon, type IconName } from '../../ui/display/Icon.tsx';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { cx } from '../../ui/hooks/class-names.ts';
import { useStrings } from '../../ui/strings.ts';
import text from '../../ui/styles/text.module.css';
import { FoldedText } from '../note/FoldedText.tsx';
import { noteTarget } from '../note/note-link.ts';
import styles from './Cards.module.css';
import type { KindProps } from './KindContent.tsx';

interface CardSignProps {
  /** Address of a picture, unchecked. */
  readonly image: string;
  /** Side of the square in CSS pixels. */
  readonly width: number;
  /** Drawn if there is no picture. */
  readonly icon: IconName;
}

/** The small square picture of a card, or an icon in its place. */
export function CardSign({ image, width, icon }: CardSignProps) {
  const { src, onError } = useCover(image, width);
  return (
    <span className={styles.sign} style={{ inlineSize: width, blockSize: width }} aria-hidden>
      {src === undefined ? (
        <Icon name={icon} size="l" />
      ) : (
        <img src={src} alt="" loading="lazy" decoding="async" onError={onError} />
      )}
    </span>
  );
}

/** The title of a card. In a feed it links the whole card to its subject. */
export function CardTitle({
  event,
  lead = false,
  title,
}: Pick<KindProps, 'event' | 'lead'> & { readonly title: string }) {
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

/** The description of a card: three lines in a feed, else the full text, folded if it is long. */
export function CardAbout({
  about,
  lead = false,
}: Pick<KindProps, 'lead'> & { readonly about: string }) {
  if (about === '') return null;
  return (
    <p className={lead ? styles.about : cx(styles.about, text.clamp3)} dir="auto">
      {lead ? <FoldedText text={about} /> : about}
    </p>
  );
}
