import { type KeyboardEvent, useRef, useState } from 'react';
import type { Comparison } from '../../../machines/app/recording/compared-recordings.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { FilePick } from '../../ui/controls/FilePicker.tsx';
import { useInspectorStrings } from '../../ui/strings/inspector.ts';
import panes from '../Inspector.module.css';
import type { Inspected } from '../use-inspector.ts';
import { ComparisonPart } from './ComparisonPart.tsx';
import { faultOf, type OpenedRecording } from './opened-recording.ts';
import styles from './RecordingBar.module.css';

/** Entries that are listed before all are asked for. */
const FIRST = 20;

interface RecordingBarProps extends Inspected {
  readonly recording: OpenedRecording;
}

/** Says how the replay of a recording went, and compares it with another one (TOOL-02). */
export function RecordingBar({ recording, ...inspected }: RecordingBarProps) {
  const say = useInspectorStrings();
  const { lost, differsAfter, compare } = recording;
  const [isOpen, setOpen] = useState(false);
  const [comparison, setComparison] = useState<Comparison>();
  const bar = useRef<HTMLElement>(null);
  const [fault, setFault] = useState<string>();
  const pick = (file: File) => {
    setFault(undefined);
    setComparison(undefined);
    file
      .text()
      .then(compare)
      .then(setComparison)
      .catch((error: unknown) => setFault(faultOf(error, say)));
  };
  const closeComparison = () => {
    setComparison(undefined);
    // its button is gone
    bar.current?.focus();
  };
  /** Go to the first event of an entry, by its number. */
  const goTo = (number: number) => {
    const { events } = inspected.history;
    const start = recording.starts[number - 1];
    const found = start === undefined ? undefined : events.find(({ seq }) => seq > start);
    const event = found ?? events.at(-1);
    if (event) inspected.choose(event);
  };
  /** Close the innermost open part. Escape goes on if none is open. */
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !(comparison || isOpen)) return;
    event.stopPropagation();
    if (comparison) closeComparison();
    else setOpen(false);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes its parts
    <section
      ref={bar}
      className={styles.bar}
      tabIndex={-1}
      aria-label={say.recording.label}
      onKeyDown={keys}
    >
      <div className={styles.line}>
        <p>
          {lost.length === 0 && differsAfter !== undefined
            ? say.differs(differsAfter)
            : say.replayed(inspected.history.events.length, lost.length)}
        </p>
        {(lost.length > 0 || differsAfter !== undefined) && (
          <Button compact tone="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {say.recording.why}
          </Button>
        )}
        {lost.length === 0 && differsAfter !== undefined && (
          <Button compact tone="quiet" onClick={() => goTo(differsAfter + 1)}>
            {say.recording.goTo}
          </Button>
        )}
        <FilePick
          label={say.recording.compare}
          said={fault}
          isWrong={fault !== undefined}
          onPick={pick}
        />
      </div>
      {/* above the list, which may be long */}
      {comparison && (
        <ComparisonPart {...{ comparison, goTo, inspected }} onClose={closeComparison} />
      )}
      {isOpen && <Lost {...{ recording, goTo }} />}
    </section>
  );
}

interface LostProps {
  readonly recording: OpenedRecording;
  readonly goTo: (number: number) => void;
}

/** The reason why a replay differs, and the entries that were not replayed. */
function Lost({ recording: { lost, differsAfter }, goTo }: LostProps) {
  const say = useInspectorStrings();
  const [all, setAll] = useState(false);
  const shown = all ? lost : lost.slice(0, FIRST);
  return (
    <div className={styles.part}>
      {/* the cause of the others comes first */}
      {differsAfter !== undefined && (
        <button type="button" className={styles.entry} onClick={() => goTo(differsAfter + 1)}>
          <b>{say.recording.differsHint(differsAfter)}</b>
        </button>
      )}
      <p>
        {lost.length > 0 && `${say.recording.lostHint} `}
        {say.recording.missingHint}
      </p>
      <ul>
        {shown.map(({ number, to, type, why }) => (
          <li key={number}>
            <button type="button" className={styles.entry} onClick={() => goTo(number)}>
              <bdi className={panes.mono}>{type}</bdi>
              <span>{say.recording[why](number, `/${to.join('/')}`)}</span>
            </button>
          </li>
        ))}
      </ul>
      {shown.length < lost.length && (
        <Button compact tone="quiet" onClick={() => setAll(true)}>
          {say.showAll(lost.length)}
        </Button>
      )}
    </div>
  );
}
