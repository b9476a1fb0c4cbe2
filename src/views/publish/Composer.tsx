import { useSelector } from '@xstate/react';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { type Completion, completed, completionAt } from '../../events/publish/completion.ts';
import { handleFor } from '../../events/publish/compose.ts';
import type { ComposeActor, ComposeEvent } from '../../machines/publish/compose.machine.ts';
import type { MentionActor } from '../../machines/publish/mention.machine.ts';
import { useFacesOf } from '../account/faces.ts';
import type { Face } from '../app/primitives/AvatarStack.tsx';
import { Button } from '../app/primitives/Button.tsx';
import { Notice } from '../app/primitives/Notice.tsx';
import { useComposeStrings } from '../app/strings/compose.ts';
import styles from './Composer.module.css';
import { ComposeStatus } from './ComposeStatus.tsx';
import { LeaveDialog } from './LeaveDialog.tsx';
import { MentionList } from './MentionList.tsx';

type Where = Pick<Extract<ComposeEvent, { type: 'compose.publish' }>, 'relays' | 'inboxes' | 'emojis'>;

interface ComposerProps {
  readonly compose: ComposeActor;
  readonly mention: MentionActor;
  /** Where to send, as it is known when somebody publishes. */
  readonly where: () => Where;
}

const NOBODY: readonly string[] = [];

/** A text in the making: written, kept, completed, published. Ctrl-Enter and the button go through the same gate of the machine. */
export function Composer({ compose, mention, where }: ComposerProps) {
  const strings = useComposeStrings();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const text = useSelector(compose, ({ context }) => context.writing.text);
  const aim = useSelector(compose, ({ context }) => context.aim.type);
  const isEditable = useSelector(compose, (snapshot) => snapshot.hasTag('editable'));
  const isPublishing = useSelector(compose, (snapshot) => snapshot.hasTag('publishing'));
  const isFailed = useSelector(compose, (snapshot) => snapshot.hasTag('failed'));
  const isOpening = useSelector(compose, (snapshot) => snapshot.hasTag('opening'));
  const isSigned = useSelector(compose, ({ context }) => context.record?.event !== undefined);
  const isLeaving = useSelector(compose, (snapshot) => snapshot.hasTag('leaving'));
  const failure = useSelector(compose, ({ context }) => context.failure);
  const completion = useCompletion(compose, mention, field);
  const publish = () => compose.send({ type: 'compose.publish', now: Date.now(), ...where() });
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      publish();
    } else completion.press(event);
  };
  return (
    <section className={styles.composer} aria-label={strings.titles[aim]}>
      <textarea
        ref={field}
        className={styles.text}
        dir="auto"
        rows={5}
        aria-label={strings.label}
        aria-keyshortcuts="Control+Enter"
        aria-controls={completion.faces.length > 0 ? `${id}people` : undefined}
        aria-activedescendant={completion.faces.length > 0 ? `${id}people${completion.active}` : undefined}
        aria-autocomplete="list"
        placeholder={strings.placeholder}
        value={text}
        readOnly={!isEditable}
        onKeyDown={press}
        onChange={({ target }) => completion.write(target.value, target.selectionStart)}
        onBlur={completion.stop}
      />
      {completion.faces.length > 0 && (
        <MentionList id={`${id}people`} faces={completion.faces} active={completion.active} onPick={completion.pick} />
      )}
      {failure !== undefined && (
        <Notice tone="danger" announce>
          {failure} {isFailed && isSigned && strings.failedNote}
        </Notice>
      )}
      <div className={styles.foot}>
        <ComposeStatus compose={compose} />
        {isFailed ? (
          <>
            <Button onClick={() => compose.send({ type: 'compose.edit' })}>{strings.edit}</Button>
            <Button tone="primary" onClick={() => compose.send({ type: 'compose.retry', now: Date.now() })}>
              {strings.retry}
            </Button>
          </>
        ) : (
          <>
            <Button tone="quiet" onClick={() => compose.send({ type: 'compose.close' })}>
              {strings.close}
            </Button>
            <Button tone="primary" busy={isPublishing} disabled={isOpening || text.trim() === ''} onClick={publish}>
              {isPublishing ? strings.publishing : strings.publish}
            </Button>
          </>
        )}
      </div>
      {isLeaving && <LeaveDialog onAnswer={(answer) => compose.send({ type: `compose.${answer}` })} />}
    </section>
  );
}

/** The list of accounts while a name is being written. */
function useCompletion(compose: ComposeActor, mention: MentionActor, field: { readonly current: HTMLTextAreaElement | null }) {
  const [word, setWord] = useState<Completion>();
  const [active, setActive] = useState(0);
  const caret = useRef<number>(undefined);
  const found = useSelector(mention, ({ context }) => context.people);
  const faces = useFacesOf(word?.kind === 'mention' ? found : NOBODY);
  useLayoutEffect(() => {
    if (caret.current !== undefined) field.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  useEffect(() => () => mention.send({ type: 'mention.stop' }), [mention]);
  const stop = () => {
    setWord(undefined);
    mention.send({ type: 'mention.stop' });
  };
  const write = (text: string, at: number) => {
    compose.send({ type: 'compose.write', text, now: Date.now() });
    const next = completionAt(text, at);
    if (next?.kind !== 'mention') return stop();
    setWord(next);
    setActive(0);
    mention.send({ type: 'mention.ask', text: next.query });
  };
  const pick = ({ pubkey, name = '' }: Face) => {
    const { text, people } = compose.getSnapshot().context.writing;
    if (!word) return;
    const handle = handleFor(name, pubkey, people);
    const done = completed(text, word, `@${handle}`);
    caret.current = done.caret;
    compose.send({ type: 'compose.write', text: done.text, people: { ...people, [handle]: pubkey }, now: Date.now() });
    stop();
  };
  const press = (event: KeyboardEvent) => {
    const face = faces[Math.min(active, faces.length - 1)];
    if (!face) return;
    if (event.key === 'ArrowDown') setActive((active + 1) % faces.length);
    else if (event.key === 'ArrowUp') setActive((active + faces.length - 1) % faces.length);
    else if (event.key === 'Enter' || event.key === 'Tab') pick(face);
    else if (event.key === 'Escape') stop();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { faces, active: Math.min(active, Math.max(0, faces.length - 1)), write, pick, press, stop };
}
