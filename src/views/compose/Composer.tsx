import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { isExtrasFault } from '../../events/compose/compose.ts';
import { failureReason, type FailureReason } from '../../events/publish/outbox/publish-failure.ts';
import { isInputMethodKey } from '../ui/hooks/input-method.ts';
import { takeTyped } from '../ui/hooks/typed-ahead.ts';
import { Button } from '../ui/controls/Button.tsx';
import { Icon } from '../ui/display/Icon.tsx';
import { IsolatedText } from '../ui/display/IsolatedText.tsx';
import { Notice } from '../ui/display/Notice.tsx';
import { useComposeStrings } from '../ui/strings/compose.ts';
import { useFailureWords } from '../publish/outbox/use-failure-words.ts';
import { AnsweredNote } from './AnsweredNote.tsx';
import { ComposeAuthor } from './ComposeAuthor.tsx';
import { ComposeExtras } from './ComposeExtras.tsx';
import { ComposeFiles } from './ComposeFiles.tsx';
import { ComposeFoot } from './ComposeFoot.tsx';
import { caretPlace } from './caret-place.ts';
import styles from './Composer.module.css';
import { DescribeDialog } from './DescribeDialog.tsx';
import { lazyPart } from '../ui/overlays/lazy-part.tsx';
import { IncompleteDialog } from './IncompleteDialog.tsx';
import { LeaveDialog } from './LeaveDialog.tsx';
import { NotePreview } from './NotePreview.tsx';
import { SuggestionList } from './emoji/SuggestionList.tsx';
import {
  useAim,
  useComposeFailure,
  useComposeIntents,
  useComposeState,
  useTyped,
  useUnsent,
} from './use-compose.ts';
import { useCompletion } from './emoji/use-completion.ts';
import { pasteFiles, useAddFiles, useDrop } from './upload/use-files.ts';
import { useSay } from '../ui/strings/own-messages.ts';

const DraftsDialog = lazyPart(
  () => import('./drafts/DraftsDialog.tsx').then((code) => code.DraftsDialog),
  {
    close: ({ onClose }: { readonly onClose: () => void }) => onClose(),
  },
);

interface ComposerProps {
  /** Version of this client, if the user lets notes name it (TOOL-04). */
  readonly client?: string | undefined;
}

/**
 * The text editor: write, save, complete, publish. Ctrl-Enter and the button send the same event to
 * the machine.
 */
export function Composer({ client }: ComposerProps) {
  const strings = useComposeStrings();
  const [isPreviewed, setPreviewed] = useState(false);
  const aim = useAim();
  const isListing = aim.type === 'note' && aim.isListing === true;
  const [isDrafts, setDrafts] = useState(isListing);
  const { isEmpty, isOpening, isLeaving, isDescribing, isIncomplete, uploading } =
    useComposeState();
  const box = useRef<HTMLElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const intents = useComposeIntents();
  const add = useAddFiles();
  const isOver = useDrop(add);
  const publish = () => {
    if (intents.publish(client)) return;
    setPreviewed(false);
    setTimeout(() => focusWrong(box.current));
  };
  const closeDrafts = () => {
    setDrafts(false);
    // the user came for the list, not to write
    if (isListing && isEmpty) intents.close();
  };
  const press = (event: KeyboardEvent) => {
    if (
      isInputMethodKey(event.nativeEvent) ||
      event.key !== 'Enter' ||
      !(event.ctrlKey || event.metaKey)
    )
      return;
    event.preventDefault();
    publish();
  };
  return (
    <section
      ref={box}
      className={styles.composer}
      aria-label={strings.titles[aim.type]}
      aria-busy={isOpening}
      onKeyDown={press}
      onPaste={(event) => pasteFiles(event, add)}
    >
      <Unsent onShow={() => setDrafts(true)} />
      {aim.type === 'reply' && <AnsweredNote event={aim.found.event} as="reply" />}
      {isPreviewed && <NotePreview />}
      <div hidden={isPreviewed}>
        <ComposeAuthor>
          <ComposeText field={field} hidden={isPreviewed} />
        </ComposeAuthor>
      </div>
      {aim.type === 'quote' && !isPreviewed && <AnsweredNote event={aim.found.event} as="quote" />}
      {!isPreviewed && <ComposeExtras />}
      <ComposeFiles />
      <ComposeFailure />
      <ComposeFoot
        field={field}
        isPreviewed={isPreviewed}
        onPreview={setPreviewed}
        onDrafts={() => setDrafts(true)}
        onFiles={add}
        onPublish={publish}
      />
      {isOver && (
        <div className={styles.drop} aria-hidden>
          <Icon name="upload" size="l" />
          {strings.drop}
        </div>
      )}
      {isDrafts && <DraftsDialog onClose={closeDrafts} />}
      {isIncomplete && <IncompleteDialog />}
      {isDescribing && (
        <DescribeDialog onDescribe={() => setTimeout(() => focusBare(box.current))} />
      )}
      {isLeaving && (
        <LeaveDialog
          isUploading={uploading > 0}
          onSchedule={() => {
            intents.answer('keepWriting');
            publish();
          }}
          onAnswer={intents.answer}
        />
      )}
    </section>
  );
}

