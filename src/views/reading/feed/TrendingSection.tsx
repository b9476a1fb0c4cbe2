import { query } from '../../../events/connection/verbs.ts';
import {
  DEFAULT_SIDEBAR_SELECTOR,
  SIDEBAR_SELECTORS,
} from '../../../events/reading/explore/sidebar-selectors.ts';
import { useChangeSettings, useFacts, useSetting } from '../../ui/hooks/app-context.ts';
import { useLookup } from '../../ui/hooks/use-lookup.ts';
import { getRow } from '../../../events/core/table.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Bone } from '../../ui/display/Skeleton.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import { SideSection } from '../../ui/layout/Side.tsx';
import { useStrings } from '../../ui/strings.ts';
import { useTrendingStrings } from '../../ui/strings/trending.ts';
import text from '../../ui/styles/text.module.css';
import { MiniNote } from '../note/MiniNote.tsx';
import styles from './TrendingSection.module.css';
import { type Feed, feedIntents, useFeed, useFeedItems, useFeedState } from './use-feed.ts';

/** Maximum number of notes (LIMIT-02). */
const SCORED = 8;

/** Trending notes (FEED-09). The chosen selection is saved. */
export function TrendingSection() {
  const words = useTrendingStrings();
  const change = useChangeSettings();
  const selector = useSetting('homeSidebarSelection') ?? DEFAULT_SIDEBAR_SELECTOR;
  const feed = useFeed({
    kind: 'feed',
    key: `feed:scored:${selector}`,
    input: { base: query('scored', { selector }), pageSize: SCORED },
  });
  return (
    <SideSection
      title={
        <Select
          label={words.choose}
          value={selector}
          options={SIDEBAR_SELECTORS.map(({ selector: value, name, hours }) => ({
            value,
            label: words.label(name, hours),
          }))}
          onChange={(homeSidebarSelection) => change({ homeSidebarSelection })}
          look="title"
        />
      }
    >
      {feed ? <Scored feed={feed} /> : <Bones />}
    </SideSection>
  );
}

function Scored({ feed }: { readonly feed: Feed }) {
  const { reading, app } = useStrings();
  const words = useTrendingStrings();
  const { items } = useFeedItems(feed);
  const state = useFeedState(feed);
  const ids = items.slice(0, SCORED).map(({ id }) => id);
  const isCounted = useFacts((facts) => ids.every((id) => getRow(facts.stats, id) !== undefined));
  if (items.length === 0 && (state === 'failed' || state === 'refused'))
    return (
      <div className={styles.failed} role="status">
        <p className={cx(text.small, text.muted)}>{reading.feedFailed}</p>
        <Button compact onClick={() => feedIntents.retry(feed)}>
          {app.action.retry}
        </Button>
      </div>
    );
  if (items.length === 0)
    return state === 'loading' ? (
      <Bones />
    ) : (
      <p className={cx(text.small, text.muted, styles.none)}>{words.nothing}</p>
    );
  return (
    <>
      {!isCounted && <Counts ids={ids} />}
      <ol>
        {ids.map((id) => (
          <MiniNote key={id} id={id} sums={isCounted} />
        ))}
      </ol>
    </>
  );
}

/** Asks for the sums of these notes, because the list comes without them (CACHE-06). */
function Counts({ ids }: { readonly ids: readonly string[] }) {
  useLookup(`trending:${ids.join()}`, (viewer) =>
    query('events', { event_ids: ids, user_pubkey: viewer, extended_response: true }),
  );
  return null;
}

function Bones() {
  return (
    <div className={styles.bones} aria-hidden>
      {Array.from({ length: SCORED }, (_, at) => (
        <div key={at} className={styles.bone}>
          <Bone round width="24px" height="24px" />
          <div className={styles.boneWords}>
            <Bone width="92%" height="10px" />
            <Bone width="64%" height="10px" />
            <Bone width="38%" height="10px" />
          </div>
        </div>
      ))}
    </div>
  );
}
