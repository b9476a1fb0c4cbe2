import { useRef } from 'react';
import { Button } from '../app/primitives/Button.tsx';
import { IconButton } from '../app/primitives/IconButton.tsx';
import { useComposeStrings } from '../app/strings/compose.ts';
import styles from './Composer.module.css';
import { ComposeStatus } from './ComposeStatus.tsx';
import { useComposeIntents, useComposeState } from './use-compose.ts';

interface ComposeFootProps {
  readonly isPreviewed: boolean;
  readonly onPreview: () => void;
  readonly onFiles: (files: FileList | null) => void;
  readonly onPublish: () => void;
}

/** What can be done with a text: files, preview, where it stands, and its way out. */
export function ComposeFoot({ isPreviewed, onPreview, onFiles, onPublish }: ComposeFootProps) {
  const strings = useComposeStrings();
  const chooser = useRef<HTMLInputElement>(null);
  const { isEditable } = useComposeState();
  return (
    <div className={styles.foot}>
      <div className={styles.tools}>
        <input
          ref={chooser}
          type="file"
          hidden
          multiple
          accept="image/*,video/*"
          aria-label={strings.addFiles}
          onChange={({ target }) => {
            onFiles(target.files);
            // the same file can be chosen again
            target.value = '';
          }}
        />
        <IconButton icon="image" label={strings.addFiles} disabled={!isEditable} onClick={() => chooser.current?.click()} />
        <IconButton icon="eye" label={strings.preview} aria-pressed={isPreviewed} className={styles.toggle} onClick={onPreview} />
      </div>
      <ComposeStatus />
      <Ways onPublish={onPublish} />
    </div>
  );
}

/** The buttons of each state: never two that do the same, never one that does nothing. */
function Ways({ onPublish }: Pick<ComposeFootProps, 'onPublish'>) {
  const strings = useComposeStrings();
  const { isEmpty, isPublishing, isAwaiting, isFailed, isOpening } = useComposeState();
  const { edit, retry, stay, close } = useComposeIntents();
  if (isFailed) {
    return (
      <div className={styles.ways}>
        <Button onClick={edit}>{strings.edit}</Button>
        <Button tone="primary" onClick={retry}>
          {strings.retry}
        </Button>
      </div>
    );
  }
  if (isAwaiting) {
    return (
      <div className={styles.ways}>
        <Button tone="quiet" onClick={stay}>
          {strings.files.stay}
        </Button>
        <Button tone="primary" busy>
          {strings.files.wait}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.ways}>
      <Button tone="quiet" onClick={close}>
        {strings.close}
      </Button>
      <Button tone="primary" busy={isPublishing} disabled={isOpening || isEmpty} onClick={onPublish}>
        {isPublishing ? strings.publishing : strings.publish}
      </Button>
    </div>
  );
}
