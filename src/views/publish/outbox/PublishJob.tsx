import { useEffect, useEffectEvent, useMemo } from 'react';
import { articlePath, notePath } from '../../../events/account/profile/profile-path.ts';
import { addressOf, parseAddress } from '../../../events/nostr/address.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { countedOn } from '../../../events/compose/acts/counted-on.ts';
import { openingOf } from '../../../events/reading/article/article.ts';
import { canRetry, type OutboxRecord, stateOf } from '../../../events/publish/outbox/outbox.ts';
import { isOutdated } from '../../../events/publish/outbox/publish-failure.ts';
import { textOf } from '../../../events/publish/outbox/signing-reason.ts';
import { tokenize } from '../../../events/reading/content/content.ts';
import { mentionedIn } from '../../../events/reading/content/mentioned.ts';
import type { Question } from '../../../machines/core/dialogs.machine.ts';
import { PeopleNames } from '../../account/profile/PeopleNames.tsx';
import { TextPreview } from '../../account/text/TextPreview.tsx';
import type { ListsHandle } from '../../account/lists/use-lists.ts';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { cx } from '../../ui/hooks/class-names.ts';
import { Button, buttonClass } from '../../ui/controls/Button.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { Time } from '../../ui/display/Time.tsx';
import { useComposeStrings } from '../../ui/strings/compose.ts';
import text from '../../ui/styles/text.module.css';
import { useAsk } from '../../ui/hooks/use-ask.ts';
import { reasonOf, standingOf, titleOf, useStandingWords } from './ledger-words.ts';
import { ListChange } from './ListChange.tsx';
import styles from './PublishLedger.module.css';
import { RelayRows } from './RelayRows.tsx';
import {
  type OutboxHandle,
  outboxIntents,
  useIsLocked,
  useIsWorking,
  useListWork,
} from './use-outbox.ts';

/** Actions that the outbox cannot do itself. */
export interface LedgerActs {
  /** Opens the composer with a text from there. */
  readonly onOpen: () => void;
  /** Drafts an unsigned list edit again. */
  readonly onResume: (job: string) => void;
  /** The editor of the lists. */
  readonly lists?: ListsHandle | undefined;
  /** Id of the entry that the link leads to. */
  readonly sought?: string | undefined;
}

interface JobProps extends LedgerActs {
  readonly record: OutboxRecord;
  readonly outbox: OutboxHandle;
}

/** One job: title, time, state, each relay's answer, and actions. */
export function PublishJob({ record, outbox, sought, ...acts }: JobProps) {
  const { drafts } = useComposeStrings();
  const standing = useStandingWords();
  const { ledger, say, failureWords } = standing;
  const isWorking = useIsWorking(outbox, record.job);
  const { isQueued, fault } = useListWork(record, acts.lists);
  const isAsked = isWorking || isQueued;
  const isLocked = useIsLocked(outbox, record.job);
  const state = stateOf(record);
  const isHeld = reasonOf(record, failureWords)?.isHeld === true;
  const isLost = state === 'unsigned' && !isLocked;
  const isWrong = (state === 'failed' && !isHeld) || isLost || fault !== undefined;
  const words = beginningOf(record.wish);
  const place = placeOf(record);
  return (
    <li
      ref={sought === record.job ? bringIntoView : undefined}
      className={cx(styles.job, sought === record.job && styles.sought)}
    >
      <div className={styles.head}>
        <h3 className={styles.kind}>{titleOf(record.wish, ledger)}</h3>
        {place === undefined ? (
          <Time at={record.at} />
        ) : (
          <AppLink to={place} className={styles.about}>
            <Time at={record.at} />
          </AppLink>
        )}
      </div>
      {words !== '' && (
        <p className={cx(styles.what, text.clamp3)} dir="auto">
          <TextPreview text={words} words={drafts.preview} />
          {record.event && <MentionNames text={words} />}
        </p>
      )}
      {record.wish.type === 'list' && (
        <ListChange list={record.wish.list} intents={record.wish.intents} />
      )}
      <p className={cx(styles.state, isWrong ? styles.no : state === 'accepted' && styles.ok)}>
        {fault ? say(fault) : standingOf(record, standing, { isAsked, isLocked })}
        {isLost && record.refusal && (
          <span className={styles.why}>
            <IsolatedText>{say(record.refusal)}</IsolatedText>
          </span>
        )}
      </p>
      {record.event && <RelayRows record={record} open={state !== 'accepted'} />}
      <Acts record={record} outbox={outbox} isAsked={isAsked} {...acts} />
    </li>
  );
}

