import { type RefObject, useRef } from 'react';
import { plus, seconds } from '../../events/core/time.ts';
import { now } from '../ui/hooks/now.ts';
import { Button } from '../ui/controls/Button.tsx';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { useComposeStrings } from '../ui/strings/compose.ts';
import styles from './Composer.module.css';
import { ComposeStatus } from './ComposeStatus.tsx';
import { EmojiButton } from './emoji/EmojiButton.tsx';
import {
  useAim,
  useComposeIntents,
  useComposeState,
  useExtras,
  useIsHeld,
  useIsMisdated,
} from './use-compose.ts';
import { useInsertEmoji } from './emoji/use-insert-emoji.ts';

interface ComposeFootProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly isPreviewed: boolean;
  readonly onPreview: (on: boolean) => void;
  readonly onDrafts: () => void;
  readonly onFiles: (files: FileList | null) => void;
  readonly onPublish: () => void;
}

/** The actions on a text: files, emojis, extras, preview, other drafts, its status, and publish. */
export function ComposeFoot({
  field,
  isPreviewed,
  onPreview,
  onDrafts,
  onFiles,
  onPublish,
}: ComposeFootProps) {
  const strings = useComposeStrings();
  const chooser = useRef<HTMLInputElement>(null);
  const { isEditable } = useComposeState();
  const insert = useInsertEmoji(field);
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
            // Allows choosing the same file again.
            target.value = '';
          }}
        />
        <IconButton
          icon="image"
          label={strings.addFiles}
          disabled={!isEditable}
          onClick={() => chooser.current?.click()}
        />
        <EmojiButton field={field} disabled={!isEditable || isPreviewed} onPick={insert} />
        <ExtraTools disabled={!isEditable || isPreviewed} />
        <IconButton
          icon="eye"
          label={strings.preview}
          aria-pressed={isPreviewed}
          className={styles.toggle}
          onClick={() => onPreview(!isPreviewed)}
        />
        <IconButton
          icon="note"
          label={strings.drafts.title}
          aria-haspopup="dialog"
          disabled={!isEditable}
          onClick={onDrafts}
        />
      </div>
      <ComposeStatus />
      <Ways onPublish={onPublish} />
    </div>
  );
}

const DAY = seconds(24 * 60 * 60);
const HOUR = seconds(60 * 60);
/** Leading zero bits: some seconds of work. */
const USUAL_WORK = 20;

/** Buttons that add and remove the optional parts of a text. */
function ExtraTools({ disabled }: { readonly disabled: boolean }) {
  const { extras: words } = useComposeStrings();
  const { type } = useAim();
  const { warning, poll, due, work, set } = useExtras();
  const newPoll = () => ({ options: ['', ''], isMultiple: false, endsAt: plus(due ?? now(), DAY) });
  const tool = { disabled, className: styles.toggle };
  return (
    <>
      {type !== 'reply' && (
        <IconButton
          {...tool}
          icon="list"
          label={words.poll}
          aria-pressed={poll !== undefined}
          onClick={() => set({ poll: poll ? undefined : newPoll() })}
        />
      )}
      <IconButton
        {...tool}
        icon="alert"
        label={words.warning}
        aria-pressed={warning !== undefined}
        onClick={() => set({ warning: warning === undefined ? '' : undefined })}
      />
      <IconButton
        {...tool}
        icon="clock"
        label={words.schedule}
        aria-pressed={due !== undefined}
        onClick={() => set({ due: due === undefined ? plus(now(), HOUR) : undefined })}
      />
      <IconButton
        {...tool}
        icon="shield"
        label={words.work}
        aria-pressed={work !== undefined}
        onClick={() => set({ work: work === undefined ? USUAL_WORK : undefined })}
      />
    </>
  );
}

/** The buttons of each state. No two do the same, and each does something. */
function Ways({ onPublish }: Pick<ComposeFootProps, 'onPublish'>) {
  const strings = useComposeStrings();
  const { isEmpty, isPublishing, isAwaiting, isMining, isFailed, isOpening, isScheduled } =
    useComposeState();
  const { type } = useAim();
  const { edit, retry, stay, close } = useComposeIntents();
  const isHeld = useIsHeld();
  // sent again, the note would keep its wrong date
  const isMisdated = useIsMisdated();
  if (isHeld) {
    return (
      <div className={styles.ways}>
        {isFailed && <Button onClick={edit}>{strings.edit}</Button>}
        <Button tone="primary" onClick={close}>
          {strings.close}
        </Button>
      </div>
    );
  }
  if (isFailed) {
    return (
      <div className={styles.ways}>
        {isMisdated && (
          <Button tone="quiet" onClick={retry}>
            {strings.retry}
          </Button>
        )}
        <Button tone={isMisdated ? 'primary' : 'plain'} onClick={edit}>
          {strings.edit}
        </Button>
        {!isMisdated && (
          <Button tone="primary" onClick={retry}>
            {strings.retry}
          </Button>
        )}
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
  if (isMining) {
    return (
      <div className={styles.ways}>
        <Button tone="quiet" onClick={stay}>
          {strings.stopMining}
        </Button>
        <Button tone="primary" busy>
          {strings.mining}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.ways}>
      <Button tone="quiet" onClick={close}>
        {strings.close}
      </Button>
      <Button
        tone="primary"
        busy={isPublishing}
        disabled={isOpening || isEmpty}
        onClick={onPublish}
      >
        {isPublishing
          ? strings.publishing
          : isScheduled
            ? strings.schedule
            : type === 'reply'
              ? strings.reply
              : strings.publish}
      </Button>
    </div>
  );
}
