import { useState } from 'react';
import type { AnyActorRef } from 'xstate';
import { fullNumber } from '../../../events/core/format.ts';
import { type Choice, CHOICES } from '../../../machines/app/recording/left-out.ts';
import type { Recorder } from '../../../machines/app/recording/recorder.ts';
import { checkStates } from '../../../machines/app/recording/recording-checks.ts';
import {
  type Contents,
  recordingContents,
} from '../../../machines/app/recording/recording-contents.ts';
import { recordingText } from '../../../machines/app/recording/recording-text.ts';
import { runningAccounts } from '../../../machines/app/recording/running-accounts.ts';
import { Button } from '../controls/Button.tsx';
import { SettingRow } from '../controls/SettingRow.tsx';
import { Toggle } from '../controls/Toggle.tsx';
import { Tag } from '../display/Tag.tsx';
import { saveFile } from '../hooks/save-file.ts';
import { useLocale } from '../strings.ts';
import { useRecordingStrings } from '../strings/recording.ts';
import text from '../styles/text.module.css';
import { Dialog } from './Dialog.tsx';
import styles from './SaveRecording.module.css';

/** Number of kinds of signed events that are listed by themselves. */
const KINDS = 4;

interface SaveRecordingProps {
  readonly root: AnyActorRef;
  readonly recorder: Recorder;
  readonly onClose: () => void;
  /** Called with the number of entries. */
  readonly onSaved: (entries: number) => void;
}

/**
 * Lists the contents of the recording's file, and lets the user leave more out, before it is saved
 * (TOOL-02, TRUST-05).
 */
export function SaveRecording({ root, recorder, onClose, onSaved }: SaveRecordingProps) {
  const say = useRecordingStrings();
  const [choices, setChoices] = useState<readonly Choice[]>([]);
  const [contents] = useState(() => recordingContents(recorder.recording()));
  const save = () => {
    checkStates(root, recorder);
    const recording = recorder.recording();
    saveFile(
      `starling-recording-${new Date().toISOString().slice(0, 10)}.jsonl`,
      'application/jsonl',
      recordingText(recording, 'shared', choices, runningAccounts(root)),
    );
    onSaved(recording.log.length);
  };
  return (
    <Dialog
      title={say.title}
      onClose={onClose}
      foot={
        <Button icon="download" tone="primary" onClick={save}>
          {say.save}
        </Button>
      }
    >
      <p className={text.muted}>{say.about}</p>
      <InFile contents={contents} />
      <div>
        <h3 className={styles.heading}>{say.leaveOut}</h3>
        {CHOICES.map((one) => (
          <Toggle
            key={one}
            label={say.choice[one]}
            hint={say.choiceHint[one]}
            on={choices.includes(one)}
            onChange={(on) =>
              setChoices(on ? [...choices, one] : choices.filter((other) => other !== one))
            }
          />
        ))}
        <p className={styles.foot}>{say.leaveOutHint}</p>
      </div>
    </Dialog>
  );
}

function InFile({ contents }: { readonly contents: Contents }) {
  const say = useRecordingStrings();
  const locale = useLocale();
  const { entries, timers, withheld, events, claims, kinds, dropped } = contents;
  const all = events.reduce((sum, [, count]) => sum + count, 0);
  const listed = events.slice(0, KINDS);
  const rest = all - listed.reduce((sum, [, count]) => sum + count, 0);
  const number = (count: number) => <span className={text.num}>{fullNumber(count, locale)}</span>;
  return (
    <div>
      <h3 className={styles.heading}>{say.content}</h3>
      <SettingRow
        title={say.entries}
        hint={dropped > 0 ? say.dropped(dropped) : say.entriesHint(timers)}
      >
        {number(entries)}
      </SettingRow>
      <SettingRow
        title={say.events}
        hint={
          all > 0 &&
          [
            ...listed.map(([kind, count]) => say.ofKind(kind, count)),
            ...(rest > 0 ? [say.otherKinds(rest)] : []),
          ].join(' · ')
        }
      >
        {number(all)}
      </SettingRow>
      <SettingRow title={say.claims}>{number(claims)}</SettingRow>
      <SettingRow title={say.withheld} hint={say.withheldHint}>
        {number(withheld)}
      </SettingRow>
      <details className={styles.kinds}>
        <summary>{say.kinds(kinds.length)}</summary>
        <ul>
          {kinds.map(({ type, count, hasTexts, hasIds }) => (
            <li key={`${type} ${hasTexts} ${hasIds}`} className={styles.kind}>
              <bdi>{type}</bdi>
              {!hasTexts && <Tag>{hasIds ? say.ids : say.lengths}</Tag>}
              {number(count)}
            </li>
          ))}
        </ul>
      </details>
      <p className={styles.foot}>{say.never}</p>
    </div>
  );
}
