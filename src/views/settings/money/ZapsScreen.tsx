import { useState } from 'react';
import { opensAccount } from '../../../events/core/opening-secrets.ts';
import { wholeIn } from '../../../events/core/whole-number.ts';
import {
  LONGEST_MESSAGE,
  MOST_SATS,
  type ZapOption,
} from '../../../events/settings/zap-settings.ts';
import { NeedsAccount } from '../../account/NeedsAccount.tsx';
import { useActingSoon } from '../../account/use-features.ts';
import { Column } from '../../ui/layout/Column.tsx';
import { Button } from '../../ui/controls/Button.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { SettingGroup } from '../../ui/controls/SettingRow.tsx';
import { useSettingsStrings } from '../../ui/strings/settings.ts';
import { useWalletStrings } from '../../ui/strings/wallets.ts';
import { SatsField } from '../../money/payments/SatsField.tsx';
import { useZapSettings } from '../../money/zaps/use-zap.ts';
import { SettingsIndex } from '../../ui/layout/SettingsIndex.tsx';
import styles from './Zaps.module.css';

/** SETTINGS-05 at /settings/zaps: the default zap, and the six amounts of the dialog. */
export function ZapsScreen() {
  const { sections } = useSettingsStrings();
  const { visitor } = useWalletStrings().zaps;
  const canAct = useActingSoon();
  return (
    <>
      <Column title={sections.zaps.title} back>
        {canAct ? (
          <ZapSettings />
        ) : (
          <NeedsAccount title={visitor.title}>{visitor.text}</NeedsAccount>
        )}
      </Column>
      <SettingsIndex />
    </>
  );
}

function ZapSettings() {
  const words = useWalletStrings().zaps;
  const { settings, save, restore: restoreAll } = useZapSettings();
  const { zapDefault, zapConfig } = settings;
  const [restored, setRestored] = useState(0);
  const set = (part: Partial<ZapOption>) => save({ zapDefault: { ...zapDefault, ...part } });
  const setOption = (at: number, part: Partial<ZapOption>) =>
    save({
      zapConfig: zapConfig.map((option, place) => (place === at ? { ...option, ...part } : option)),
    });
  const restore = () => {
    restoreAll();
    setRestored(restored + 1);
  };
  return (
    <>
      <SettingGroup title={words.default} hint={words.defaultHint}>
        <div className={styles.pair}>
          <Amount
            key={restored}
            label={words.amount}
            sats={zapDefault.amount}
            onChange={(amount) => set({ amount })}
          />
          <Message
            key={`message ${restored}`}
            label={words.message}
            message={zapDefault.message}
            onChange={(message) => set({ message })}
          />
        </div>
      </SettingGroup>
      <SettingGroup title={words.presets} hint={words.presetsHint}>
        <ul className={styles.options}>
          {zapConfig.map((option, at) => (
            <li key={at} className={styles.option}>
              <Field
                label={words.emoji(at + 1)}
                labelHidden
                exact
                maxLength={16}
                value={option.emoji}
                onChange={({ target }) => setOption(at, { emoji: target.value })}
              />
              <Amount
                key={restored}
                label={words.preset(at + 1)}
                labelHidden
                sats={option.amount}
                onChange={(amount) => setOption(at, { amount })}
              />
              <Message
                key={`message ${restored}`}
                label={words.presetMessage(at + 1)}
                labelHidden
                placeholder={words.message}
                message={option.message}
                onChange={(message) => setOption(at, { message })}
              />
            </li>
          ))}
        </ul>
        <Button className={styles.restore} icon="refresh" onClick={restore}>
          {words.restore}
        </Button>
      </SettingGroup>
    </>
  );
}

interface MessageProps {
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly placeholder?: string;
  readonly message: string;
  readonly onChange: (message: string) => void;
}

/** A message with a private key stays in the field and is not saved (TRUST-05). */
function Message({ message, onChange, ...field }: MessageProps) {
  const words = useWalletStrings().zaps;
  const [secret, setSecret] = useState<string>();
  const type = (text: string) => {
    const isSecret = opensAccount(text);
    setSecret(isSecret ? text : undefined);
    if (!isSecret) onChange(text);
  };
  return (
    <Field
      {...field}
      dir="auto"
      maxLength={LONGEST_MESSAGE}
      value={secret ?? message}
      error={secret === undefined ? undefined : words.secret}
      onChange={({ target }) => type(target.value)}
    />
  );
}

interface AmountProps {
  readonly label: string;
  readonly labelHidden?: boolean;
  readonly sats: number;
  readonly onChange: (sats: number) => void;
}

/**
 * An invalid amount is reported, and the amount from before the typing is restored. For example,
 * the "1" of "1,000" does not stay. An amount that comes from elsewhere replaces the typed text.
 */
function Amount({ label, labelHidden = false, sats, onChange }: AmountProps) {
  const words = useWalletStrings().zaps;
  const [last, setLast] = useState({ typed: String(sats), sats, before: sats });
  const { typed, before } = last.sats === sats ? last : { typed: String(sats), before: sats };
  const amount = wholeIn(typed, MOST_SATS) ?? 0;
  const type = (text: string) => {
    const next = wholeIn(text, MOST_SATS) || before;
    setLast({ typed: text, sats: next, before });
    if (next !== sats) onChange(next);
  };
  return (
    <SatsField
      label={label}
      labelHidden={labelHidden}
      most={MOST_SATS}
      typed={typed}
      error={amount > 0 ? undefined : words.wrong(MOST_SATS)}
      onType={type}
      onBlur={() => setLast({ typed, sats, before: sats })}
    />
  );
}
