import { useState } from 'react';
import { useParams } from 'react-router';
import { fullNumber } from '../../../events/core/format.ts';
import { useAccount } from '../../ui/hooks/app-context.ts';
import { Column } from '../../ui/layout/Column.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { LinkButton } from '../../ui/controls/LinkButton.tsx';
import { Tabs } from '../../ui/controls/Tabs.tsx';
import { Discover } from '../../reading/explore/Discover.tsx';
import { Side } from '../../ui/layout/Side.tsx';
import { useArticleEditStrings } from '../../ui/strings/article-edit.ts';
import { useNavigate } from '../../ui/navigation/use-navigate.ts';
import { NeedsAccount } from '../../account/NeedsAccount.tsx';
import { useActingSoon } from '../../account/use-features.ts';
import styles from './MyArticles.module.css';
import { MyDrafts } from './MyDrafts.tsx';
import { MyPublished, useMyPublished } from './MyPublished.tsx';
import { useMyDrafts } from './use-my-drafts.ts';
import { useLocale } from '../../ui/strings.ts';

const TABS = ['published', 'drafts'] as const;

/** ROUTE-03, COMPOSE-09 at /myarticles/:tab?: the current user's published articles and drafts. */
export function MyArticlesScreen() {
  const words = useArticleEditStrings();
  const account = useAccount();
  const canAct = useActingSoon();
  const { mine, newArticle } = words;
  return (
    <>
      <Column
        title={mine.title}
        actions={
          <LinkButton compact icon="pen" to="/reads/edit">
            {newArticle}
          </LinkButton>
        }
      >
        {canAct && account ? (
          <Lists pubkey={account.pubkey} />
        ) : (
          <NeedsAccount title={mine.title}>{mine.needsText}</NeedsAccount>
        )}
      </Column>
      <Side>
        <Discover />
      </Side>
    </>
  );
}

function Lists({ pubkey }: { readonly pubkey: string }) {
  const locale = useLocale();
  const { mine: words } = useArticleEditStrings();
  const { tab: asked } = useParams();
  const navigate = useNavigate();
  const [term, setTerm] = useState('');
  const published = useMyPublished(pubkey);
  const drafts = useMyDrafts();
  const tab = TABS.find((one) => one === asked) ?? 'published';
  const counts = {
    published: published.count,
    drafts: drafts.isLoading || drafts.isClosed ? undefined : drafts.shown.length,
  };
  return (
    <>
      <Tabs
        label={words.tabsLabel}
        tabs={TABS.map((id) => ({
          id,
          label: words.tabs[id],
          count: counts[id] === undefined ? undefined : fullNumber(counts[id], locale),
        }))}
        current={tab}
        onSelect={(id) =>
          navigate(`/myarticles/${id}`, { replace: true, preventScrollReset: true })
        }
        panel={`mine-${tab}`}
      />
      <div className={styles.search}>
        <Field
          type="search"
          label={words.search}
          labelHidden
          placeholder={words.search}
          icon="search"
          value={term}
          onChange={({ currentTarget }) => setTerm(currentTarget.value)}
        />
      </div>
      <div id={`mine-${tab}`} role="tabpanel" aria-label={words.tabs[tab]}>
        {tab === 'published' ? (
          <MyPublished published={published} term={term} />
        ) : (
          <MyDrafts drafts={drafts} term={term} />
        )}
      </div>
    </>
  );
}
