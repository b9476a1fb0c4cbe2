import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import type { ComposeActor } from '../../machines/publish/compose.machine.ts';
import { Button } from '../app/primitives/Button.tsx';
import { IconButton } from '../app/primitives/IconButton.tsx';
import { useComposeStrings } from '../app/strings/compose.ts';
import styles from './Composer.module.css';
import { ComposeStatus } from './ComposeStatus.tsx';

interface ComposeFootProps {
  readonly compose: ComposeActor;
  readonly isPreviewed: boolean;
  readonly onPreview: () => void;
  readonly onFiles: (files: FileList | null) => void;
  readonly onPublish: () => void;
}

/** What can be done with a text: files, preview, where it stands, and its way out. */
export function ComposeFoot({ compose, isPreviewed, onPreview, onFiles, onPublish }: ComposeFootProps) {
  const strings = useComposeStrings();
  const chooser = useRef<HTMLInputElement>(null);
  const isEditable = useSelector(compose, (snapshot) => snapshot.hasTag('editable'));
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
      <ComposeStatus compose={compose} />
      <Ways compose={compose} onPublish={onPublish} />
    </div>
  );
}

/** The buttons of each state: never two that do the same, never one that does nothing. */
function Ways({ compose, onPublish }: Pick<ComposeFootProps, 'compose' | 'onPublish'>) {
  const strings = useComposeStrings();
  const isEmpty = useSelector(compose, ({ context }) => context.writing.text.trim() === '' && context.uploading === 0);
  const isPublishing = useSelector(compose, (snapshot) => snapshot.hasTag('publishing'));
  const isAwaiting = useSelector(compose, (snapshot) => snapshot.hasTag('awaiting'));
  const isFailed = useSelector(compose, (snapshot) => snapshot.hasTag('failed'));
  const isOpening = useSelector(compose, (snapshot) => snapshot.hasTag('opening'));
  if (isFailed) {
    return (
      <div className={styles.ways}>
        <Button onClick={() => compose.send({ type: 'compose.edit' })}>{strings.edit}</Button>
        <Button tone="primary" onClick={() => compose.send({ type: 'compose.retry', now: Date.now() })}>
          {strings.retry}
        </Button>
      </div>
    );
  }
  if (isAwaiting) {
    return (
      <div className={styles.ways}>
        <Button tone="quiet" onClick={() => compose.send({ type: 'compose.stay' })}>
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
      <Button tone="quiet" onClick={() => compose.send({ type: 'compose.close' })}>
        {strings.close}
      </Button>
      <Button tone="primary" busy={isPublishing} disabled={isOpening || isEmpty} onClick={onPublish}>
        {isPublishing ? strings.publishing : strings.publish}
      </Button>
    </div>
  );
}
