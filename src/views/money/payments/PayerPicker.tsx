import { mostMeltFees } from '../../../events/money/ecash/melt-fee.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Select } from '../../ui/controls/Select.tsx';
import { useZapStrings } from '../../ui/strings/zaps.ts';
import text from '../../ui/styles/text.module.css';
import styles from './PayerPicker.module.css';

/**
 * One way to pay. `id`: its payer. `sats`: its balance, if it reports one. `most`: its maximum,
 * `undefined` if only the payer knows.
 */
interface PayerOption {
  readonly id: string;
  readonly name: string;
  readonly sats?: number | undefined;
  readonly most?: number | undefined;
}

export interface PayerChoice {
  readonly options: readonly PayerOption[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
  /** Makes the chosen payer the default. `undefined` if it is, or cannot be. */
  readonly onKeep?: () => void;
  /**
   * The rest and the size of today's budget, in sats. `undefined` if there is none, or it does not
   * apply to the chosen payer.
   */
  readonly left: { readonly sats: number; readonly limit: number } | undefined;
}

const isEcash = (id: string): boolean => id.startsWith('ecash ') || id.startsWith('nutzap ');

const reaches = ({ most }: PayerOption, sats: number): boolean =>
  most === undefined || most >= sats;

const sumOf = (parts: readonly number[]): number => parts.reduce((sum, sats) => sum + sats, 0);

/**
 * Return why the chosen payer cannot pay that amount. `undefined` if it can. `parts`: sats of each
 * payment.
 */
export function payerProblem(
  { options, chosen, left }: PayerChoice,
  parts: readonly number[],
): 'above' | 'other' | undefined {
  const sats = sumOf(parts);
  if (left !== undefined && sats + (isEcash(chosen) ? mostMeltFees(parts) : 0) > left.sats)
    return 'above';
  const option = options.find(({ id }) => id === chosen);
  return option && !reaches(option, sats) ? 'other' : undefined;
}

interface PaidByProps {
  readonly payers: PayerChoice;
  /** Sats of each payment. */
  readonly parts: readonly number[];
  readonly isPlay: boolean;
}

/**
 * The payer, with the rest of the budget. Payers that cannot pay the amount are listed only while
 * chosen.
 */
export function PayerPicker({ payers, parts, isPlay }: PaidByProps) {
  const words = useZapStrings();
  const sum = sumOf(parts);
  const { chosen, onChoose, onKeep, left } = payers;
  const balance = payers.options.find(({ id }) => id === chosen)?.sats;
  const options = payers.options.filter((one) => one.id === chosen || reaches(one, sum));
  return (
    <div className={styles.group}>
      <p className={text.label}>{words.paidBy.label}</p>
      <div className={styles.pick}>
        <Select
          label={words.paidBy.label}
          value={chosen}
          options={options.map(({ id, name, sats }) => ({
            value: id,
            label: name,
            ...(sats === undefined ? {} : { note: words.sats(sats, isPlay) }),
          }))}
          onChange={onChoose}
        />
      </div>
      {onKeep && (
        <p className={cx(text.small, text.muted)}>
          {words.paidBy.once}{' '}
          <Button compact tone="quiet" onClick={onKeep}>
            {words.paidBy.keep}
          </Button>
        </p>
      )}
      {/* Paying stays possible, because the balance may be old. */}
      {balance !== undefined && balance < sum && (
        <p role="status" className={cx(text.small, styles.short)}>
          {words.paidBy.short(words.sats(balance, isPlay))}
        </p>
      )}
      {(!isEcash(chosen) || sum > 0) && (
        <p className={cx(text.small, text.muted, text.num)}>
          {isEcash(chosen)
            ? words.paidBy.fee(words.sats(mostMeltFees(parts), isPlay))
            : words.paidBy.walletFee}
        </p>
      )}
      {left && (
        <p className={cx(text.small, text.muted, text.num)}>
          {words.paidBy.left(Math.max(0, left.sats), left.limit, isPlay)}
        </p>
      )}
    </div>
  );
}

/** The used part of a budget. Decorative, because the text below says the same. */
export function BudgetBar({ used, limit }: { readonly used: number; readonly limit: number }) {
  const share = limit <= 0 ? 100 : Math.min(100, Math.round((100 * used) / limit));
  return (
    <span className={styles.bar} aria-hidden="true">
      <i style={{ inlineSize: `${share}%` }} />
    </span>
  );
}
