import { displayNameOf } from '../../events/account/profile.ts';
import { getRow } from '../../events/table.ts';
import type { DeviceQuestion } from '../../machines/account/devices-wire.ts';
import { useFacts } from '../app/app-context.ts';
import { Button } from '../app/primitives/Button.tsx';
import { Dialog } from '../app/primitives/Dialog.tsx';
import { useDeviceStrings } from '../app/strings/devices.ts';
import text from '../app/styles/text.module.css';
import styles from './Devices.module.css';
import { useDeviceIntents } from './use-devices.ts';

interface DeviceDialogProps {
  readonly question: DeviceQuestion;
  readonly onClose: () => void;
}

/** What another device wants done with the key that is here. Closing it refuses. */
export function DeviceDialog({ question: { ref, name, locked, canAlways, deed }, onClose }: DeviceDialogProps) {
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
      size="small"
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
        <p className={text.strong}>{words.deed(deed)}</p>
        {'kind' in deed ? deed.content !== '' && <Quoted label={question.text} content={deed.content} /> : <Peer pubkey={deed.peer} />}
        {locked && <p className={text.muted}>{question.locked}</p>}
      </div>
    </Dialog>
  );
}

function Quoted({ label, content }: { readonly label: string; readonly content: string }) {
  return (
    <blockquote className={styles.quoted} aria-label={label} dir="auto">
      {content}
    </blockquote>
  );
}

function Peer({ pubkey }: { readonly pubkey: string }) {
  const { question } = useDeviceStrings();
  const name = useFacts((facts) => displayNameOf(getRow(facts.profiles, pubkey), pubkey));
  return (
    <p className={text.muted}>
      {question.with} <bdi>{name}</bdi>
    </p>
  );
}
