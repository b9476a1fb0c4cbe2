import { type FormEvent, useState } from 'react';
import { deviceActionsOf, isNone, NO_PERMITS } from '../../../events/account/devices/permits.ts';
import {
  type AskingOffer,
  readConnectUrl,
} from '../../../events/account/signing/remote-signing.ts';
import { type Secret, secretOf } from '../../../events/account/keys/secret.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { Field } from '../../ui/controls/Field.tsx';
import { useDeviceStrings } from '../../ui/strings/devices.ts';
import text from '../../ui/styles/text.module.css';
import { PermitToggles } from './DeviceCard.tsx';
import styles from './Devices.module.css';
import { ScanButton } from './ScanButton.tsx';
import { takeTyped } from '../keys/typed-secret.ts';
import { useDeviceIntents } from './use-devices.ts';

/** A parsed offer, and its original text. */
interface Read {
  readonly offer: AskingOffer;
  readonly uri: Secret<string>;
}

/**
 * Reads the code that another device shows. It shows the device's claimed name and requested
 * permits before it grants any.
 */
export function DeviceJoin() {
  const { enter: words } = useDeviceStrings();
  const [read, setRead] = useState<Read>();
  const [isWrong, setIsWrong] = useState(false);
  const look = (uri: Secret<string>) => {
    const offer = readConnectUrl((uri.reveal() ?? '').trim());
    setIsWrong(!offer);
    setRead(offer && { offer, uri });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    look(takeTyped(event.currentTarget, 'code'));
  };
  return (
    <>
      <form noValidate className={styles.panel} onSubmit={submit} aria-label={words.title}>
        <p className={text.muted}>{words.text}</p>
        <Field label={words.label} name="code" exact error={isWrong ? words.invalid : undefined} />
        <div className={styles.acts}>
          <ScanButton onFound={(found) => look(secretOf(found))} />
          <Button type="submit">{words.look}</Button>
        </div>
      </form>
      {read && <Confirm read={read} onClose={() => setRead(undefined)} />}
    </>
  );
}

function Confirm({
  read: { offer, uri },
  onClose,
}: {
  readonly read: Read;
  readonly onClose: () => void;
}) {
  const { join: words } = useDeviceStrings();
  const { accept } = useDeviceIntents();
  const [permits, setPermits] = useState(NO_PERMITS);
  const { name, url, relays, asked } = offer;
  const confirm = () => {
    accept(uri, permits);
    onClose();
  };
  const cancel = () => {
    uri.forget();
    onClose();
  };
  return (
    <Dialog
      title={words.title(name)}
      onClose={cancel}
      foot={
        <>
          <Button data-autofocus onClick={cancel}>
            {words.cancel}
          </Button>
          <Button tone="primary" onClick={confirm}>
            {words.confirm}
          </Button>
        </>
      }
    >
      <div className={styles.panel}>
        <p className={text.muted}>{words.claims}</p>
        <dl className={styles.facts}>
          {url !== '' && (
            <>
              <dt>{words.site}</dt>
              <dd>
                <bdi dir="ltr">{url}</bdi>
              </dd>
            </>
          )}
          <dt>{words.relays}</dt>
          <dd>
            <bdi dir="ltr">{relays.join(', ')}</bdi>
          </dd>
        </dl>
        <p className={text.strong}>{isNone(asked) ? words.wantsNothing : words.wants}</p>
        <PermitToggles shown={deviceActionsOf(asked)} permits={permits} onChange={setPermits} />
        <p className={text.muted}>{words.text}</p>
      </div>
    </Dialog>
  );
}
