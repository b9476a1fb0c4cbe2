import { useSelector } from '@xstate/react';
import { areUnreachable } from '../../events/publish/failure.ts';
import { areSilent, stateOf } from '../../events/publish/outbox.ts';
import type { ComposeActor } from '../../machines/publish/compose.machine.ts';
import { useComposeStrings } from '../app/strings/compose.ts';
import styles from './Composer.module.css';

/** One line that says where the text stands, and no more than is so (INV-OUTCOME). */
export function ComposeStatus({ compose }: { readonly compose: ComposeActor }) {
  const strings = useComposeStrings();
  const state = useSelector(compose, ({ context: { record } }) => record && stateOf(record));
  const isSilent = useSelector(compose, ({ context: { record } }) => record !== undefined && areSilent(record));
  const isUnreachable = useSelector(compose, ({ context: { record } }) => record !== undefined && areUnreachable(record));
  const relays = useSelector(compose, ({ context: { record } }) => record?.relays.size ?? 0);
  const unkept = useSelector(compose, ({ context }) => context.unkept);
  const isPublishing = useSelector(compose, (snapshot) => snapshot.hasTag('publishing'));
  const uploading = useSelector(compose, ({ context }) => context.uploading);
  const isLate = useSelector(compose, (snapshot) => snapshot.matches('late'));
  const isEditable = useSelector(compose, (snapshot) => snapshot.hasTag('editable'));
  const isKept = useSelector(compose, (snapshot) => snapshot.matches({ writing: 'kept' }) && snapshot.context.writing.text !== '');
  const uploads = useSelector(compose, ({ children }) => children.uploads);
  const isUploaded = useSelector(uploads, (snapshot) => (snapshot?.context.sent.size ?? 0) > 0);
  const words = (): string => {
    if (isLate) return strings.late;
    if (isPublishing && isUnreachable) return strings.unreachable;
    if (isPublishing && isSilent) return strings.unconfirmed;
    if (isPublishing) return state === 'sending' ? strings.sending(relays) : strings.waiting;
    if (uploading > 0) return strings.files.uploading(uploading);
    if (unkept) return strings.unkept[unkept];
    if (!isEditable) return '';
    if (isKept) return isUploaded ? strings.files.kept : strings.kept;
    return isTouch() ? '' : strings.shortcut;
  };
  return (
    <p className={styles.status} role={unkept || isPublishing || uploading > 0 || isUploaded ? 'status' : undefined}>
      {words()}
    </p>
  );
}

/** Where there is no keyboard nobody is told of its keys. */
function isTouch(): boolean {
  return window.matchMedia?.('(pointer: coarse)').matches ?? false;
}
