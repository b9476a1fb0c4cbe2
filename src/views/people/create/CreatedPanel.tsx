import { useEffect, useId } from 'react';
import { FIRST_WORDS, type FirstWord } from '../../../events/compose/first-notes.ts';
import { acceptedBy, failureOf, stateOf } from '../../../events/publish/outbox/outbox.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { Icon } from '../../ui/display/Icon.tsx';
import { IsolatedText } from '../../ui/display/IsolatedText.tsx';
import { Notice } from '../../ui/display/Notice.tsx';
import { SettingGroup, SettingRow } from '../../ui/controls/SettingRow.tsx';
import { Spinner } from '../../ui/display/Spinner.tsx';
import { useComposeStrings } from '../../ui/strings/compose.ts';
import { useOwnAccountStrings } from '../../ui/strings/own-account.ts';
import { outboxIntents, useOutbox } from '../../publish/outbox/use-outbox.ts';
import { BackupPanel } from '../../account/keys/BackupPanel.tsx';
import styles from './Create.module.css';
import { StepHead } from './StepHead.tsx';
import {
  closingCreate,
  type CreateHandle,
  useCreated,
  useCreateState,
  useFirstWord,
  useKnownFirstWords,
} from './use-create.ts';
import {
  sessionIntents,
  type SessionHandle,
  useIsSaved,
} from '../../account/session/use-session.ts';
import { useSay } from '../../ui/strings/own-messages.ts';
import { useLeaveGuard } from '../../ui/navigation/leave-guard.tsx';
import { useNavigate } from '../../ui/navigation/use-navigate.ts';
import { useBackStep } from '../../ui/overlays/layers.ts';
import { useAsk } from '../../ui/hooks/use-ask.ts';

interface CreatedProps {
  readonly session: SessionHandle;
  readonly create: CreateHandle;
}

/**
 * The last step to a new account (ACCOUNT-07): saving its private key. The delivery of its first
 * events follows, according to the outbox. Leaving it asks first, as does closing the page, because
 * the twelve words of a key are shown nowhere else. After a reload they are gone, and the key can
 * still be saved.
 */
export function CreatedPanel({ session, create }: CreatedProps) {
  const { made, backup: words } = useOwnAccountStrings();
  const navigate = useNavigate();
  const { name, pubkey, backup } = useCreated(create);
  const { isResumed } = useCreateState(create);
  const isSaved = useIsSaved(pubkey);
  const { ask } = useAsk();
  const id = useId();
  const closing = closingCreate(session);
  useLeaveGuard(!isSaved, 'leaveKey', closing);
  const askToLeave = () => ask({ code: 'leaveKey', path: '/home' }, closing);
  useBackStep(askToLeave, !isSaved);
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return (
    <>
      <div className={styles.made} role="status">
        <StepHead
          step="save"
          id={id}
          title={isResumed ? undefined : <IsolatedText>{made.welcome(name)}</IsolatedText>}
          lead={isSaved ? made.saved : made.text}
        />
      </div>
      {isResumed && !isSaved && (
        <div className={styles.notice}>
          <Notice announce>{made.resumed}</Notice>
        </div>
      )}
      <SettingGroup title={isResumed ? words.tabs.nsec : made.backup}>
        {isSaved ? (
          <Notice tone="success">{words.isSaved}</Notice>
        ) : (
          backup && (
            <BackupPanel backup={backup} onProved={() => sessionIntents.saved(session, pubkey)} />
          )
        )}
      </SettingGroup>
      <div className={styles.end}>
        <Button
          tone={isSaved ? 'primary' : 'quiet'}
          onClick={() => (isSaved ? navigate('/home') : askToLeave())}
        >
          {isSaved ? made.done : made.without}
        </Button>
      </div>
      {isResumed ? <KnownFirstWords create={create} /> : <FirstWords create={create} />}
    </>
  );
}

/** The first events that are still on their way, after a reload. */
function KnownFirstWords({ create }: { readonly create: CreateHandle }) {
  const known = useKnownFirstWords();
  return known.length > 0 && <FirstWords create={create} words={known} />;
}

function FirstWords({
  create,
  words = FIRST_WORDS,
}: {
  readonly create: CreateHandle;
  readonly words?: readonly FirstWord[];
}) {
  const { made } = useOwnAccountStrings();
  const { isLate } = useCreateState(create);
  return (
    <SettingGroup title={made.said}>
      {isLate && <Notice tone="warning">{made.late}</Notice>}
      <ul>
        {words.map((word) => (
          <li key={word}>
            <Word word={word} />
          </li>
        ))}
      </ul>
    </SettingGroup>
  );
}

/** One publication, never reported as done before a relay accepted it (INV-OUTCOME). */
function Word({ word }: { readonly word: FirstWord }) {
  const { made } = useOwnAccountStrings();
  const { ledger } = useComposeStrings();
  const say = useSay();
  const outbox = useOutbox();
  const record = useFirstWord(word);
  const state = record && stateOf(record);
  const failure = record && failureOf(record);
  const taken = record ? acceptedBy(record).length : 0;
  const said = failure
    ? say({ code: failure })
    : record === undefined || state === undefined
      ? made.waiting
      : state === 'accepted'
        ? ledger.accepted(taken, Math.max(taken, record.relays.size))
        : state === 'sending'
          ? ledger.sending(record.relays.size)
          : state === 'failed'
            ? ''
            : ledger.states[state];
  const again = () => outbox && record && outboxIntents.retry(outbox, record.job);
  return (
    <SettingRow title={made.words[word]} hint={<span role="status">{said}</span>}>
      {state === 'accepted' ? (
        <Icon name="check" className={styles.done} />
      ) : failure ? (
        <Button compact onClick={again}>
          {made.retry}
        </Button>
      ) : (
        <Spinner />
      )}
    </SettingRow>
  );
}
