import { fullNumber } from '../../events/app/format.ts';
import { query } from '../../events/connection/verbs.ts';
import { readZap } from '../../events/money/zap.ts';
import { PAGE_SIZE } from '../../events/reading/home.ts';
import { noteOf } from '../../events/selectors.ts';
import { getRow } from '../../events/table.ts';
import { useFacts } from '../app/app-context.ts';
import { cx } from '../app/class-names.ts';
import { Icon } from '../app/primitives/Icon.tsx';
import { Isolate } from '../app/primitives/Isolate.tsx';
import { Time } from '../app/primitives/Time.tsx';
import { useHides } from '../app/shell-context.ts';
import { useProfileStrings } from '../app/strings/profile.ts';
import text from '../app/styles/text.module.css';
import { AccountTips } from '../money/MoneroTips.tsx';
import { FeedList } from '../reading/FeedList.tsx';
import { MiniNote } from '../reading/MiniNote.tsx';
import { rowGrid } from '../reading/row-grid.tsx';
import { useFeed } from '../reading/use-feed.ts';
import { AccountLink } from './AccountLink.tsx';
import styles from './ProfileTabs.module.css';

/** The zaps that an account received, newest first, and what they add up to (PROFILE-02). */
export function ProfileZaps({ pubkey }: { readonly pubkey: string }) {
  const { tabs, nothing } = useProfileStrings();
  const stats = useFacts((facts) => getRow(facts.userStats, pubkey));
  const feed = useFeed({
    kind: 'feed',
    key: `feed:zaps:${pubkey}`,
    input: { base: query('user_zaps', { receiver: pubkey }), pageSize: PAGE_SIZE },
  });
  return (
    <>
      {stats !== undefined && (
        <dl className={styles.sums}>
          <div>
            <dt>{tabs.total}</dt>
            <dd>{fullNumber(stats.zaps)}</dd>
          </div>
          <div>
            <dt>{tabs.sats}</dt>
            <dd>{fullNumber(stats.satszapped)}</dd>
          </div>
          <AccountTips pubkey={pubkey} />
        </dl>
      )}
      <FeedList feed={feed} label={tabs.zaps} empty={nothing.zaps} grid={LINES} />
    </>
  );
}

const LINES = rowGrid(76, ({ id }, place) => <ZapRow id={id} place={place} />);

/** A verified receipt: how much, by whom, with which words, and for what. */
function ZapRow({ id, place }: { readonly id: string; readonly place: number }) {
  const hides = useHides();
  const receipt = useFacts((facts) => noteOf(facts, id));
  const zap = receipt && readZap(receipt);
  if (!zap || hides?.user(zap.sender)) return null;
  const { sender, target } = zap;
  return (
    <article className={styles.zap} aria-posinset={place} aria-setsize={-1} tabIndex={0} aria-labelledby={`zap${id}`}>
      <AccountLink pubkey={sender} picture="s" />
      <div className={styles.words}>
        <p className={styles.line}>
          <AccountLink pubkey={sender} id={`zap${id}`} className={cx(text.strong, text.cut)} />
          <span className={styles.amount}>
            <Icon name="zap" /> {fullNumber(Math.floor(zap.amountMsats / 1_000))}
          </span>
          <Time at={zap.createdAt} />
        </p>
        {zap.message !== '' && (
          <p className={text.clamp2}>
            <Isolate>{zap.message}</Isolate>
          </p>
        )}
        {target !== undefined && (
          <ul>
            <Zapped target={target} />
          </ul>
        )}
      </div>
    </article>
  );
}

function Zapped({ target }: { readonly target: string }) {
  const id = useFacts((facts) => getRow(facts.addresses, target)?.id) ?? target;
  return <MiniNote id={id} />;
}
