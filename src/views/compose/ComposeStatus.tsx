import { UNREACHED } from '../../events/publish/outbox/publish-failure.ts';
import { hasCoarsePointer } from '../ui/hooks/coarse-pointer.ts';
import { useFailureWords } from '../publish/outbox/use-failure-words.ts';
import { useComposeStrings } from '../ui/strings/compose.ts';
import styles from './Composer.module.css';
import { useComposeState, useDelivery, useIsHeld } from './use-compose.ts';
import { useAreUploadsOffline, useIsUploaded } from './upload/use-compose-files.ts';

/** The status of the text in one line. It never claims more than is known (INV-OUTCOME). */
export function ComposeStatus() {
  const strings = useComposeStrings();
  const { state, isSilent, isUnreachable, relays } = useDelivery();
  const { unkept, isPublishing, isMining, uploading, isLate, isEditable, isKept } =
    useComposeState();
  const isUploaded = useIsUploaded();
  const areHeld = useAreUploadsOffline();
  const failureWords = useFailureWords();
  const isHeld = useIsHeld();
  const words = (): string => {
    if (isLate) return strings.late;
    const waits = failureWords(UNREACHED);
    if (isPublishing && (isHeld || isUnreachable))
      return waits.isHeld ? waits.text : strings.unreachable;
    if (isPublishing && isSilent) return strings.unconfirmed;
    if (isPublishing) return state === 'sending' ? strings.sending(relays) : strings.waiting;
    if (isMining) return strings.miningNote;
    if (uploading > 0) return areHeld ? strings.files.offline : strings.files.uploading(uploading);
    if (unkept) return strings.unkept[unkept];
    if (!isEditable) return '';
    if (isKept) return isUploaded ? strings.files.kept : strings.kept;
    // touch devices get no hints about keyboard shortcuts
    return hasCoarsePointer() ? '' : strings.shortcut;
  };
  return (
    <p
      className={styles.status}
      data-part="status"
      role={
        unkept || isPublishing || isMining || uploading > 0 || isUploaded ? 'status' : undefined
      }
    >
      {words()}
    </p>
  );
}
