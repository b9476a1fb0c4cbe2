import { longDate } from '../../../events/core/format.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { sourceOfDraft } from '../../../events/compose/article/article-draft.ts';
import { draftPath } from '../../../events/compose/article/article-path.ts';
import { clip } from '../../../events/core/text.ts';
import { ClosedDrafts } from '../drafts/LockedDrafts.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { ErrorState } from '../../ui/display/ErrorState.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { Tag } from '../../ui/display/Tag.tsx';
import { useLocale, useStrings } from '../../ui/strings.ts';
import { useArticleEditStrings } from '../../ui/strings/article-edit.ts';
import { useAsk } from '../../ui/hooks/use-ask.ts';
import { useNavigate } from '../../ui/navigation/use-navigate.ts';
import styles from './MyArticles.module.css';
import { MyRow } from './MyRow.tsx';
import { isMatch } from './my-search.ts';
import { useDraftRemoval } from './use-article-edit.ts';
import type { MyDraft, useMyDrafts } from './use-my-drafts.ts';

interface MyDraftsProps {
  readonly drafts: ReturnType<typeof useMyDrafts>;
  readonly term: string;
}

/** Drafts of articles. Each can be continued or deleted. */
export function MyDrafts({
  drafts: { shown, isLoading, isMore, isFailed, isClosed, more, read },
  term,
}: MyDraftsProps) {
  const { mine: words } = useArticleEditStrings();
  const sealed = shown.filter(({ state }) => state === 'sealed');
  const found = shown.filter(({ title, text: said }) => isMatch(term, title, said));
  if (isLoading) return <Skeleton />;
  const failure = isFailed && (
    <ErrorState title={words.failedDrafts} onRetry={more}>
      {words.cause}
    </ErrorState>
  );
  const closed = isClosed && (
    <div className={styles.notice}>
      <ClosedDrafts words={words} onList={more} />
    </div>
  );
  if (shown.length === 0) return closed || failure || <EmptyState title={words.noneDrafts} />;
  if (found.length === 0) return <EmptyState title={words.noneFound(term)} />;
  return (
    <>
      {closed}
      {sealed.length > 0 && (
        <div className={styles.notice}>
          <Notice
            action={
              <Button compact onClick={() => read(sealed.flatMap(({ event }) => event?.id ?? []))}>
                {words.openAll}
              </Button>
            }
          >
            {words.openSealed(sealed.length)}
          </Notice>
        </div>
      )}
      <ul>
        {found.map((draft) => (
          <li key={draft.draft}>
            <Row draft={draft} />
          </li>
        ))}
      </ul>
      {failure}
      {isMore && (
        <p className={styles.more}>
          <Button onClick={more}>{words.showMore}</Button>
        </p>
      )}
    </>
  );
}

function Row({ draft }: { readonly draft: MyDraft }) {
  const locale = useLocale();
  const { mine: words } = useArticleEditStrings();
  const { reading } = useStrings();
  const navigate = useNavigate();
  const { ask } = useAsk();
  const removal = useDraftRemoval();
  const { event, state, isSaved, at, image } = draft;
  const title =
    draft.title || (state === 'sealed' || state === 'opening' ? words.sealed : reading.untitled);
  const path = draftPath(draft.draft);
  const remove = () => {
    const ids = event?.kind === KIND.LongFormDraft ? [event.id] : [];
    ask(
      { code: 'deleteDraft' },
      removal(draft.draft, event ? { saved: event.created_at, ids } : {}),
    );
  };
  return (
    <MyRow
      title={clip(title, 200)}
      image={image}
      to={path}
      entries={() => [
        { label: words.editIt, icon: 'pen', onSelect: () => navigate(path) },
        'line',
        { label: words.removeDraft, icon: 'trash', danger: true, onSelect: remove },
      ]}
    >
      {words.edited(longDate(at, locale))}
      {!isSaved && <Tag>{words.onlyHere}</Tag>}
      {sourceOfDraft(draft.draft)?.kind === KIND.LongForm && <Tag>{words.changes}</Tag>}
    </MyRow>
  );
}
