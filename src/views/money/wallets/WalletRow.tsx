import { formatList } from '../../../events/core/format-list.ts';
import { useLocale } from '../../ui/strings.ts';
import { useId, type ReactNode } from 'react';
import type { Seconds } from '../../../events/core/time.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { StatusLight } from '../../ui/display/StatusLight.tsx';
import { Tag } from '../../ui/display/Tag.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { Time } from '../../ui/display/Time.tsx';
import { useWalletStrings } from '../../ui/strings/wallets.ts';
import text from '../../ui/styles/text.module.css';
import { BudgetBar } from '../payments/PayerPicker.tsx';
import styles from './WalletRow.module.css';

/** A transaction that a wallet reports. Sats. */
export interface WalletMove {
  readonly key: string;
  readonly isIncoming: boolean;
  readonly sats: number;
  readonly at: Seconds | undefined;
  readonly description: string;
}

/** A way to pay in the settings. `sats`: its reported balance. `used`: part of today's budget. */
interface WalletShown {
  readonly id: string;
  readonly name: string;
  /** Description below its name, if it has no balance. */
  readonly about?: string | undefined;
  readonly sats?: number | undefined;
  readonly isPlay: boolean;
  readonly state: 'online' | 'connecting' | 'silent' | 'notPermitted' | undefined;
  readonly budget?: { readonly used: number; readonly limit: number } | undefined;
}

interface WalletRowProps {
  readonly wallet: WalletShown;
  readonly group: string;
  readonly pays: boolean;
  readonly money: string | undefined;
  readonly onChoose: () => void;
  /** Its menu. */
  readonly options?: ReactNode;
  /** Its reported payments, shown when expanded. */
  readonly children?: ReactNode;
}

const LIGHTS = {
  online: 'online',
  connecting: 'connecting',
  silent: 'failed',
  notPermitted: 'paused',
} as const;

/** A wallet with radio button, balance, state, and used budget (WALLET-01). */
export function WalletRow({
  wallet,
  group,
  pays,
  money,
  onChoose,
  options,
  children,
}: WalletRowProps) {
  const words = useWalletStrings();
  const locale = useLocale();
  const id = useId();
  const { name, about, sats, isPlay, state, budget } = wallet;
  const balance =
    sats === undefined
      ? undefined
      : formatList([words.balance(sats, isPlay), ...(money ? [words.about(money)] : [])], locale);
  return (
    <div className={styles.wallet}>
      <input
        type="radio"
        id={id}
        name={group}
        className={styles.radio}
        checked={pays}
        onChange={onChoose}
      />
      <label htmlFor={id} className={styles.words}>
        <span className={styles.name}>
          <IsolatedText className={text.cut}>{name}</IsolatedText> {pays && <Tag>{words.pays}</Tag>}
        </span>
        <span className={cx(styles.about, text.cut)} dir="auto">
          {balance ?? about ?? ''}
        </span>
      </label>
      <span className={styles.state}>
        {state && (
          <>
            <StatusLight state={LIGHTS[state]} />
            {words.states[state]}
          </>
        )}
        {options}
      </span>
      {budget && (
        <div className={styles.below}>
          <BudgetBar {...budget} />
          <p className={cx(text.small, text.muted, text.num)}>
            {words.budget.used(budget.used, budget.limit, isPlay)}
          </p>
        </div>
      )}
      {children && <div className={styles.below}>{children}</div>}
    </div>
  );
}

/** Recent payments as a wallet reports them. */
export function WalletMoves({
  moves,
  isPlay,
}: {
  readonly moves: readonly WalletMove[];
  readonly isPlay: boolean;
}) {
  const words = useWalletStrings();
  if (moves.length === 0) return <p className={cx(text.small, text.muted)}>{words.noRecent}</p>;
  return (
    <ul className={styles.moves}>
      {moves.map(({ key, isIncoming, sats, at, description }) => (
        <li key={key}>
          <IsolatedText className={text.cut}>
            {description === '' ? (isIncoming ? words.incoming : words.outgoing) : description}
          </IsolatedText>
          {at !== undefined && <Time at={at} />}
          <span className={text.num}>
            {isIncoming ? '+' : '−'} {words.balance(sats, isPlay)}
          </span>
        </li>
      ))}
    </ul>
  );
}
