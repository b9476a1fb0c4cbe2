import { type CSSProperties, useState } from 'react';
import { exactTime, fullNumber } from '../../../events/core/format.ts';
import type { Poll, PollCounts, PollOption } from '../../../events/reading/cards/poll.ts';
import { inSeconds, minus } from '../../../events/core/time.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { useClock } from '../../ui/hooks/clock.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { useKindStrings } from '../../ui/strings/kinds.ts';
import text from '../../ui/styles/text.module.css';
import styles from './Ballot.module.css';
import { useLocale, useStrings } from '../../ui/strings.ts';

/**
 * Number of answers that are rendered at first. A button shows the others, so that a row stays
 * short (E-08).
 */
const FIRST = 20;

interface BallotProps {
  readonly poll: Poll;
  readonly counts: PollCounts | undefined;
  /** The current user's choice. */
  readonly own: readonly string[];
  /** True if a vote can still be undone. Until then there is no other vote. */
  readonly isHeld: boolean;
  readonly onVote: (choices: readonly string[]) => void;
}

/**
 * The answers of a poll in rows of equal height, with or without results. For a single choice, one
 * press votes.
 */
export function Ballot({ poll, counts, own, isHeld, onVote }: BallotProps) {
  const said = useKindStrings();
  const [isShown, setIsShown] = useState(false);
  const { reading } = useStrings();
  const [isWhole, setIsWhole] = useState(false);
  const [picked, setPicked] = useState<readonly string[]>();
  const isOver =
    useClock((now) => (poll.endsAt !== undefined && poll.endsAt <= now ? 'yes' : '')) === 'yes';
  const canVote = !isOver && !poll.byZaps && !isHeld;
  const hasResults = isShown || isOver || own.length > 0 || poll.byZaps;
  const chosen = picked ?? own;
  const press = (id: string) => {
    if (!poll.isMultiple) return onVote([id]);
    setPicked(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  };
  const cast = () => {
    onVote(chosen);
    setPicked(undefined);
  };
  const amounts = poll.options.map(({ id }) => amountOf(poll, counts, id));
  const sum = amounts.reduce((all, amount) => all + amount, 0);
  return (
    <div
      className={styles.ballot}
      role="group"
      aria-label={poll.isMultiple ? said.poll.several : said.poll.one}
    >
      {(isWhole ? poll.options : poll.options.slice(0, FIRST)).map((option, at) => (
        <Row
          key={option.id}
          option={option}
          isChosen={chosen.includes(option.id)}
          share={hasResults && counts ? (sum === 0 ? 0 : (amounts[at] ?? 0) / sum) : undefined}
          isBest={hasResults && sum > 0 && amounts[at] === Math.max(...amounts)}
          onPress={canVote ? () => press(option.id) : undefined}
        />
      ))}
      {!isWhole && poll.options.length > FIRST && (
        <button type="button" className={styles.show} onClick={() => setIsWhole(true)}>
          {reading.seeMore}
        </button>
      )}
      <p className={cx(styles.foot, text.small, text.muted)}>
        <Summary poll={poll} sum={counts && sum} />
        {poll.isMultiple && canVote && (
          <Button compact disabled={chosen.length === 0 || sameChoice(chosen, own)} onClick={cast}>
            {said.poll.vote}
          </Button>
        )}
        {!hasResults && (
          <button type="button" className={styles.show} onClick={() => setIsShown(true)}>
            {said.poll.showResults}
          </button>
        )}
      </p>
    </div>
  );
}

interface RowProps {
  readonly option: PollOption;
  readonly isChosen: boolean;
  /** Share of all votes, 0 to 1. `undefined` if unknown. */
  readonly share: number | undefined;
  readonly isBest: boolean;
  /** `undefined` if the answer can no longer be chosen. */
  readonly onPress: (() => void) | undefined;
}

function Row({ option, isChosen, share, isBest, onPress }: RowProps) {
  const said = useKindStrings();
  const bar: CSSProperties = { inlineSize: `${(share ?? 0) * 100}%` };
  const words = (
    <>
      {share !== undefined && (
        <span className={cx(styles.bar, isBest && styles.best)} style={bar} aria-hidden />
      )}
      <span className={styles.label}>
        <IsolatedText>{option.label}</IsolatedText>
      </span>
      {isChosen && <Icon name="check" size="s" className={styles.chosen} />}
      {share !== undefined && <span className={styles.share}>{said.poll.share(share)}</span>}
    </>
  );
  if (!onPress)
    return (
      <p className={cx(styles.row, isChosen && styles.own)}>
        {words}
        {isChosen && <span className={text.hidden}>{said.poll.yours}</span>}
      </p>
    );
  return (
    <button
      type="button"
      className={cx(styles.row, isChosen && styles.own)}
      aria-pressed={isChosen}
      onClick={onPress}
    >
      {words}
    </button>
  );
}

function Summary({ poll, sum }: { readonly poll: Poll; readonly sum: number | undefined }) {
  const locale = useLocale();
  const said = useKindStrings();
  const { endsAt } = poll;
  const end = useClock((now) => {
    if (endsAt === undefined) return '';
    const left = inSeconds(minus(endsAt, now));
    return left > 0 ? said.poll.endsIn(left) : said.poll.endedAt(exactTime(endsAt, locale));
  });
  const count =
    sum === undefined
      ? ''
      : poll.byZaps
        ? said.poll.sats(fullNumber(sum, locale))
        : said.poll.votes(sum);
  const how = poll.byZaps ? said.poll.byZaps : poll.isMultiple ? said.poll.several : '';
  return (
    <span className={styles.summary}>
      {[count, end, how].filter((part) => part !== '').join(' · ')}
    </span>
  );
}

function amountOf(poll: Poll, counts: PollCounts | undefined, id: string): number {
  const count = counts?.get(id);
  return (poll.byZaps ? count?.satszapped : count?.votes) ?? 0;
}

function sameChoice(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id) => other.includes(id));
}
