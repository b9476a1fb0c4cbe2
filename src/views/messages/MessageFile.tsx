import { createContext, use } from 'react';
import { fileSize } from '../../events/media/file-size.ts';
import { shownAs } from '../../events/media/shown-as.ts';
import type { DirectMessage } from '../../events/messages/rumor.ts';
import { readEncryptedFile } from '../../events/messages/encrypted-file.ts';
import { Button } from '../ui/controls/Button.tsx';
import { Icon } from '../ui/display/Icon.tsx';
import { IsolatedText } from '../ui/display/IsolatedText.tsx';
import { Notice } from '../ui/display/Notice.tsx';
import { useDirectMessageStrings } from '../ui/strings/direct-messages.ts';
import { useStrings } from '../ui/strings.ts';
import { Medium } from './MessageMedia.tsx';
import styles from './MessageFile.module.css';

/** The file of a conversation that the user opened, one at a time. */
export interface WantedFile {
  /** Id of its message. */
  readonly id: string | undefined;
  /** Its object URL, once decrypted. */
  readonly url: string | undefined;
  readonly isFailed: boolean;
  readonly open: (id: string) => void;
}

export const FileContext = createContext<WantedFile>({
  id: undefined,
  url: undefined,
  isFailed: false,
  open: () => undefined,
});

interface FileLineProps {
  /** Id of its message. */
  readonly id: string;
  readonly file: NonNullable<DirectMessage['file']>;
}

/** An encrypted file (DM-09): the sender's details, and its content on request (E-21). */
export function FileLine({ id, file: { type, size, sealed } }: FileLineProps) {
  const words = useDirectMessageStrings();
  const { locale } = useStrings();
  const wanted = use(FileContext);
  const isWanted = wanted.id === id;
  const where = readEncryptedFile(sealed?.reveal() ?? '');
  const name = words.file(type, size === undefined ? undefined : fileSize(size, locale));
  if (isWanted && wanted.url !== undefined)
    return <Opened url={wanted.url} type={type} name={name} />;
  const host = where && new URL(where.url).host;
  return (
    <div className={styles.file}>
      <Icon name="link" size="s" />
      <div>
        <IsolatedText>{name}</IsolatedText>
        {isWanted && wanted.isFailed && (
          <Notice tone="danger" announce>
            {words.fileFailed}
          </Notice>
        )}
        {host === undefined ? (
          <p>{words.fileText}</p>
        ) : (
          <>
            <Button compact busy={isWanted && !wanted.isFailed} onClick={() => wanted.open(id)}>
              {words.openFile}
            </Button>
            <p>{words.told(host)}</p>
          </>
        )}
      </div>
    </div>
  );
}

function Opened({
  url,
  type,
  name,
}: {
  readonly url: string;
  readonly type: string;
  readonly name: string;
}) {
  const words = useDirectMessageStrings();
  const as = shownAs(type);
  if (as !== 'download') return <Medium type={as} src={url} name={name} />;
  return (
    <a className={styles.save} href={url} download>
      <Icon name="download" size="s" />
      {words.saveFile(name)}
    </a>
  );
}
