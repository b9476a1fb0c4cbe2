import { useId, useState } from 'react';
import { displayNameOf, type Profile } from '../../../events/facts/profile.ts';
import {
  MONERO_DEFAULT,
  MONERO_PRESETS,
  moneroUri,
  readXmr,
  writeXmr,
} from '../../../events/money/monero/monero.ts';
import { readMoneroAddress } from '../../../events/money/monero/monero-address.ts';
import { usePicture } from '../../account/profile/picture.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { useCopy } from '../../ui/hooks/copy.ts';
import { Avatar } from '../../ui/display/Avatar.tsx';
import { Button, buttonClass } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { QrCode } from '../../ui/qr/QrCode.tsx';
import { useMoneroStrings } from '../../ui/strings/monero.ts';
import text from '../../ui/styles/text.module.css';
import styles from './MoneroDialog.module.css';

interface MoneroDialogProps {
  readonly profile: Profile;
  readonly address: string;
  readonly onClose: () => void;
}

/**
 * The data for a Monero tip: address and amount as QR code, as a link, and to copy (XMR-01). This
 * client cannot see the payment, so it reports nothing and publishes nothing.
 */
export function MoneroDialog({ profile, address, onClose }: MoneroDialogProps) {
  const words = useMoneroStrings();
  const copy = useCopy();
  const [typed, setTyped] = useState<string>(MONERO_DEFAULT);
  const name = displayNameOf(profile, profile.pubkey);
  const picture = usePicture(profile);
  const read = readMoneroAddress(address);
  const amount = readXmr(typed);
  const uri = moneroUri(address, amount);
  const close = <Button onClick={onClose}>{words.close}</Button>;
  return (
    <Dialog
      size="small"
      title={words.title(name)}
      subtitle={words.source}
      lead={<Avatar pubkey={profile.pubkey} name={name} src={picture} />}
      onClose={onClose}
      foot={
        read === undefined ? (
          close
        ) : (
          <>
            <Button disabled={amount === undefined} onClick={() => copy(uri, 'text')}>
              {words.copyLink}
            </Button>
            {amount === undefined ? (
              <Button tone="primary" disabled>
                {words.wallet}
              </Button>
            ) : (
              <a className={buttonClass({ tone: 'primary' })} href={uri} rel="noopener noreferrer">
                {words.wallet}
              </a>
            )}
          </>
        )
      }
    >
      {read === undefined ? (
        <Notice tone="danger">{words.broken}</Notice>
      ) : (
        <>
          <Amounts typed={typed} isWrong={amount === undefined} onType={setTyped} />
          <div className={styles.code}>
            {amount !== undefined && <QrCode text={uri} label={words.qr(writeXmr(amount), name)} />}
          </div>
          <p className={styles.address}>
            <span className={text.hidden}>{words.address}</span>
            <bdi dir="ltr">{address}</bdi>
            <IconButton
              icon="copy"
              label={words.copyAddress}
              onClick={() => copy(address, 'text')}
            />
          </p>
          {read.network !== 'mainnet' && <Notice tone="warning">{words.play}</Notice>}
          <Notice>{words.unseen}</Notice>
        </>
      )}
    </Dialog>
  );
}

interface AmountsProps {
  readonly typed: string;
  readonly isWrong: boolean;
  readonly onType: (typed: string) => void;
}

/** Preset amounts, and a field for another one. */
function Amounts({ typed, isWrong, onType }: AmountsProps) {
  const words = useMoneroStrings();
  const group = useId();
  return (
    <>
      <fieldset className={styles.presets}>
        <legend className={text.hidden}>{words.amounts}</legend>
        {MONERO_PRESETS.map((preset) => (
          <label key={preset} className={cx(styles.preset, preset === typed && styles.chosen)}>
            <input
              type="radio"
              name={group}
              className={text.hidden}
              checked={preset === typed}
              onChange={() => onType(preset)}
            />
            <strong>{preset}</strong>
            <span className={cx(text.small, text.muted)}>{words.unit}</span>
          </label>
        ))}
      </fieldset>
      <Field
        label={words.other}
        exact
        inputMode="decimal"
        value={typed}
        after={words.unit}
        error={isWrong ? words.wrong : undefined}
        onChange={(change) => onType(change.currentTarget.value)}
      />
    </>
  );
}
