import { fullNumber } from '../../events/core/format.ts';
import type { NotificationSummary } from '../../events/notifications/groups.ts';
import { type Seconds, seconds } from '../../events/core/time.ts';
import { Icon, type IconName } from '../ui/display/Icon.tsx';
import { SideSection } from '../ui/layout/Side.tsx';
import { useNotificationStrings } from '../ui/strings/notifications.ts';
import { exactDay } from './exact-day.ts';
import styles from './Summary.module.css';
import { useLocale } from '../ui/strings.ts';

interface Summary {
  readonly seen: Seconds;
  readonly counts: NotificationSummary;
  /** True if all of it was loaded. */
  readonly isWhole: boolean;
}

const NEVER = seconds(0);
const ROWS: ReadonlyArray<
  readonly [keyof Omit<NotificationSummary, 'sats' | 'largest'>, IconName]
> = [
  ['gained', 'follow'],
  ['lost', 'unfollow'],
  ['likes', 'like'],
  ['mentions', 'at'],
  ['replies', 'reply'],
  ['reposts', 'repost'],
  ['zaps', 'zap'],
];

/** A summary of the changes since the account last looked (NOTIF-03). */
export function SummarySide({ summary }: { readonly summary: Summary }) {
  const locale = useLocale();
  const words = useNotificationStrings().summary;
  const { seen, counts } = summary;
  const say = useNumbers(summary);
  return (
    <SideSection
      title={seen > NEVER ? words.title : words.first}
      more={seen > NEVER ? exactDay(seen, locale) : undefined}
    >
      {counts.sats > 0 && (
        <p className={styles.sum}>
          <b>{say.sats}</b>
          <span>{words.from(counts.zaps, fullNumber(counts.largest, locale))}</span>
        </p>
      )}
      <dl className={styles.tally}>
        {ROWS.map(([name, icon]) => (
          <div key={name}>
            <Icon name={icon} />
            <dt>{words[name]}</dt>
            <dd>{say.number(counts[name])}</dd>
          </div>
        ))}
      </dl>
    </SideSection>
  );
}

/** The same in one line, for windows without a side column. Zeros are left out. */
export function SummaryLine({ summary }: { readonly summary: Summary }) {
  const locale = useLocale();
  const words = useNotificationStrings().summary;
  const { seen, counts } = summary;
  const say = useNumbers(summary);
  const facts = [
    ...ROWS.map(([name]) => ({ key: name, number: counts[name], word: words.short[name] })),
    { key: 'sats', number: counts.sats, word: words.short.sats },
  ].filter(({ number }) => number > 0);
  return (
    <p className={styles.line}>
      {seen > NEVER ? words.since(exactDay(seen, locale)) : words.first}
      {facts.length === 0 && <span>{words.none}</span>}
      {facts.map(({ key, number, word }) => (
        <span key={key}>
          <b>{say.number(number)}</b> {word(number)}
        </span>
      ))}
    </p>
  );
}

function useNumbers({ counts, isWhole }: Summary) {
  const locale = useLocale();
  const words = useNotificationStrings();
  const number = (count: number) =>
    isWhole || count === 0
      ? fullNumber(count, locale)
      : words.summary.atLeast(fullNumber(count, locale));
  return { number, sats: words.sats(number(counts.sats)) };
}
