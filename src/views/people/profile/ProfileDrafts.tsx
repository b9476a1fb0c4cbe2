import { KIND } from '../../../events/nostr/kinds.ts';
import { draftNameOf } from '../../../events/compose/article/article-draft.ts';
import { draftPath } from '../../../events/compose/article/article-path.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { EndMark } from '../../ui/display/EndMark.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { Time } from '../../ui/display/Time.tsx';
import { useStrings } from '../../ui/strings.ts';
import { useProfileStrings } from '../../ui/strings/profile.ts';
import text from '../../ui/styles/text.module.css';
import { FoldedText } from '../../reading/note/FoldedText.tsx';
import styles from './ProfileDrafts.module.css';
import { ClosedDrafts } from '../../compose/drafts/LockedDrafts.tsx';
import { type OwnDraft, useDrafts } from '../../compose/drafts/use-foreign-drafts.ts';

/**
 * The current user's drafts (PROFILE-02) as plain text, because links and pictures of a draft must
 * not be fetched (E-58).
 */
export function ProfileDrafts() {
  const { drafts: words } = useProfileStrings();
  const { reading } = useStrings();
  const { shown, rejected, isLoading, isEnded, isMore, isFailed, isClosed, more, read } =
    useDrafts();
  const sealed = shown.filter(({ state }) => state === 'sealed').map(({ event }) => event.id);
  const lost = rejected + shown.filter(({ state }) => state === 'unreadable').length;
  const failure = (
    <ErrorState title={words.failed} onRetry={more}>
      {reading.feedFailedCause}
    </ErrorState>
  );
  if (shown.length === 0 && isLoading) return <Skeleton />;
  if (shown.length === 0 && isFailed) return failure;
  if (shown.length === 0 && lost === 0 && !isClosed)
    return (
      <EmptyState title={words.none} action={<NewArticle />}>
        {words.noneText}
      </EmptyState>
    );
  return (
    <>
      <p className={styles.begin}>
        <NewArticle />
      </p>
      {(sealed.length > 0 || lost > 0 || isClosed) && (
        <div className={styles.notices}>
          {sealed.length > 0 && (
            <Notice
              action={
                <Button compact onClick={() => read(sealed)}>
                  {words.readAll}
                </Button>
              }
            >
              {words.sealed(sealed.length)}
            </Notice>
          )}
          {isClosed && <ClosedDrafts words={words} onList={more} />}
          {lost > 0 && <Notice tone="warning">{words.unreadable(lost)}</Notice>}
        </div>
      )}
      <ul>
        {shown.map((draft) => (
          <li key={draft.event.id}>
            <Row draft={draft} onRead={() => read([draft.event.id])} />
          </li>
        ))}
      </ul>
      {isFailed && failure}
      {isLoading && <Skeleton />}
      {isEnded && <End />}
      {isMore && (
        <p className={styles.more}>
          <Button onClick={more}>{words.more}</Button>
        </p>
      )}
    </>
  );
}

function NewArticle() {
  const { drafts: words } = useProfileStrings();
  return (
    <LinkButton compact icon="pen" to="/reads/edit">
      {words.newArticle}
    </LinkButton>
  );
}

function End() {
  const { reading } = useStrings();
  return <EndMark>{reading.end}</EndMark>;
}

function Row({
  draft: { event, kind, state, text: draft },
  onRead,
}: {
  readonly draft: OwnDraft;
  readonly onRead: () => void;
}) {
  const { drafts: words } = useProfileStrings();
  const { reading } = useStrings();
  const isArticle = kind === KIND.LongForm;
  const name = isArticle ? draftNameOf(event) : undefined;
  return (
    <article className={styles.draft}>
      <p className={cx(styles.head, text.small, text.muted)}>
        <Icon name={state === 'open' ? 'pen' : 'lock'} size="s" />
        {isArticle ? words.article : words.note}
        <Time at={event.created_at} />
      </p>
      {draft ? (
        <>
          {isArticle && (
            <h2 className={styles.title} dir="auto">
              {draft.title || reading.untitled}
            </h2>
          )}
          <p className={styles.text} dir="auto">
            {draft.text.trim() === '' ? (
              <span className={text.muted}>{words.empty}</span>
            ) : (
              <FoldedText text={draft.text} most={400} />
            )}
          </p>
          {name !== undefined && (
            <p className={styles.edit}>
              <LinkButton compact icon="pen" to={draftPath(name)}>
                {words.edit}
              </LinkButton>
            </p>
          )}
        </>
      ) : state === 'unreadable' ? (
        <p className={text.muted}>{words.unreadableOne}</p>
      ) : (
        <p className={styles.line}>
          <span className={text.muted}>{words.sealedOne}</span>
          <Button compact busy={state === 'opening'} onClick={onRead}>
            {words.read}
          </Button>
        </p>
      )}
    </article>
  );
}
