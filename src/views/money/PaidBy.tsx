import { cx } from '../app/class-names.ts';
import { Select } from '../app/primitives/Select.tsx';
import { useZapStrings } from '../app/strings/zaps.ts';
import text from '../app/styles/text.module.css';
import styles from './PaidBy.module.css';

/** One way to pay. `id` names it towards whoever pays. `sats`: its balance, where it tells one. */
interface PayerOption {
  readonly id: string;
  readonly name: string;
  readonly sats?: number | undefined;
}

export interface PayerChoice {
  readonly options: readonly PayerOption[];
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
  /** What is left of today's budget, and how large that is; undefined: there is none, or it does not hold for what is chosen. Sats. */
  readonly left: { readonly sats: number; readonly limit: number } | undefined;
}

/** By what it is paid, with what is left of the budget. */
export function PaidBy({ payers, isPlay }: { readonly payers: PayerChoice; readonly isPlay: boolean }) {
  const words = useZapStrings();
  const { options, chosen, onChoose, left } = payers;
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
      {left && <p className={cx(text.small, text.muted, text.num)}>{words.paidBy.left(Math.max(0, left.sats), left.limit, isPlay)}</p>}
    </div>
  );
}

/** Of a budget, how much is used; for the eye only, the words stand below it. */
export function BudgetBar({ used, limit }: { readonly used: number; readonly limit: number }) {
  const share = limit <= 0 ? 100 : Math.min(100, Math.round((100 * used) / limit));
  return (
    <span className={styles.bar} aria-hidden="true">
      <i style={{ inlineSize: `${share}%` }} />
    </span>
  );
}
