import { displayNameOf } from '../../../events/facts/profile.ts';
import { visibleText } from '../../../events/core/visible-text.ts';
import { getRow } from '../../../events/core/table.ts';
import { useAccount, useFacts } from '../../ui/hooks/app-context.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { useDeviceStrings } from '../../ui/strings/devices.ts';
import text from '../../ui/styles/text.module.css';
import styles from './Devices.module.css';
import { SigningPreview } from '../signing/SigningPreview.tsx';
import { useDeviceIntents } from './use-devices.ts';
import type { DeviceQuestion } from '../../../machines/core/dialogs.machine.ts';

interface DeviceDialogProps {
  readonly question: DeviceQuestion;
  readonly onClose: () => void;
}

/** A request from another device to use the key of this one. Closing refuses it. */
export function DeviceDialog({
  question: { ref, name, at, locked, canAlways, deed },
  onClose,
}: DeviceDialogProps) {
  const words = useDeviceStrings();
  const { question } = words;
  const { decide } = useDeviceIntents();
  const end = (how: 'once' | 'always' | 'refuse') => {
    decide(ref, how);
    onClose();
  };
  return (
    <Dialog
      question
      size={'template' in deed ? 'plain' : 'small'}
      title={question.title(name)}
      onClose={() => end('refuse')}
      foot={
        <>
          <Button data-autofocus onClick={() => end('refuse')}>
            {question.refuse}
          </Button>
          {canAlways && <Button onClick={() => end('always')}>{question.always}</Button>}
          <Button tone="primary" onClick={() => end('once')}>
            {locked ? question.unlock : question.once}
          </Button>
        </>
      }
    >
      <div className={styles.panel}>
        <p className={text.strong}>
          {words.deed('template' in deed ? { kind: deed.template.kind } : deed)}
        </p>
        {'template' in deed ? (
          <SigningPreview template={deed.template} at={at} />
        ) : (
          <Peer pubkey={deed.peer} />
        )}
        {locked && <p className={text.muted}>{question.locked}</p>}
      </div>
    </Dialog>
  );
}

function Peer({ pubkey }: { readonly pubkey: string }) {
  const { question } = useDeviceStrings();
  const account = useAccount();
  const name = useFacts((facts) => displayNameOf(getRow(facts.profiles, pubkey), pubkey));
  if (account?.pubkey === pubkey) return <p className={text.muted}>{question.withSelf}</p>;
  return (
    <p className={text.muted}>
      {question.with} <bdi>{visibleText(name)}</bdi>
    </p>
  );
}