/** Loads the names of the people that a signed text mentions. Renders nothing. */
function MentionNames({ text: words }: { readonly text: string }) {
  const people = useMemo(
    () => mentionedIn(tokenize({ content: words, tags: [] }, location.origin)),
    [words],
  );
  return <PeopleNames people={people} />;
}

/** Return the title of an article that has one, or the own text of another event. */
function beginningOf(wish: OutboxRecord['wish']): string {
  const isArticle = wish.type === 'event' && wish.draft.kind === KIND.LongForm;
  return (isArticle && openingOf(wish.draft).title) || textOf(wish);
}

/** Return the path of the published event or of the changed list. */
function placeOf(record: OutboxRecord): string | undefined {
  const { event, wish } = record;
  const note = subjectOf(record);
  if (note !== undefined) return notePath(note);
  if (wish.type === 'list') return `/settings/versions?list=${wish.list}`;
  if (event?.kind === KIND.Metadata) return '/profile';
  const address = event?.kind === KIND.LongForm ? parseAddress(addressOf(event) ?? '') : undefined;
  return address && articlePath(address);
}

/** Return the note of a job: the published one, or the one that it likes, reposts or bookmarks. */
function subjectOf({ event, wish }: OutboxRecord): string | undefined {
  if (wish.type === 'event') {
    const said = event ?? wish.draft;
    return said.kind === KIND.Text || said.kind === KIND.Comment ? event?.id : countedOn(said)[0];
  }
  if (wish.type === 'wrap') return undefined;
  const [named, ...others] = wish.intents.flatMap(({ tag: [name, value] }) =>
    name === 'e' && value !== undefined ? [value] : [],
  );
  return others.length === 0 ? named : undefined;
}

function bringIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' });
}

/** Close a question that has become obsolete. */
function useWithdrawn(question: Question, isSettled: boolean): void {
  const { withdraw } = useAsk();
  const takeBack = useEffectEvent(() => withdraw(question));
  useEffect(() => {
    if (isSettled) takeBack();
  }, [isSettled]);
}

function Acts({
  record,
  outbox,
  isAsked,
  onOpen,
  onResume,
}: JobProps & { readonly isAsked: boolean }) {
  const { ledger } = useComposeStrings();
  const { job, wish } = record;
  const state = stateOf(record);
  const isAccepted = state === 'accepted';
  // A list edit that no relay accepted is redone by its editor, based on the current list.
  const isList = wish.type === 'list' && !isAccepted;
  // Sent again, it would be refused again. It is not merged with the newer one.
  const isReplaced = !isList && isOutdated(record);
  const newer = isReplaced ? placeOf(record) : undefined;
  const retry = () => (isList ? onResume(job) : outboxIntents.retry(outbox, job));
  const { ask } = useAsk();
  useWithdrawn({ code: 'discard', job }, isAccepted);
  const isForgotten = !record.event && state !== 'unsigned' && !isAsked;
  const again = isForgotten
    ? isList
      ? ledger.again
      : ledger.ask
    : canRetry(record) && !isReplaced
      ? ledger.retry
      : undefined;
  const isOpenable =
    wish.type === 'event' && wish.origin?.startsWith('root ') === true && state !== 'accepted';
  if (state === 'accepted' && again === undefined) return null;
  return (
    <div className={styles.acts}>
      {again !== undefined && (
        <Button compact onClick={retry}>
          {again}
        </Button>
      )}
      {newer !== undefined && (
        <AppLink to={newer} className={buttonClass({ compact: true })}>
          {ledger.outdated.open}
        </AppLink>
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
