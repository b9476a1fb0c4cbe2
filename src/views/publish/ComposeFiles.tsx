import { shallowEqual, useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { type Attachment, attachmentsOf } from '../../events/publish/attachments.ts';
import type { ComposeActor } from '../../machines/publish/compose.machine.ts';
import type { UploadActor } from '../../machines/publish/upload.machine.ts';
import type { Mirrors, UploadsActor } from '../../machines/publish/uploads.machine.ts';
import { useComposeStrings } from '../app/strings/compose.ts';
import styles from './ComposeFiles.module.css';
import { FileRow } from './FileRow.tsx';

/** One row: a file on its way, one that stands in the text, or both in turn, in one place. */
interface Row {
  readonly key: string;
  readonly upload: UploadActor | undefined;
  readonly attachment: Attachment | undefined;
  readonly file: File | undefined;
  readonly stripped: boolean | undefined;
  readonly mirrors: Mirrors | undefined;
}

type Sent = ReturnType<UploadsActor['getSnapshot']>['context']['sent'];

const NONE_SENT: Sent = new Map();
const NONE: readonly UploadActor[] = [];

/** The files of a text: each with its picture, how far it is, a description, and a way out. */
export function ComposeFiles({ compose }: { readonly compose: ComposeActor }) {
  const { files: words } = useComposeStrings();
  const uploads = useSelector(compose, ({ children }) => children.uploads);
  const sent = useSelector(uploads, (snapshot) => snapshot?.context.sent ?? NONE_SENT);
  const running = useSelector(uploads, (snapshot) => (snapshot ? uploadsIn(snapshot) : NONE), shallowEqual);
  const writing = useSelector(compose, ({ context }) => context.writing);
  const rows = useMemo(() => rowsOf(attachmentsOf(writing), running, sent), [writing, running, sent]);
  if (rows.length === 0) return null;
  return (
    <ul className={styles.files} aria-label={words.list}>
      {rows.map((row) => (
        <FileRow {...row} key={row.key} compose={compose} />
      ))}
    </ul>
  );
}

function uploadsIn({ children, context }: ReturnType<UploadsActor['getSnapshot']>): readonly UploadActor[] {
  return [...context.stands.keys()].flatMap((id) => children[id] ?? []);
}

/** In the order in which they were added, wherever they are by now: no row moves under the hand. Those of a kept draft come first. */
function rowsOf(attachments: readonly Attachment[], running: readonly UploadActor[], sent: Sent): readonly Row[] {
  const there = attachments.map((attachment): Row => {
    const known = sent.get(attachment.url);
    return {
      key: known?.id ?? attachment.url,
      upload: undefined,
      attachment,
      file: known?.file,
      stripped: known?.stripped,
      mirrors: known?.mirrors,
    };
  });
  const going = running.map(
    (upload): Row => ({
      key: upload.id,
      upload,
      attachment: undefined,
      file: upload.getSnapshot().context.file,
      stripped: undefined,
      mirrors: undefined,
    }),
  );
  const place = ({ key }: Row) => (key.startsWith('upload ') ? Number(key.slice('upload '.length)) : -1);
  return [...there, ...going].toSorted((one, other) => place(one) - place(other));
}
