import { useMemo } from 'react';
import { longDate } from '../../../events/core/format.ts';
import { readGoal, shareOf } from '../../../events/money/zaps/goal.ts';
import { getRow } from '../../../events/core/table.ts';
import { useClock } from '../../ui/hooks/clock.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { useKindStrings } from '../../ui/strings/kinds.ts';
import { useZapStrings } from '../../ui/strings/zaps.ts';
import { lightningOf } from '../../money/zaps/lightning-address.ts';
import { useReceivedSats } from '../../money/zaps/use-verified-zaps.ts';
import { isPlayAddress } from '../../money/zaps/use-zap.ts';
import text from '../../ui/styles/text.module.css';
import { Said } from '../note/NoteText.tsx';
import { CardTitle } from './CardParts.tsx';
import cards from './Cards.module.css';
import styles from './GoalCard.module.css';
import type { KindProps } from './KindContent.tsx';
import { useLocale } from '../../ui/strings.ts';

/**
 * A fundraising goal and its progress (NIP-75), in sats: the service's total, or the sum of the
 * loaded receipts.
 */
export function GoalCard({ event, depth = 0, lead = false }: KindProps) {
  const locale = useLocale();
  const said = useKindStrings();
  const words = useZapStrings().goal;
  const goal = useMemo(() => readGoal(event), [event]);
  const counted = useFacts((facts) => getRow(facts.stats, event.id)?.satszapped);
  const seen = useReceivedSats(event.id);
  const isPlay = useFacts((facts) =>
    isPlayAddress(lightningOf(getRow(facts.profiles, event.pubkey))),
  );
  const closesAt = goal?.closesAt;
  const time = useClock((now) =>
    closesAt === undefined
      ? ''
      : closesAt > now
        ? words.until(longDate(closesAt, locale))
        : words.over(longDate(closesAt, locale)),
  );
  if (!goal) return <Said event={event} depth={depth} lead={lead} shortened={!lead} />;
  const raised = Math.max(counted ?? 0, seen);
  const share = shareOf(raised, goal.target);
  return (
    <section className={cards.card} aria-label={words.label}>
      <div className={cards.inside}>
        <p className={cx(text.small, text.muted)}>{said.name(event.kind)}</p>
        <CardTitle event={event} lead={lead} title={goal.about} />
        <div
          className={cx(styles.bar, share === 100 && styles.reached)}
          role="progressbar"
          aria-label={words.label}
          aria-valuenow={share}
          aria-valuetext={words.of(raised, goal.target, isPlay)}
        >
          <i style={{ inlineSize: `${share}%` }} />
        </div>
        <p className={cx(text.small, text.muted, text.num)}>
          <b className={styles.sum}>{words.of(raised, goal.target, isPlay)}</b> ·{' '}
          {share === 100 ? words.reached : words.percent(share)}
          {time !== '' && ` · ${time}`}
        </p>
      </div>
    </section>
  );
}
