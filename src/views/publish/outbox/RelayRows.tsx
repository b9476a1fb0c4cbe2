import { relayName } from '../../../events/core/url.ts';
import {
  type OutboxRecord,
  type RelayOutcome,
  takenBy,
} from '../../../events/publish/outbox/outbox.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Icon, type IconName } from '../../ui/display/Icon.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { useComposeStrings } from '../../ui/strings/compose.ts';
import styles from './PublishLedger.module.css';
import { useSay } from '../../ui/strings/own-messages.ts';

interface Row {
  readonly name: string;
  readonly outcome: RelayOutcome['outcome'];
  readonly words: string;
  readonly reason: string;
}

const ICONS: Readonly<Record<Row['outcome'], IconName>> = {
  waiting: 'clock',
  accepted: 'check',
  rejected: 'x',
  silent: 'offline',
};
const TONES = { waiting: 'wait', accepted: 'ok', rejected: 'no', silent: 'wait' } as const;

/**
 * A bar with one segment per relay, then the answer of each relay and of the caching service, with
 * their own reasons.
 */
export function RelayRows({
  record,
  open,
}: {
  readonly record: OutboxRecord;
  readonly open: boolean;
}) {
  const { ledger } = useComposeStrings();
  const relays = useRelayRows(record);
  const rows = [...relays, ...useCacheRows(record)];
  return (
    <>
      <div className={styles.meter} aria-hidden>
        {relays.map(({ name, outcome }) => (
          <i key={name} className={styles[outcome]} />
        ))}
      </div>
      <details className={styles.relays} open={open}>
        <summary className={styles.summary}>{ledger.relays}</summary>
        <ul>
          {rows.map((row) => (
            <li key={row.name} className={styles.relay}>
              <Icon name={ICONS[row.outcome]} size="s" className={styles[TONES[row.outcome]]} />
              <bdi dir="ltr" className={styles.url}>
                {relayName(row.name)}
              </bdi>
              <span className={cx(styles.answer, row.outcome === 'rejected' && styles.no)}>
                {row.words}
                {row.reason !== '' && (
                  <>
                    {': '}
                    <IsolatedText>{row.reason}</IsolatedText>
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

function useRelayRows(record: OutboxRecord): readonly Row[] {
  const { relays, broadcastTo } = record;
  const { outcomes, cache } = useComposeStrings().ledger;
  const say = useSay();
  const took = new Set<string>(takenBy(record));
  const elsewhere = broadcastTo.filter((url) => !took.has(url));
  const asked = [...relays].filter(([url]) => !elsewhere.includes(url));
  return [
    ...asked.map(
      ([name, { outcome, reason }]): Row => ({
        name,
        outcome,
        words: outcomes[outcome],
        reason: reason ? say(reason) : '',
      }),
    ),
    ...elsewhere.map((name): Row => ({ name, outcome: 'accepted', words: cache.sent, reason: '' })),
  ];
}

function useCacheRows({ broadcast: { outcome, reason }, imported }: OutboxRecord): readonly Row[] {
  const { cache } = useComposeStrings().ledger;
  const say = useSay();
  if (imported)
    return [{ name: cache.name, outcome: 'accepted', words: cache.imported, reason: '' }];
  return outcome === 'rejected'
    ? [{ name: cache.name, outcome, words: cache.rejected, reason: reason ? say(reason) : '' }]
    : [];
}
