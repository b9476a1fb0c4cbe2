import { type ReactNode, useState } from 'react';
import { isUnfinished, type OutboxRecord, stateOf } from '../../../events/publish/outbox/outbox.ts';
import { inSeconds } from '../../../events/core/time.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { EmptyState } from '../../ui/display/EmptyState.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { SettingGroup } from '../../ui/controls/SettingRow.tsx';
import { useComposeStrings } from '../../ui/strings/compose.ts';
import text from '../../ui/styles/text.module.css';
import { useLedgerNews } from './ledger-words.ts';
import { type LedgerActs, PublishJob } from './PublishJob.tsx';
import { useShownEntries } from '../../account/lists/use-lists.ts';
import {
  isListed,
  type OutboxHandle,
  useLedger,
  useNamedEntries,
  useShowDrafts,
} from './use-outbox.ts';

interface LedgerProps extends LedgerActs {
  readonly outbox: OutboxHandle;
}

/**
 * The publishing log: signed, sent, accepted by which relays, or failed and why (BEYOND-05).
 * Unaccepted jobs come first, each group latest first.
 */
export function PublishLedger({ outbox, ...acts }: LedgerProps) {
  const { ledger, unkept: reasons } = useComposeStrings();
  const { records, unkept, isBroken } = useLedger(outbox);
  const news = useLedgerNews(records);
  const showDrafts = useShowDrafts();
  const shown = [...records.values()]
    .filter(isListed)
    .toSorted((a, b) => inSeconds(b.at) - inSeconds(a.at));
  useShownEntries(acts.lists, useNamedEntries(outbox));
  const scheduled = [...records.values()].filter((one) => stateOf(one) === 'scheduled').length;
  const row = (record: OutboxRecord) => (
    <PublishJob key={record.job} record={record} outbox={outbox} {...acts} />
  );
  return (
    <>
      <p className={text.hidden} role="status">
        {news}
      </p>
      {unkept && <Notice tone="warning">{reasons[unkept]}</Notice>}
      {isBroken && <Notice tone="warning">{ledger.broken}</Notice>}
      {scheduled > 0 && (
        <Notice
          action={
            <Button compact onClick={showDrafts}>
              {ledger.showScheduled}
            </Button>
          }
        >
          {ledger.scheduled(scheduled)}
        </Notice>
      )}
      {shown.length === 0 && !isBroken && (
        <EmptyState title={ledger.empty}>{ledger.emptyText}</EmptyState>
      )}
      <Jobs title={ledger.unfinished}>{shown.filter(isUnfinished).map(row)}</Jobs>
      <Jobs title={ledger.published}>
        {shown.filter((record) => !isUnfinished(record)).map(row)}
      </Jobs>
    </>
  );
}

/** Number of jobs per page. */
const PAGE = 40;

function Jobs({
  title,
  children,
}: {
  readonly title: string;
  readonly children: readonly ReactNode[];
}) {
  const { ledger } = useComposeStrings();
  const [most, setMost] = useState(PAGE);
  if (children.length === 0) return null;
  return (
    <SettingGroup title={title}>
      <ul>{children.slice(0, most)}</ul>
      {children.length > most && (
        <Button wide tone="quiet" onClick={() => setMost(most + PAGE)}>
          {ledger.more}
        </Button>
      )}
    </SettingGroup>
  );
}
