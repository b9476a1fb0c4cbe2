import { type FormEvent, useState } from 'react';
import type { MoneyLimits } from '../../machines/money/money-wire.ts';
import { Button } from '../app/primitives/Button.tsx';
import { Field } from '../app/primitives/Field.tsx';
import { SettingGroup } from '../app/primitives/SettingRow.tsx';
import { useWalletStrings } from '../app/strings/wallets.ts';
import styles from './Budgets.module.css';
import { useLimits, usePaymentIntents } from './use-payments.ts';

const NAMES = ['perDay', 'perWallet', 'askAbove'] as const;
type Name = (typeof NAMES)[number];

/** What is paid without being asked: within a day, by one wallet, and at once. Nothing typed is no limit. */
export function Budgets() {
  const words = useWalletStrings().budget;
  const { unit } = useWalletStrings();
  const { limits } = useLimits();
  const { limit } = usePaymentIntents();
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>({});
  const [isSaved, setIsSaved] = useState(false);
  const textOf = (name: Name) => typed[name] ?? inSats(limits[name]);
  const isChanged = NAMES.some((name) => textOf(name) !== inSats(limits[name]));
  const save = (event: FormEvent) => {
    event.preventDefault();
    const next: MoneyLimits = Object.fromEntries(
      NAMES.map((name) => [name, textOf(name) === '' ? undefined : Number(textOf(name)) * 1_000] as const),
    );
    limit(next);
    setTyped({});
    setIsSaved(true);
  };
  return (
    <SettingGroup title={words.title} hint={words.hint}>
      <form className={styles.form} onSubmit={save} noValidate>
        {NAMES.map((name) => (
          <Field
            key={name}
            label={words[name]}
            inputMode="numeric"
            exact
            placeholder={words.none}
            value={textOf(name)}
            after={unit(false)}
            onChange={({ target }) => {
              setTyped({ ...typed, [name]: target.value.replaceAll(/\D/g, '').slice(0, 9) });
              setIsSaved(false);
            }}
          />
        ))}
        <div className={styles.foot}>
          <Button type="submit" disabled={!isChanged}>
            {words.save}
          </Button>
          <p role="status">{isSaved && !isChanged && words.saved}</p>
        </div>
      </form>
    </SettingGroup>
  );
}

function inSats(msats: number | undefined): string {
  return msats === undefined ? '' : String(Math.floor(msats / 1_000));
}
