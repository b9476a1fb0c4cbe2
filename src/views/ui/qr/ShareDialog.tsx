import { type ReactNode, useState } from 'react';
import type { UserMessage } from '../../../events/account/user-message.ts';
import { Button } from '../controls/Button.tsx';
import { Tabs } from '../controls/Tabs.tsx';
import { useCopy } from '../hooks/copy.ts';
import { Dialog } from '../overlays/Dialog.tsx';
import { useQrStrings } from '../strings/qr.ts';
import { QrCode } from './QrCode.tsx';
import styles from './ShareDialog.module.css';

/** Something to share, in one form. `copied`: the message after it was copied. */
export interface Shared {
  readonly form: 'link' | 'nostr' | 'relay' | 'publicKey' | 'lightning';
  readonly text: string;
  /** Content of the code, if it is not the text. */
  readonly code?: string;
  /** Shown if the text is empty. */
  readonly none?: string;
  readonly copied: UserMessage<'copied'>['params']['what'];
}

interface ShareDialogProps {
  /** Name of the shared thing. */
  readonly name: string;
  /** Beside the name: an avatar. */
  readonly lead?: ReactNode;
  /** One tab for each form. */
  readonly forms: readonly [Shared, ...Shared[]];
  readonly onClose: () => void;
}

const PANEL = 'share-code';

/** A link or an address as a QR code and as text to copy. */
export function ShareDialog({ name, lead, forms, onClose }: ShareDialogProps) {
  const words = useQrStrings();
  const copy = useCopy();
  const [form, choose] = useState<string>(forms[0].form);
  const shown = forms.find((one) => one.form === form) ?? forms[0];
  const label = words[shown.form];
  return (
    <Dialog size="small" title={name} subtitle={words.purpose} lead={lead} onClose={onClose}>
      {forms.length > 1 && (
        <div className={styles.tabs}>
          <Tabs
            label={words.tabs}
            tabs={forms.map((one) => ({ id: one.form, label: words[one.form] }))}
            current={shown.form}
            onSelect={choose}
            panel={PANEL}
          />
        </div>
      )}
      <div
        id={PANEL}
        role={forms.length > 1 ? 'tabpanel' : undefined}
        aria-label={forms.length > 1 ? label : undefined}
        className={styles.panel}
      >
        {shown.text === '' ? (
          <p className={styles.none}>{shown.none}</p>
        ) : (
          <>
            <QrCode text={shown.code ?? shown.text} label={words.label(label, name)} />
            <bdi dir="ltr" className={styles.text}>
              {shown.text}
            </bdi>
            <Button wide icon="copy" onClick={() => copy(shown.text, shown.copied)}>
              {words.copy[shown.form]}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}
