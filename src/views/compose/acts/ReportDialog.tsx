import { useId, useState } from 'react';
import { reportQuery } from '../../../events/account/signing/signed-query.ts';
import { displayNameOf } from '../../../events/facts/profile.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { buildReport, type ReportReason } from '../../../events/compose/acts/build-acts.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { ConfirmDialog } from '../../ui/overlays/ConfirmDialog.tsx';
import { TextField } from '../../ui/controls/TextField.tsx';
import { useActionStrings } from '../../ui/strings/actions.ts';
import text from '../../ui/styles/text.module.css';
import { useIntents } from '../../publish/outbox/use-intents.ts';
import styles from './ReportDialog.module.css';

interface ReportDialogProps {
  readonly pubkey: string;
  /** The reported event, if it is not the person in general. */
  readonly event?: VerifiedEvent | undefined;
  readonly onClose: () => void;
}

const REASONS: readonly ReportReason[] = [
  'spam',
  'nudity',
  'malware',
  'profanity',
  'illegal',
  'impersonation',
  'other',
];

/** Asks for a reason of NIP-56, and warns that the report is public (ACCOUNT-14). */
export function ReportDialog({ pubkey, event, onClose }: ReportDialogProps) {
  const { report: words, cancel } = useActionStrings();
  const intents = useIntents();
  const id = useId();
  const [reason, setReason] = useState<ReportReason>();
  const [isAsked, setIsAsked] = useState(false);
  const [more, setMore] = useState('');
  const name = useFacts((facts) => displayNameOf(getRow(facts.profiles, pubkey), pubkey));
  const send = () => {
    if (reason === undefined) {
      setIsAsked(true);
      return;
    }
    const draft = buildReport(pubkey, reason, { text: more.trim(), ...(event ? { event } : {}) });
    intents.publish(draft, {
      done: { code: 'report.done', params: { name } },
      tell: reportQuery(pubkey, name),
    });
    onClose();
  };
  return (
    <ConfirmDialog
      question={{ title: words.title, confirm: words.confirm, cancel, danger: true }}
      onConfirm={send}
      onCancel={onClose}
    >
      <p>{event ? words.post(name) : words.user(name)}</p>
      <p className={cx(text.small, text.muted)}>{words.notice}</p>
      <fieldset className={styles.reasons}>
        <legend className={text.small}>{words.reason}</legend>
        {REASONS.map((one) => (
          <label key={one} className={styles.reason}>
            <input
              type="radio"
              name={id}
              checked={one === reason}
              onChange={() => setReason(one)}
            />
            {words.reasons[one]}
          </label>
        ))}
        {isAsked && reason === undefined && (
          <p className={cx(text.small, styles.missing)} role="alert">
            {words.choose}
          </p>
        )}
      </fieldset>
      <TextField
        label={words.more}
        rows={2}
        maxLength={500}
        value={more}
        onChange={(change) => setMore(change.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}
