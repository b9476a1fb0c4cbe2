import { useEffect } from 'react';
import { useLocation, useParams } from 'react-router';
import { isRecord } from '../../../events/core/json.ts';
import { draftAtPath, draftPath } from '../../../events/compose/article/article-path.ts';
import { useAccount } from '../../ui/hooks/app-context.ts';
import { Column } from '../../ui/layout/Column.tsx';
import { NotFoundScreen } from '../../ui/layout/NotFoundScreen.tsx';
import { Skeleton } from '../../ui/display/Skeleton.tsx';
import { useArticleEditStrings } from '../../ui/strings/article-edit.ts';
import { useNavigate } from '../../ui/navigation/use-navigate.ts';
import { NeedsAccount } from '../../account/NeedsAccount.tsx';
import { useActingSoon } from '../../account/use-features.ts';
import { ArticleEditor } from './ArticleEditor.tsx';

const NEW = { isNew: true };

/**
 * ROUTE-03 at /reads/edit/:id?: a new article, a draft by its name, or a published article by its
 * naddr.
 */
export function ArticleEditScreen() {
  const words = useArticleEditStrings();
  const { id } = useParams();
  const { state } = useLocation();
  const account = useAccount();
  const canAct = useActingSoon();
  const navigate = useNavigate();
  const isBlank = canAct && id === undefined;
  // A draft has a name from its first letter on, so that it can be found again.
  useEffect(() => {
    if (isBlank) navigate(draftPath(crypto.randomUUID()), { replace: true, state: NEW });
  }, [isBlank, navigate]);
  if (!canAct || !account)
    return (
      <Column title={words.screen} back width="reading">
        <NeedsAccount title={words.needs}>{words.needsText}</NeedsAccount>
      </Column>
    );
  if (id === undefined)
    return (
      <Column title={words.screen} back width="reading">
        <Skeleton />
      </Column>
    );
  const draft = draftAtPath(id, account.pubkey);
  if (draft === undefined) return <NotFoundScreen />;
  const isNew = isRecord(state) && state['isNew'] === true;
  return (
    <ArticleEditor
      key={`${account.pubkey} ${draft}`}
      draft={draft}
      isNew={isNew}
      account={account.pubkey}
    />
  );
}
