import { displayNameOf } from '../../../events/facts/profile.ts';
import { getRow } from '../../../events/core/table.ts';
import { usePicture } from '../../account/profile/picture.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Avatar } from '../../ui/display/Avatar.tsx';
import text from '../../ui/styles/text.module.css';
import styles from './Cards.module.css';

const FACES = 8;

/** The avatars of the first people of a card, and their number in words. */
export function Faces({
  people,
  most = FACES,
  words,
}: {
  readonly people: readonly string[];
  /** Number of avatars. */
  readonly most?: number;
  readonly words: string;
}) {
  return (
    <p className={styles.people}>
      <span className={styles.faces} aria-hidden>
        {people.slice(0, most).map((pubkey) => (
          <Face key={pubkey} pubkey={pubkey} />
        ))}
      </span>
      <span className={cx(text.small, text.muted)}>{words}</span>
    </p>
  );
}

function Face({ pubkey }: { readonly pubkey: string }) {
  const profile = useFacts((facts) => getRow(facts.profiles, pubkey));
  const src = usePicture(profile);
  return (
    <Avatar
      pubkey={pubkey}
      name={displayNameOf(profile, pubkey)}
      src={src}
      size="xs"
      className={styles.face}
    />
  );
}
