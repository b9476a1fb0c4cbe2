import { useEffect, useEffectEvent } from 'react';
import { notePath } from '../../../events/account/profile/profile-path.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { countedOn } from '../../../events/compose/acts/counted-on.ts';
import { canRetry, type OutboxRecord, stateOf } from '../../../events/publish/outbox/outbox.ts';
import { textOf } from '../../../events/publish/outbox/signing-reason.ts';
import type { Question } from '../../../machines/core/dialogs.machine.ts';
import type { ListsHandle } from '../../account/lists/use-lists.ts';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { cx } from '../../ui/hooks/class-names.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Isolate } from '../../ui/display/IsolatedText.tsx';
import { Time } from '../../ui/display/Time.tsx';
import { useComposeStrings } from '../../ui/strings/compose.ts';
import text from '../../ui/styles/text.module.css';
import { useAsk } from '../../ui/hooks/use-ask.ts';
import { standingOf, titleOf } from './ledger-words.ts';
import styles from './PublishLedger.module.css';
import { RelayRows } from './RelayRows.tsx';
import { type OutboxHandle, outboxIntents, useIsWorking, useListWork } from './use-outbox.ts';
import { useSay } from '../../ui/strings/own-messages.ts';

/** What the outbox cannot do by itself. */
export interface LedgerActs {
  /** Opens the composer, for a text that came from there. */
  readonly onOpen: () => void;
  /** Has a list edited that was not signed: it is drafted anew. */
  readonly onResume: (job: string) => void;
  /** Who edits the lists. */
  readonly lists?: ListsHandle | undefined;
  /** The entry that somebody came for. */
  readonly sought?: string | undefined;
}

interface JobProps extends LedgerActs {
  readonly record: OutboxRecord;
  readonly outbox: OutboxHandle;
}

/** Beginning of a text; the rest is cut by lines. */
const BEGINNING = 280;

/** One job: what it is, since when, where it stands, what each relay said, and what can be done. */
export function PublishJob({ record, outbox, sought, ...acts }: JobProps) {
  const { ledger } = useComposeStrings();
  const say = useSay();
  const isWorking = useIsWorking(outbox, record.job);
  const { isQueued, fault } = useListWork(record, acts.lists);
  const isAsked = isWorking || isQueued;
  const state = stateOf(record);
  const isWrong = state === 'failed' || state === 'unsigned' || fault !== undefined;
  const isLost = state === 'unsigned';
  const words = textOf(record.wish);
  const about = subjectOf(record);
  return (
    <li ref={sought === record.job ? bringIntoView : undefined} className={cx(styles.job, sought === record.job && styles.sought)}>
      <div className={styles.head}>
        <h3 className={styles.kind}>{titleOf(record.wish, ledger)}</h3>
        {about === undefined ? (
          <Time at={record.at} />
        ) : (
          <AppLink to={notePath(about)} className={styles.about}>
            <Time at={record.at} />
          </AppLink>
        )}
      </div>
      {words !== '' && (
        <p className={cx(styles.what, text.clamp3)}>
          <Isolate>{words.slice(0, BEGINNING)}</Isolate>
        </p>
      )}
      <p className={cx(styles.state, isWrong ? styles.no : state === 'accepted' && styles.ok)}>
        {fault ? say(fault) : standingOf(record, ledger, say, isAsked)}
        {isLost && record.refusal && (
          <span className={styles.why}>
            <Isolate>{say(record.refusal)}</Isolate>
          </span>
        )}
      </p>
      {record.event && <RelayRows record={record} open={state !== 'accepted'} />}
      <Acts record={record} outbox={outbox} isAsked={isAsked} {...acts} />
    </li>
  );
}

/** The note that a job is about: the one it published, or the one that it likes, repeats or bookmarks. */
function subjectOf({ event, wish }: OutboxRecord): string | undefined {
  if (wish.type === 'event') {
    const said = event ?? wish.draft;
    return said.kind === KIND.Text || said.kind === KIND.Comment ? event?.id : countedOn(said)[0];
  }
  if (wish.type === 'wrap') return undefined;
  const [named, ...others] = wish.intents.flatMap(({ tag: [name, value] }) => (name === 'e' && value !== undefined ? [value] : []));
  return others.length === 0 ? named : undefined;
}

function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' });
}

/** A question that has settled itself is not left standing. */
function useWithdrawn(question: Question, isSettled: boolean): void {
  const { withdraw } = useAsk();
  const takeBack = useEffectEvent(() => withdraw(question));
  useEffect(() => {
    if (isSettled) takeBack();
  }, [isSettled]);
}

function Acts({ record, outbox, isAsked, onOpen, onResume }: JobProps & { readonly isAsked: boolean }) {
  const { ledger } = useComposeStrings();
  const { job, wish } = record;
  const state = stateOf(record);
  // a list that nobody has signed is drafted anew by its editor, on what the list is by then
  const isList = wish.type === 'list' && !record.event;
  const retry = () => (isList ? onResume(job) : outboxIntents.retry(outbox, job));
  const { ask } = useAsk();
  const isAccepted = state === 'accepted';
  useWithdrawn({ code: 'discard', job }, isAccepted);
  const isForgotten = !record.event && state !== 'unsigned' && !isAsked;
  const again = isForgotten ? (isList ? ledger.again : ledger.ask) : canRetry(record) ? ledger.retry : undefined;
  const isOpenable = wish.type === 'event' && wish.origin?.startsWith('root ') === true && state !== 'accepted';
  if (state === 'accepted' && again === undefined) return null;
  return (
    <div className={styles.acts}>
      {again !== undefined && (
        <Button compact onClick={retry}>
          {again}
        </Button>
      )}
      {isOpenable && (
        <Button compact onClick={onOpen}>
          {ledger.open}
        </Button>
      )}
      {state !== 'accepted' && (
        <Button
          compact
          tone="quiet"
          onClick={() =>
            textOf(wish) === ''
              ? outboxIntents.discard(outbox, record)
              : ask({ code: 'discard', job }, outboxIntents.discarding(outbox, record))
          }
        >
          {ledger.discard}
        </Button>
      )}
    </div>
  );
}
