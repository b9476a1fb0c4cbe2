import { type FormEvent, useState } from 'react';
import { readWhole, wholeIn } from '../../../events/core/whole-number.ts';
import type { MoneyLimits } from '../../../machines/money/payments/money-protocol.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { SettingGroup } from '../../ui/controls/SettingRow.tsx';
import { useWalletStrings } from '../../ui/strings/wallets.ts';
import styles from './Budgets.module.css';
import { SatsField } from './SatsField.tsx';
import { useLimits, usePaymentIntents } from './use-payments.ts';

const NAMES = ['perDay', 'perWallet', 'askAbove'] as const;
/** Maximum in sats: ten bitcoins. */
const MOST = 1_000_000_000;
type Name = (typeof NAMES)[number];

/**
 * The limits of payments without a prompt: per day, per wallet, and per payment. Empty means no
 * limit.
 */
export function Budgets() {
  const words = useWalletStrings().budget;
  const { limits } = useLimits();
  const { limit } = usePaymentIntents();
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>({});
  const [isSaved, setIsSaved] = useState(false);
  const textOf = (name: Name) => typed[name] ?? inSats(limits[name]);
  const isChanged = NAMES.some((name) => textOf(name) !== inSats(limits[name]));
  const isRight = NAMES.every(
    (name) => 'value' in readWhole(textOf(name), MOST) || textOf(name).trim() === '',
  );
  const save = (event: FormEvent) => {
    event.preventDefault();
    const next: MoneyLimits = Object.fromEntries(
      NAMES.map((name) => [name, limitOf(textOf(name))] as const),
    );
    limit(next);
    setTyped({});
    setIsSaved(true);
  };
  return (
    <SettingGroup title={words.title} hint={words.hint}>
      <form className={styles.form} onSubmit={save} noValidate>
        {NAMES.map((name) => (
          <SatsField
            key={name}
            label={words[name]}
            placeholder={words.none}
            most={MOST}
            typed={textOf(name)}
            onType={(text) => {
              setTyped({ ...typed, [name]: text });
              setIsSaved(false);
            }}
          />
        ))}
        <div className={styles.foot}>
          <Button type="submit" disabled={!isChanged || !isRight}>
            {words.save}
          </Button>
          <p role="status">{isSaved && !isChanged && words.saved}</p>
        </div>
      </form>
    </SettingGroup>
  );
}

/** Return msats. Empty means no limit. */
function limitOf(text: string): number | undefined {
  const sats = wholeIn(text, MOST);
  return sats === undefined ? undefined : sats * 1_000;
}

function inSats(msats: number | undefined): string {
  return msats === undefined ? '' : String(Math.floor(msats / 1_000));
}
