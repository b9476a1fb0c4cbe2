import { useState } from 'react';
import { useParams } from 'react-router';
import { query } from '../../../events/connection/verbs.ts';
import {
  type AdvancedFeed,
  advancedFeedsIn,
  specName,
} from '../../../events/reading/feed/advanced-feeds.ts';
import { printFeedSpec } from '../../../events/reading/feed/feed-spec.ts';
import { PAGE_SIZE } from '../../../events/reading/feed/home.ts';
import { readFeedSpec } from '../../../events/reading/feed/parse-feed-spec.ts';
import type { FeedsName } from '../../../events/settings/saved-record.ts';
import { AppLink } from '../../ui/navigation/AppLink.tsx';
import { Column } from '../../ui/layout/Column.tsx';
import { isInputMethodKey } from '../../ui/hooks/input-method.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { TextField } from '../../ui/controls/TextField.tsx';
import { Side, SideSection } from '../../ui/layout/Side.tsx';
import { useExploreStrings } from '../../ui/strings/explore.ts';
import { useLookup } from '../../ui/hooks/use-lookup.ts';
import { ConnectionStrip } from '../../connection/ConnectionStrip.tsx';
import { AddFeedButton } from './AddFeedButton.tsx';
import { ARTICLE_ROWS } from '../article/article-rows.tsx';
import { FeedList } from './FeedList.tsx';
import styles from './FeedTestScreen.module.css';
import { useFeed } from './use-feed.ts';
import { useNavigate } from '../../ui/navigation/use-navigate.ts';

/** A field for a feed specification, and its result (ROUTE-12). */
export function FeedTestScreen() {
  const { test } = useExploreStrings();
  const { query: asked } = useParams();
  const spec = asked === undefined ? undefined : readFeedSpec(asked);
  const printed = spec && printFeedSpec(spec);
  return (
    <>
      <Column title={test.title} under={<ConnectionStrip />}>
        <SpecForm
          key={`form ${asked ?? ''}`}
          asked={asked ?? ''}
          isWrong={asked !== undefined && !spec}
        />
        {printed !== undefined && (
          <Tested
            key={printed}
            spec={printed}
            page={spec?.['kind'] === 'reads' ? 'readsFeeds' : 'homeFeeds'}
          />
        )}
      </Column>
      <Side>
        <KnownFeeds />
      </Side>
    </>
  );
}

function SpecForm({ asked, isWrong }: { readonly asked: string; readonly isWrong: boolean }) {
  const { test } = useExploreStrings();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(asked);
  const [wrong, setWrong] = useState(isWrong);
  const submit = () => {
    const isSpec = readFeedSpec(typed) !== undefined;
    setWrong(!isSpec);
    if (isSpec) navigate(feedTestPath(typed.trim()));
  };
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        label={test.label}
        hint={test.hint}
        rows={3}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        maxLength={20_000}
        value={typed}
        error={wrong ? test.wrong : undefined}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setWrong(false);
        }}
        onKeyDown={(press) => {
          if (isInputMethodKey(press.nativeEvent) || press.key !== 'Enter' || press.shiftKey)
            return;
          press.preventDefault();
          submit();
        }}
      />
      <Button type="submit">{test.show}</Button>
    </form>
  );
}

/** Maximum length of a feed's name, in UTF-16 units. */
const LONGEST_NAME = 100;

/** The tested feed, and the name that it gets when it is added to a page. */
function Tested({ spec, page }: { readonly spec: string; readonly page: FeedsName }) {
  const { test } = useExploreStrings();
  const own = specName(spec, useKnownFeeds());
  const [typed, setTyped] = useState<string>();
  const name = typed?.trim().toWellFormed() || own;
  const feed = useFeed({
    kind: 'feed',
    key: `feed:test:${spec}`,
    input: { base: query('mega_feed_directive', { spec }), pageSize: PAGE_SIZE },
  });
  return (
    <>
      <div className={styles.found}>
        <AddFeedButton
          page={page}
          feed={{ name, spec, feedkind: 'user' }}
          naming={
            <Field
              label={test.name}
              autoComplete="off"
              maxLength={LONGEST_NAME}
              value={typed ?? own}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            />
          }
        />
      </div>
      <FeedList
        feed={feed}
        label={test.title}
        empty={<EmptyState title={test.empty}>{test.emptyText}</EmptyState>}
        {...(page === 'readsFeeds' ? { grid: ARTICLE_ROWS } : {})}
      />
    </>
  );
}

function useKnownFeeds(): readonly AdvancedFeed[] {
  const { answer } = useLookup('feeds:advanced', () => query('get_advanced_feeds', {}));
  return answer ? advancedFeedsIn(answer.claims) : [];
}

/** The service's examples of feeds. */
function KnownFeeds() {
  const { test } = useExploreStrings();
  const feeds = useKnownFeeds();
  if (feeds.length === 0) return null;
  return (
    <SideSection title={test.known}>
      <ul>
        {feeds.map(({ name, spec }) => (
          <li key={spec} className={styles.known}>
            <AppLink to={feedTestPath(spec)}>
              <IsolatedText>{name}</IsolatedText>
            </AppLink>
          </li>
        ))}
      </ul>
    </SideSection>
  );
}

function feedTestPath(spec: string): string {
  return `/feeds/${encodeURIComponent(spec.toWellFormed())}`;
}
