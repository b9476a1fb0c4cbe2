import { useMemo } from 'react';
import type { Preview } from '../../events/nostr/event.ts';
import { draftOf } from '../../events/compose/compose.ts';
import { useFacesOf } from '../account/profile/faces.ts';
import { Avatar } from '../ui/display/Avatar.tsx';
import { IsolatedText } from '../ui/display/IsolatedText.tsx';
import { readPoll } from '../../events/reading/cards/poll.ts';
import { useComposeStrings } from '../ui/strings/compose.ts';
import { Ballot } from '../reading/cards/Ballot.tsx';
import { NoteText } from '../reading/note/NoteText.tsx';
import styles from './NotePreview.module.css';
import { useAim, useWriting } from './use-compose.ts';

const NONE: readonly string[] = [];

/** The note that would be signed now, rendered like any note. */
export function NotePreview() {
  const { preview } = useComposeStrings();
  const aim = useAim();
  const { writing, account } = useWriting();
  const draft = useMemo(
    (): Preview => ({ ...draftOf(aim, writing, account), pubkey: account }),
    [aim, writing, account],
  );
  const poll = useMemo(() => readPoll({ ...draft, id: '' }), [draft]);
  const [face] = useFacesOf(useMemo(() => [account], [account]));
  return (
    <article className={styles.preview} aria-label={preview}>
      <Avatar pubkey={account} name={face?.name} src={face?.src} />
      <div className={styles.note}>
        <IsolatedText className={styles.name}>{face?.name}</IsolatedText>
        <NoteText event={draft} />
        {poll && (
          <Ballot poll={poll} counts={undefined} own={NONE} isHeld onVote={() => undefined} />
        )}
      </div>
    </article>
  );
}
