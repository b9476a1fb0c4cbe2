import { Avatar } from '../app/primitives/Avatar.tsx';
import type { Face } from '../app/primitives/AvatarStack.tsx';
import { Isolate } from '../app/primitives/Isolate.tsx';
import { useComposeStrings } from '../app/strings/compose.ts';
import styles from './Composer.module.css';

interface MentionListProps {
  readonly id: string;
  readonly faces: readonly Face[];
  readonly active: number;
  readonly onPick: (face: Face) => void;
}

/** Whom the name that is being written may mean. The focus stays in the text; arrows and Enter are heard there. */
export function MentionList({ id, faces, active, onPick }: MentionListProps) {
  const { suggestions } = useComposeStrings();
  return (
    <div id={id} className={styles.people} role="listbox" aria-label={suggestions}>
      {faces.map((face, at) => (
        <button
          key={face.pubkey}
          id={`${id}${at}`}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          className={styles.person}
          // the press must not take the focus from the text
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(face)}
        >
          <Avatar pubkey={face.pubkey} name={face.name} src={face.src} size="s" />
          <Isolate className={styles.name}>{face.name}</Isolate>
        </button>
      ))}
    </div>
  );
}
