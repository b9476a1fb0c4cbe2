import { useState } from 'react';
import { fullNumber } from '../../../events/core/format.ts';
import { worthOf } from '../../../events/money/ecash/cashu.ts';
import type { Spendable } from '../../../machines/money/ecash/ecash-check.machine.ts';
import { type EcashJob, ecashStateOf, isEcashOpen } from '../../../events/money/ecash/ecash-log.ts';
import { useCopy } from '../../ui/hooks/copy.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { SettingGroup } from '../../ui/controls/SettingRow.tsx';
import { Time } from '../../ui/display/Time.tsx';
import { useActionStrings } from '../../ui/strings/actions.ts';
import { type EcashStrings, useEcashStrings } from '../../ui/strings/ecash.ts';
import styles from './EcashScreen.module.css';
import { EcashReason } from './EcashReason.tsx';
import {
  useChecked,
  useEcashIntents,
  useEcashJobs,
  useIsAllowed,
  useIsTakenBack,
} from './use-ecash.ts';
import { useIsSilent, useMintName } from './use-mints.ts';
import { isPlay } from './ecash-input.ts';
import { OpenInvoice } from './OpenInvoice.tsx';
import { tokenOf } from './job-token.ts';
import { reasonLine } from './own-spent.ts';
import { useLocale } from '../../ui/strings.ts';

/** Ecash jobs with their states and actions. */
export function EcashJobs() {
  const words = useEcashStrings();
  const jobs = useEcashJobs();
  return (
    <SettingGroup title={words.activity}>
      {jobs.length === 0 ? (
        <p className={styles.small}>{words.nothing}</p>
      ) : (
        <ul>
          {jobs.map((job) => (
            <EcashJobRow key={job.job} job={job} />
          ))}
        </ul>
      )}
    </SettingGroup>
  );
}

/** One job with its state. A failed one leads to its reason. */
export function EcashJobRow({ job }: { readonly job: EcashJob }) {
  const words = useEcashStrings();
  const locale = useLocale();
  const isAllowed = useIsAllowed()(job.want.mint);
  const { found, isAsking } = useChecked(job.job);
  const [isAsked, setIsAsked] = useState(false);
  const { whyNot } = useActionStrings();
  const state = ecashStateOf(job);
  const isBack = useIsTakenBack(job.job);
  const isSilent = useIsSilent(job.job);
  const nameOf = useMintName();
  const isTaken = job.isSpent || found === 'spent';
  const icon =
    state === 'settled' ? 'check' : state === 'refused' || state === 'dismissed' ? 'x' : 'clock';
  return (
    <li className={styles.job}>
      <Icon name={icon} />
      <div className={styles.name}>
        <p>{titleOf(words, job, locale)}</p>
        <p className={styles.small}>
          <span role="status">
            {isAsking
              ? words.card.states.asking
              : isBack
                ? words.state.takenBack
                : isSilent && isEcashOpen(job)
                  ? words.reason({ code: 'silent' })
                  : stateOf(words, job, isAllowed, found, locale)}
          </span>{' '}
          · <IsolatedText>{nameOf(job.want.mint)}</IsolatedText> · <Time at={job.at} />
        </p>
      </div>
      <div className={styles.more}>
        {job.reason && (
          <Button compact onClick={() => setIsAsked(true)}>
            {whyNot}
          </Button>
        )}
        <Acts job={job} isAllowed={isAllowed} isTaken={isTaken} />
      </div>
      {isAsked && job.reason && (
        <EcashReason
          job={job}
          reason={job.reason}
          title={titleOf(words, job, locale)}
          onClose={() => setIsAsked(false)}
        />
      )}
    </li>
  );
}

interface ActsProps {
  readonly job: EcashJob;
  readonly isAllowed: boolean;
  readonly isTaken: boolean;
}

function Acts({ job, isAllowed, isTaken }: ActsProps) {
  const words = useEcashStrings();
  const copyText = useCopy();
  const { allow, again, takeBack, check, dismiss, cancelOrder } = useEcashIntents();
  const { mint } = job.want;
  const state = ecashStateOf(job);
  const given = job.settled?.given ?? [];
  const invoice =
    state === 'prepared' && job.want.type === 'mint' ? job.prepared?.invoice : undefined;
  const isOver = state === 'settled' || state === 'refused';
  const isLocked = job.want.type === 'send' && job.want.lock !== undefined;
  return (
    <>
      {state === 'wanted' && !isAllowed && (
        <Button compact onClick={() => allow(mint)}>
          {words.allow}
        </Button>
      )}
      {job.want.type === 'mint' && <OpenInvoice job={job} isUnpaid={invoice !== undefined} />}
      {invoice !== undefined && (
        <Button compact icon="copy" onClick={() => copyText(invoice, 'invoice')}>
          {words.copy}
        </Button>
      )}
      {given.length > 0 && !isTaken && (
        <>
          <Button compact icon="copy" onClick={() => copyText(tokenOf(job), 'token')}>
            {words.card.copy}
          </Button>
          <Button compact onClick={() => allow(mint, check(job.job, mint, given))}>
            {words.check}
          </Button>
          {!isLocked && (
            <Button compact onClick={() => takeBack(job.job)}>
              {words.takeBack}
            </Button>
          )}
        </>
      )}
      {state === 'prepared' && (
        <Button compact onClick={() => again(job.job)}>
          {words.again}
        </Button>
      )}
      {/* An unclaimed token is money, so it stays visible unless it is locked to somebody else. */}
      {(isOver
        ? given.length === 0 || isTaken || isLocked
        : state === 'wanted' || invoice !== undefined) && (
        <Button
          compact
          tone="quiet"
          onClick={() => (invoice === undefined ? dismiss(job.job) : cancelOrder(job))}
        >
          {isOver ? words.remove : words.cancel}
        </Button>
      )}
    </>
  );
}

function titleOf(
  { job: done, unfinished, unit }: EcashStrings,
  { want, settled }: EcashJob,
  locale: string,
): string {
  const words = settled ? done : unfinished;
  if (want.type === 'restore') return words.restore;
  const amount = unit(
    fullNumber(want.type === 'receive' ? worthOf(want.proofs) : want.amount, locale),
    isPlay(want.mint),
  );
  return want.type === 'receive' && want.of !== undefined
    ? words.takeBack(amount)
    : words[want.type](amount);
}

function stateOf(
  words: EcashStrings,
  job: EcashJob,
  isAllowed: boolean,
  found: Spendable | undefined,
  locale: string,
): string {
  const { want, settled, reason } = job;
  const state = ecashStateOf(job);
  if (reason) return `${words.state.refused}. ${reasonLine(words, want, reason)}`;
  if (state === 'wanted') return isAllowed ? words.state.wanted : words.state.held;
  if (state === 'prepared') return want.type === 'mint' ? words.state.unpaid : words.state.prepared;
  if (want.type === 'send' && (job.isSpent || found === 'spent')) return words.state.taken;
  if (want.type === 'send') return found === 'unspent' ? words.state.sent : words.state.unchecked;
  return want.type === 'restore'
    ? words.restored(
        words.unit(fullNumber(worthOf(settled?.kept ?? []), locale), isPlay(want.mint)),
      )
    : words.state.settled;
}
