import { useSelector } from '@xstate/react';
import { acceptedBy, failureOf, type OutboxRecord, type RelayOutcome, stateOf } from '../../events/publish/outbox.ts';
import { reasonOf } from '../../events/publish/reason.ts';
import type { OutboxActor } from '../../machines/publish/outbox.machine.ts';
import { cx } from '../app/class-names.ts';
import { Button } from '../app/primitives/Button.tsx';
import { EmptyState } from '../app/primitives/EmptyState.tsx';
import { Isolate } from '../app/primitives/Isolate.tsx';
import { Notice } from '../app/primitives/Notice.tsx';
import { useComposeStrings } from '../app/strings/compose.ts';
import styles from './PublishLedger.module.css';

/** What was written: signed, sent, accepted by whom, failed why; the latest first (BEYOND-05). */
export function PublishLedger({ outbox }: { readonly outbox: OutboxActor }) {
  const { ledger, unkept } = useComposeStrings();
  const records = useSelector(outbox, ({ context }) => context.records);
  const reason = useSelector(outbox, ({ context }) => context.unkept);
  const shown = [...records.values()].filter((record) => stateOf(record) !== 'discarded').toSorted((a, b) => b.at - a.at);
  return (
    <>
      {reason && <Notice tone="warning">{unkept[reason]}</Notice>}
      {shown.length === 0 ? (
        <EmptyState title={ledger.empty}>{ledger.emptyText}</EmptyState>
      ) : (
        <ul className={styles.jobs}>
          {shown.map((record) => (
            <Job key={record.job} record={record} outbox={outbox} />
          ))}
        </ul>
      )}
    </>
  );
}

function Job({ record, outbox }: { readonly record: OutboxRecord; readonly outbox: OutboxActor }) {
  const { ledger } = useComposeStrings();
  const { job, wish } = record;
  const state = stateOf(record);
  const isOpen = state === 'failed' || state === 'unsigned';
  const tone = isOpen ? styles.wrong : state === 'accepted' ? styles.done : undefined;
  const elsewhere = record.broadcastTo.filter((url) => !record.relays.has(url));
  return (
    <li className={styles.job}>
      <div className={styles.head}>
        <strong>{reasonOf(wish)}</strong>
        <span className={cx(styles.state, tone)}>
          {failureOf(record) ?? (state === 'accepted' ? ledger.acceptedBy(acceptedBy(record).length) : ledger.states[state])}
        </span>
      </div>
      {wish.type === 'event' && wish.draft.content !== '' && (
        <p className={styles.what}>
          <Isolate>{wish.draft.content.slice(0, 280)}</Isolate>
        </p>
      )}
      {record.event && (
        <ul className={styles.relays}>
          {[...record.relays].map(([url, outcome]) => (
            <Relay key={url} url={url} outcome={outcome} />
          ))}
          {elsewhere.map((url) => (
            <Relay key={url} url={url} outcome={{ outcome: 'accepted', reason: '' }} />
          ))}
        </ul>
      )}
      {state !== 'accepted' && (
        <div className={styles.acts}>
          {isOpen && (
            <Button compact onClick={() => outbox.send({ type: 'outbox.retry', job, now: Math.floor(Date.now() / 1_000) })}>
              {ledger.retry}
            </Button>
          )}
          <Button compact tone="quiet" onClick={() => outbox.send({ type: 'outbox.discard', job })}>
            {ledger.discard}
          </Button>
        </div>
      )}
    </li>
  );
}

/** What one relay said, in its own words where it gave a reason. */
function Relay({ url, outcome: { outcome, reason } }: { readonly url: string; readonly outcome: RelayOutcome }) {
  const { outcomes } = useComposeStrings().ledger;
  return (
    <li className={styles.relay}>
      <span className={styles.url}>{url}</span>
      <span className={cx(styles.answer, outcome === 'accepted' && styles.done, outcome === 'rejected' && styles.wrong)}>
        {outcomes[outcome]}
        {reason !== '' && (
          <>
            {': '}
            <Isolate>{reason}</Isolate>
          </>
        )}
      </span>
    </li>
  );
}
