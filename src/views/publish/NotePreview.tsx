import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { Preview } from '../../events/event.ts';
import { draftOf } from '../../events/publish/compose.ts';
import type { ComposeActor } from '../../machines/publish/compose.machine.ts';
import { useFacesOf } from '../account/faces.ts';
import { Avatar } from '../app/primitives/Avatar.tsx';
import { Isolate } from '../app/primitives/Isolate.tsx';
import { useComposeStrings } from '../app/strings/compose.ts';
import { NoteText } from '../reading/NoteText.tsx';
import styles from './NotePreview.module.css';

/** The note as it will look: what would be signed now, drawn as every note is. */
export function NotePreview({ compose }: { readonly compose: ComposeActor }) {
  const { preview } = useComposeStrings();
  const { account, aim } = compose.getSnapshot().context;
  const writing = useSelector(compose, ({ context }) => context.writing);
  const draft = useMemo((): Preview => ({ ...draftOf(aim, writing, account), pubkey: account }), [aim, writing, account]);
  const [face] = useFacesOf(useMemo(() => [account], [account]));
  return (
    <article className={styles.preview} aria-label={preview}>
      <Avatar pubkey={account} name={face?.name} src={face?.src} />
      <div className={styles.note}>
        <Isolate className={styles.name}>{face?.name}</Isolate>
        <NoteText event={draft} />
      </div>
    </article>
  );
}
