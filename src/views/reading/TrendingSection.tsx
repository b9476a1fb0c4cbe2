import { useSelector } from '@xstate/react';
import { fullNumber } from '../../events/app/format.ts';
import { noteOf } from '../../events/selectors.ts';
import { tokenize } from '../../events/reading/content.ts';
import { firstWords } from '../../events/reading/shorten.ts';
import { DEFAULT_SIDEBAR_SELECTOR, SIDEBAR_SELECTORS } from '../../events/reading/default-feeds.ts';
import { getRow } from '../../events/table.ts';
import type { FeedActor } from '../../machines/reading/feed.machine.ts';
import { AccountLink } from '../account/AccountLink.tsx';
import { useFacts, useFeed, useSetting, useSettingsActor } from '../app/app-context.ts';
import { AppLink } from '../app/AppLink.tsx';
import { cx } from '../app/class-names.ts';
import { Icon } from '../app/primitives/Icon.tsx';
import { Bone } from '../app/primitives/Skeleton.tsx';
import { Select } from '../app/primitives/Select.tsx';
import { SideSection } from '../app/Side.tsx';
import { useStrings } from '../app/strings.ts';
import text from '../app/styles/text.module.css';
import { Inline } from './Inline.tsx';
import { noteTarget } from './note-link.ts';
import styles from './TrendingSection.module.css';

/** LIMIT-02. */
const SCORED = 8;
const WORDS = 16;

/** What many read right now (FEED-09); the chosen selection is remembered. */
export function TrendingSection() {
  const { reading } = useStrings();
  const settings = useSettingsActor();
  const selector = useSetting('homeSidebarSelection') ?? DEFAULT_SIDEBAR_SELECTOR;
  const feed = useFeed({
    kind: 'feed',
    key: `feed:scored:${selector}`,
    input: { base: { verb: 'scored', payload: { selector } }, pageSize: SCORED },
  });
  return (
    <SideSection
      title={
        <Select
          label={reading.chooseTrending}
          value={selector}
          options={SIDEBAR_SELECTORS.map(({ selector: value, label }) => ({ value, label }))}
          onChange={(homeSidebarSelection) => settings.send({ type: 'settings.change', change: { homeSidebarSelection } })}
          look="title"
        />
      }
    >
      {feed ? <Scored feed={feed} /> : <Bones />}
    </SideSection>
  );
}

function Scored({ feed }: { readonly feed: FeedActor }) {
  const { reading } = useStrings();
  const items = useSelector(feed, ({ context }) => context.items);
  const loading = useSelector(feed, (snapshot) => snapshot.hasTag('loading'));
  if (items.length === 0) return loading ? <Bones /> : <p className={cx(text.small, text.muted, styles.none)}>{reading.nothingTrending}</p>;
  return (
    <ol>
      {items.slice(0, SCORED).map(({ id }) => (
        <Mini key={id} id={id} />
      ))}
    </ol>
  );
}

/** A note in two lines: who, the first words, how much was given. */
export function Mini({ id }: { readonly id: string }) {
  const event = useFacts((facts) => noteOf(facts, id));
  const sats = useFacts((facts) => getRow(facts.stats, id)?.satszapped ?? 0);
  if (!event) return null;
  const { tokens } = firstWords(tokenize(event, location.origin), WORDS);
  return (
    <li className={styles.mini}>
      <AccountLink pubkey={event.pubkey} picture="xs" />
      <div className={styles.words}>
        <p className={cx(text.small, text.clamp2)} dir="auto">
          <AppLink to={noteTarget(event)} className={styles.open}>
            <Inline tokens={tokens} plain />
          </AppLink>
        </p>
        <p className={cx(text.small, styles.meta)}>
          {sats > 0 && (
            <>
              <Icon name="zap" className={styles.bolt} />
              {fullNumber(sats)}
            </>
          )}
          <AccountLink pubkey={event.pubkey} className={cx(styles.author, text.cut)} />
        </p>
      </div>
    </li>
  );
}

function Bones() {
  return (
    <div className={styles.bones} aria-hidden>
      {Array.from({ length: SCORED }, (_, at) => (
        <div key={at} className={styles.mini}>
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
