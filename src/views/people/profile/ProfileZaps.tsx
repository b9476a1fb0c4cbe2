import { useState } from 'react';
import { fullNumber } from '../../../events/core/format.ts';
import { query } from '../../../events/connection/verbs.ts';
import { readZap } from '../../../events/facts/zap.ts';
import { PAGE_SIZE } from '../../../events/reading/feed/home.ts';
import { noteOf } from '../../../events/facts/selectors.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Icon } from '../../ui/display/Icon.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import { Time } from '../../ui/display/Time.tsx';
import { useProfileStrings } from '../../ui/strings/profile.ts';
import text from '../../ui/styles/text.module.css';
import { useIsVerified } from '../../money/zaps/use-verified-zaps.ts';
import { ZapCheck } from '../../money/zaps/ZapCheck.tsx';
import { AccountTips } from '../../money/monero/MoneroTips.tsx';
import { FeedList } from '../../reading/feed/FeedList.tsx';
import { MiniNote } from '../../reading/note/MiniNote.tsx';
import { rowGrid } from '../../reading/feed/row-grid.tsx';
import { useFeed } from '../../reading/feed/use-feed.ts';
import { AccountLink } from '../../account/profile/AccountLink.tsx';
import styles from './ProfileTabs.module.css';
import { useLocale } from '../../ui/strings.ts';

const WAYS = ['received', 'sent'] as const;
type Way = (typeof WAYS)[number];

/**
 * The zaps that an account received and sent, newest first, and the sums of received ones
 * (PROFILE-02).
 */
export function ProfileZaps({ pubkey }: { readonly pubkey: string }) {
  const locale = useLocale();
  const { tabs, zaps } = useProfileStrings();
  const [way, choose] = useState<Way>('received');
  const stats = useFacts((facts) => getRow(facts.userStats, pubkey));
  return (
    <>
      {stats !== undefined && (
        <dl className={styles.sums}>
          <div>
            <dt>{tabs.total}</dt>
            <dd>{fullNumber(stats.zaps, locale)}</dd>
          </div>
          <div>
            <dt>{tabs.sats}</dt>
            <dd>{fullNumber(stats.satszapped, locale)}</dd>
          </div>
          <AccountTips pubkey={pubkey} />
        </dl>
      )}
      <div className={styles.way}>
        <Select
          label={zaps.label}
          value={way}
          options={WAYS.map((value) => ({ value, label: zaps[value] }))}
          onChange={(value) => choose(value === 'sent' ? 'sent' : 'received')}
        />
      </div>
      <Zaps key={way} pubkey={pubkey} way={way} />
    </>
  );
}

function Zaps({ pubkey, way }: { readonly pubkey: string; readonly way: Way }) {
  const { tabs, nothing, zaps } = useProfileStrings();
  const base =
    way === 'sent'
      ? query('user_zaps_sent', { sender: pubkey })
      : query('user_zaps', { receiver: pubkey });
  const feed = useFeed({
    kind: 'feed',
    key: way === 'sent' ? `feed:zaps-sent:${pubkey}` : `feed:zaps:${pubkey}`,
    input: { base, pageSize: PAGE_SIZE },
  });
  return (
    <FeedList
      feed={feed}
      label={tabs.zaps}
      empty={way === 'sent' ? zaps.noneSent : nothing.zaps}
      grid={GRIDS[way]}
    />
  );
}

/** Height of a row before it is measured, in pixels. */
const ROW = 76;
const GRIDS = {
  received: rowGrid(ROW, ({ id }, place) => <ZapRow id={id} place={place} way="received" />),
  sent: rowGrid(ROW, ({ id }, place) => <ZapRow id={id} place={place} way="sent" />),
};

/**
 * A receipt of the recipient's provider (ZAP-05): amount, sender or recipient, message, and target.
 */
function ZapRow({
  id,
  place,
  way,
}: {
  readonly id: string;
  readonly place: number;
  readonly way: Way;
}) {
  const locale = useLocale();
  const receipt = useFacts((facts) => noteOf(facts, id));
  const zap = receipt && readZap(receipt);
  const isListed = useIsVerified(zap);
  if (!zap || isListed === false) return null;
  if (!isListed) return <div style={{ height: ROW }} aria-hidden />;
  const { target } = zap;
  const person = way === 'sent' ? zap.receiver : zap.sender;
  return (
    <article
      className={styles.zap}
      data-row={id}
      aria-posinset={place}
      aria-setsize={-1}
      tabIndex={0}
      aria-labelledby={`zap${id}`}
    >
      <AccountLink pubkey={person} picture="s" />
      <div className={styles.words}>
        <p className={styles.line}>
          <AccountLink pubkey={person} id={`zap${id}`} className={cx(text.strong, text.cut)} />
          <span className={styles.amount}>
            <Icon name="zap" /> {fullNumber(Math.floor(zap.amountMsats / 1_000), locale)}
          </span>
          <Time at={zap.createdAt} />
          <ZapCheck zap={zap} />
        </p>
        {zap.message !== '' && (
          <p className={text.clamp2}>
            <IsolatedText>{zap.message}</IsolatedText>
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
