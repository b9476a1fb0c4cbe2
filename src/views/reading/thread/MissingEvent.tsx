import type { ReactNode } from 'react';
import type { NoteParam } from '../../../events/nostr/route-param.ts';
import { keyOfParam } from '../../../events/reading/thread/event-hints.ts';
import { useIsProxied } from '../../account/relays/use-network.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { useThreadStrings } from '../../ui/strings/thread.ts';
import { MissingPage } from '../moderation/HiddenEventPage.tsx';
import { useFindEvent, useFoundEvent } from './use-find-event.ts';
import { type Thread, threadIntents, useThreadState } from './use-thread.ts';
import styles from './MissingEvent.module.css';

interface MissingEventProps {
  readonly target: NoteParam;
  /** The part of the path that names the event. It may contain relay hints. */
  readonly param: string;
  readonly thread: Thread;
  readonly title: string;
  readonly cause: string;
}

/**
 * The page of an event that the caching service does not know (THREAD-03). The account's own relays
 * are asked meanwhile, and foreign ones after a press.
 */
export function MissingEvent(props: MissingEventProps) {
  const { target, thread } = props;
  const tag = [target.type === 'note' ? 'e' : 'a', keyOfParam(target)] as const;
  return (
    <MissingPage tag={tag} onLook={() => threadIntents.look(thread)}>
      <Search {...props} />
    </MissingPage>
  );
}

function Search({ target, param, thread, title, cause }: MissingEventProps) {
  const words = useThreadStrings();
  const search = useFindEvent(target, param);
  const [isProxied] = useIsProxied();
  const { result } = search ?? {};
  const others = isProxied ? [] : (result?.others ?? []);
  const again = (
    <Button disabled={search?.isSearching} onClick={() => threadIntents.retry(thread)}>
      {words.lookAgain}
    </Button>
  );
  const further = others.length > 0 && (
    <Button tone="primary" onClick={search?.askOthers}>
      {words.lookOnTheirs}
    </Button>
  );
  return (
    <EmptyState
      title={title}
      action={
        <>
          {again}
          {further}
        </>
      }
    >
      {cause}
      <span role="status" className={styles.more}>
        {isProxied
          ? words.relaysProxied
          : search?.isSearching
            ? words.relaysSearching
            : result && words.relaysAsked(result.answered, result.asked - result.answered)}
      </span>
      {further && <span className={styles.more}>{words.lookTells(others.map(hostOf))}</span>}
    </EmptyState>
  );
}

interface FoundNoticeProps {
  readonly target: NoteParam;
  readonly thread: Thread;
  /** Shown if no relay sent the event either. */
  readonly children?: ReactNode;
}

/** Names the relay on which an event was found that the caching service does not know. */
export function FoundNotice({ target, thread, children }: FoundNoticeProps) {
  const words = useThreadStrings();
  const found = useFoundEvent(target);
  const { isMissing } = useThreadState(thread);
  if (!isMissing) return null;
  return found ? <Notice announce>{words.foundOn(hostOf(found.url))}</Notice> : children;
}

function hostOf(relay: string): string {
  return new URL(relay).host;
}
