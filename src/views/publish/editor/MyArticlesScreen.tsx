import { useState } from 'react';
import { useParams } from 'react-router';
import { fullNumber } from '../../../events/app/format.ts';
import { useAccount } from '../../app/app-context.ts';
import { Column } from '../../app/Column.tsx';
import { Field } from '../../app/primitives/Field.tsx';
import { LinkButton } from '../../app/primitives/LinkButton.tsx';
import { Tabs } from '../../app/primitives/Tabs.tsx';
import { Side } from '../../app/Side.tsx';
import { useArticleEditStrings } from '../../app/strings/article-edit.ts';
import { useNavigate } from '../../app/use-navigate.ts';
import { NeedsAccount } from '../../account/NeedsAccount.tsx';
import { useActingSoon } from '../../account/use-features.ts';
import styles from './MyArticles.module.css';
import { MyDrafts } from './MyDrafts.tsx';
import { MyPublished, useMyPublished } from './MyPublished.tsx';
import { useMyDrafts } from './use-my-drafts.ts';
import { useLocale } from '../../app/strings.ts';

const TABS = ['published', 'drafts'] as const;

/** ROUTE-03, COMPOSE-09 at /myarticles/:tab?: what whoever is here has published, and what is in the making. */
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
        {canAct && account ? <Lists pubkey={account.pubkey} /> : <NeedsAccount title={mine.title}>{mine.needsText}</NeedsAccount>}
      </Column>
      <Side />
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
  const counts = { published: published.count, drafts: drafts.isLoading || drafts.isClosed ? undefined : drafts.shown.length };
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
        onSelect={(id) => navigate(`/myarticles/${id}`, { replace: true, preventScrollReset: true })}
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
        {tab === 'published' ? <MyPublished published={published} term={term} /> : <MyDrafts drafts={drafts} term={term} />}
      </div>
    </>
  );
}
