import type { EcashJob } from '../../../events/money/ecash/ecash-log.ts';
import type { EcashReason as Reason } from '../../../events/money/ecash/ecash-reason.ts';
import { cx } from '../../ui/hooks/class-names.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Dialog } from '../../ui/overlays/Dialog.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { Time } from '../../ui/display/Time.tsx';
import { type EcashStrings, useEcashStrings } from '../../ui/strings/ecash.ts';
import text from '../../ui/styles/text.module.css';
import styles from './EcashScreen.module.css';
import { isOwnSpent, reasonLine } from './own-spent.ts';
import { useMintName } from './use-mints.ts';

type Help = keyof EcashStrings['why']['help'];

const HELP: Readonly<Record<Reason['code'], Help>> = {
  badResponse: 'later',
  silent: 'later',
  notPaid: 'later',
  said: 'later',
  notEnough: 'more',
  invalidWords: 'words',
  noWords: 'words',
  noSeed: 'words',
  inUse: 'words',
  noChance: 'browser',
  address: 'mint',
  unit: 'mint',
  keyset: 'mint',
  noLocks: 'mint',
  fee: 'mint',
  spent: 'token',
  locked: 'token',
  unproven: 'token',
  expired: 'invoice',
  network: 'invoice',
  badInvoice: 'invoice',
  amountless: 'invoice',
  amount: 'invoice',
};

interface ReasonProps {
  readonly job: EcashJob;
  readonly reason: Reason;
  readonly title: string;
  readonly onClose: () => void;
}

/** The dialog of an ecash job that failed. */
export function EcashReason({ job, reason, title, onClose }: ReasonProps) {
  const words = useEcashStrings();
  const nameOf = useMintName();
  return (
    <Dialog
      size="small"
      title={title}
      subtitle={words.state.refused}
      onClose={onClose}
      foot={<Button onClick={onClose}>{words.close}</Button>}
    >
      <ReasonWords job={job} reason={reason} />
      <p className={cx(text.small, text.muted)}>
        <IsolatedText>{nameOf(job.want.mint)}</IsolatedText> · <Time at={job.at} />
      </p>
    </Dialog>
  );
}

/** The reason of a failure, the place of the ecash, and a next step. */
export function ReasonWords({ job: { want }, reason }: Pick<ReasonProps, 'job' | 'reason'>) {
  const words = useEcashStrings();
  const isOwn = isOwnSpent(want, reason);
  const help = HELP[reason.code];
  // a recipient does not choose the mint
  const next = want.type === 'receive' && help === 'mint' ? 'token' : help;
  return (
    <>
      <p className={styles.sentence}>{reasonLine(words, want, reason)}</p>
      <p>{words.why.outcome[isOwn ? 'spent' : want.type]}</p>
      <p>{words.why.help[isOwn ? 'again' : next]}</p>
    </>
  );
}