/** Focus the first picture without a description. */
function focusBare(composer: HTMLElement | null): void {
  [...(composer?.querySelectorAll<HTMLInputElement>('input[data-alt]') ?? [])]
    .find(({ value }) => value.trim() === '')
    ?.focus();
}

/** Focus the field that prevents publishing, with its error. It may be scrolled out of sight. */
function focusWrong(composer: HTMLElement | null): void {
  const field = composer?.querySelector<HTMLElement>('[aria-invalid]');
  field?.scrollIntoView?.({ block: 'center' });
  field?.focus({ preventScroll: true });
}

/** Offers the other unsent texts of the same kind (COMPOSE-12). */
function Unsent({ onShow }: { readonly onShow: () => void }) {
  const strings = useComposeStrings();
  const { isEditable } = useComposeState();
  const count = useUnsent();
  if (count === 0) return null;
  return (
    <Notice
      action={
        <Button compact disabled={!isEditable} onClick={onShow}>
          {strings.showUnsent}
        </Button>
      }
    >
      {strings.unsent(count)}
    </Notice>
  );
}

/** Return a text that another sentence follows. */
function sentence(text: string): string {
  return /[.!?؟]$/.test(text) ? text : `${text}.`;
}

/**
 * Return the words for a stored note, with the next step. A wrong date does not improve by
 * resending.
 */
function keptWords(
  why: FailureReason | undefined,
  { failedNote, savedNote, misdatedNote }: ReturnType<typeof useComposeStrings>,
): string {
  if (why?.code === 'clock') return misdatedNote;
  return why?.code === 'unreachable' && why.again ? savedNote : failedNote;
}

/** Why the text was not published, in the relay's or the signer's own words. */
function ComposeFailure() {
  const strings = useComposeStrings();
  const { isFailed } = useComposeState();
  const say = useSay();
  const failureWords = useFailureWords();
  const { failure, reason, record } = useComposeFailure();
  const notice = useRef<HTMLDivElement>(null);
  // a wrong field has its error beside it
  const shown = isExtrasFault(failure) ? undefined : failure;
  // it may appear behind the buttons
  useEffect(() => {
    if (shown !== undefined) notice.current?.scrollIntoView?.({ block: 'center' });
  }, [shown]);
  if (shown === undefined) return null;
  const why = record?.event && failureReason(record);
  const explained = why && failureWords(why);
  if (isFailed && explained?.isHeld)
    return (
      <div ref={notice}>
        <Notice announce>
          {explained.text} {strings.savedNote}
        </Notice>
      </div>
    );
  const words = why && why.code !== 'silent' ? explained?.text : reason && say(reason);
  const said =
    shown === 'publish.unconfirmed' && why?.code !== 'unreachable'
      ? strings.unconfirmed
      : say({ code: shown });
  const isKept = isFailed && record?.event !== undefined;
  return (
    <div ref={notice}>
      <Notice tone="danger" announce>
        {isKept || words !== undefined ? sentence(said) : said}{' '}
        {isKept && <div>{keptWords(why, strings)}</div>}
        {words !== undefined && (
          <div>
            <IsolatedText>{words}</IsolatedText>
          </div>
        )}
      </Notice>
    </div>
  );
}

/**
 * The text field, with completions for the word at the caret. It stays mounted during the preview.
 */
function ComposeText({
  field,
  hidden,
}: {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly hidden: boolean;
}) {
  const strings = useComposeStrings();
  const id = `${useId()}words`;
  const text = useTyped();
  const { type } = useAim();
  const { isEarly, isEditable } = useComposeState();
  const completion = useCompletion(field);
  const { leave } = useComposeIntents();
  const isWritable = isEditable || isEarly;
  const take = useEffectEvent(() => {
    const typed = takeTyped();
    if (typed === undefined) leave();
    else if (typed !== '') completion.write(text + typed, text.length + typed.length);
  });
  // before the next key, which the field takes itself
  useLayoutEffect(() => {
    if (isWritable) take();
  }, [isWritable]);
  const [first, ...more] = completion.items;
  const press = (event: KeyboardEvent) => {
    const isOrder = isInputMethodKey(event.nativeEvent) || event.ctrlKey || event.metaKey;
    if (!isOrder) completion.press(event);
  };
  return (
    <>
      <textarea
        ref={field}
        className={styles.text}
        dir="auto"
        rows={5}
        hidden={hidden}
        data-autofocus
        aria-label={strings.label}
        aria-keyshortcuts="Control+Enter"
        aria-controls={first && id}
        aria-activedescendant={first && `${id}${completion.active}`}
        aria-autocomplete="list"
        placeholder={type === 'reply' ? strings.replyHint : strings.placeholder}
        value={text}
        readOnly={!isWritable}
        onKeyDown={press}
        onChange={({ target }) => completion.write(target.value, target.selectionStart)}
        onBlur={completion.stop}
      />
      {first && (
        <SuggestionList
          id={id}
          items={[first, ...more]}
          active={completion.active}
          placeOf={() => field.current && caretPlace(field.current, completion.from)}
          onPick={completion.pick}
        />
      )}
    </>
  );
}
