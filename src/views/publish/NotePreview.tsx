import { useMemo } from 'react';
import type { Preview } from '../../events/event.ts';
import { draftOf } from '../../events/publish/compose.ts';
import { useFacesOf } from '../account/faces.ts';
import { Avatar } from '../app/primitives/Avatar.tsx';
import { Isolate } from '../app/primitives/Isolate.tsx';
import { readPoll } from '../../events/reading/poll.ts';
import { useComposeStrings } from '../app/strings/compose.ts';
import { Ballot } from '../reading/kinds/Ballot.tsx';
import { NoteText } from '../reading/NoteText.tsx';
import styles from './NotePreview.module.css';
import { useAim, useWriting } from './use-compose.ts';

const NONE: readonly string[] = [];

/** The note as it will look: what would be signed now, drawn as every note is. */
export function NotePreview() {
  const { preview } = useComposeStrings();
  const aim = useAim();
  const { writing, account } = useWriting();
  const draft = useMemo((): Preview => ({ ...draftOf(aim, writing, account), pubkey: account }), [aim, writing, account]);
  const poll = useMemo(() => readPoll({ ...draft, id: '' }), [draft]);
  const [face] = useFacesOf(useMemo(() => [account], [account]));
  return (
    <article className={styles.preview} aria-label={preview}>
      <Avatar pubkey={account} name={face?.name} src={face?.src} />
      <div className={styles.note}>
        <Isolate className={styles.name}>{face?.name}</Isolate>
        <NoteText event={draft} />
        {poll && <Ballot poll={poll} counts={undefined} own={NONE} isHeld onVote={() => undefined} />}
      </div>
    </article>
  );
}
