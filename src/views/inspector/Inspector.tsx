import { type CSSProperties, type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import type { AnyActorRef } from 'xstate';
import type { Millis } from '../../events/core/time.ts';
import type { Moment } from '../../machines/inspector/actor-rows.ts';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { Logo } from '../ui/display/Logo.tsx';
import { useInspectorStrings } from '../ui/strings/inspector.ts';
import { ActorPane, type View } from './ActorPane.tsx';
import { ActorsPane } from './ActorsPane.tsx';
import { Deck, KEYS } from './Deck.tsx';
import { type Earlier, EarlierPart } from './EarlierPart.tsx';
import { EventsPane } from './events/EventsPane.tsx';
import { ActiveFaults } from './faults/ActiveFaults.tsx';
import { type Hand, useHand } from './faults/use-hand.ts';
import styles from './Inspector.module.css';
import { JumpBar } from './JumpBar.tsx';
import { PaneEdge } from './PaneEdge.tsx';
import { PickBar } from './pick/PickBar.tsx';
import { usePickedActors } from './pick/use-picked-actors.ts';
import { clearField, isField } from './fields.ts';
import { Lanes } from './Lanes.tsx';
import type { OpenedRecording } from './recording/opened-recording.ts';
import { RecordingBar } from './recording/RecordingBar.tsx';
import { SequencePane } from './SequencePane.tsx';
import { TracePane } from './TracePane.tsx';
import { type Seen, useInspector, useLiveHistory } from './use-inspector.ts';
import { usePlayback } from './use-playback.ts';

interface InspectorProps {
  readonly seen: Seen;
  /** Undefined: the actors are live. */
  readonly recording?: OpenedRecording;
  /** Undefined for a recording: its actors do not run. */
  readonly hand?: Hand;
  readonly earlier?: Earlier | undefined;
  /** Called with the moment that is shown. */
  readonly onMoment?: (moment: Moment) => void;
  readonly onClose: () => void;
}

interface LiveInspectorProps {
  readonly root: AnyActorRef;
  readonly now?: () => Millis;
  readonly earlier?: Earlier | undefined;
  readonly onClose: () => void;
}

/** The inspector of all running actors below a root (TOOL-05). */
export function LiveInspector({ root, now, earlier, onClose }: LiveInspectorProps) {
  const seen = useLiveHistory(root, now);
  const hand = useHand(root);
  return seen && <Inspector seen={seen} hand={hand} earlier={earlier} onClose={onClose} />;
}

const PANES = ['actors', 'actor', 'events', 'trace'] as const;

/** The inspector of a history (TOOL-05). */
export function Inspector({ seen, recording, hand, earlier, onMoment, onClose }: InspectorProps) {
  const say = useInspectorStrings();
  const inspected = useInspector(seen, hand);
  const [pane, setPane] = useState<(typeof PANES)[number]>('actors');
  const [isSequence, setSequence] = useState(false);
  const [view, setView] = useState<View>('chart');
  const picked = usePickedActors(inspected, () => {
    setSequence(false);
    setView('why');
  });
  const [first, setFirst] = useState(288);
  const [last, setLast] = useState(372);
  const playback = usePlayback(inspected);
  const columns: CSSProperties & Record<`--${string}`, string> = {
    '--first-column': `${first}px`,
    '--last-column': `${last}px`,
  };
  const { chosen, goLive, isLive, moment, step } = inspected;
  const { seq, at } = moment;
  const showMoment = useEffectEvent((shown: Moment) => onMoment?.(shown));
  useEffect(() => showMoment({ seq, at }), [seq, at]);
  const keys = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (key === 'Escape') {
      event.stopPropagation();
      if (clearField(event)) return;
      picked.stop();
      playback.stop();
      goLive();
    }
    if (ctrlKey || metaKey || altKey || isField(target)) return;
    if (key === KEYS.back) step(-1);
    if (key === KEYS.forward && chosen) step(1);
    if (key === KEYS.play && !isLive) playback.toggle();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys work anywhere inside
    <div className={styles.inspector} onKeyDown={keys}>
      <header className={styles.head}>
        <Logo />
        <h1 className={styles.title}>{say.title}</h1>
        {earlier && <EarlierPart {...earlier} />}
        <span className={styles.private}>{say.stays}</span>
        <IconButton icon="x" label={say.close} onClick={onClose} />
      </header>
      {recording && <RecordingBar {...inspected} recording={recording} />}
      <div className={styles.bars}>
        <Deck {...inspected} playback={playback} />
        <JumpBar {...inspected} />
      </div>
      <ActiveFaults {...inspected} />
      <Lanes {...inspected} />
      <div className={styles.switch} role="group" aria-label={say.panes}>
        {PANES.map((one) => (
          <button
            key={one}
            type="button"
            className={styles.choice}
            aria-pressed={one === pane}
            onClick={() => setPane(one)}
          >
            {say.pane[one]}
          </button>
        ))}
      </div>
      <main className={styles.panes} data-pane={pane} style={columns}>
        <PaneEdge
          label={say.widthOf(say.pane.actors)}
          width={first}
          isFirst
          onWidth={setFirst}
          className={styles.firstEdge}
        />
        <PaneEdge
          label={say.widthOf(say.pane.events)}
          width={last}
          onWidth={setLast}
          className={styles.lastEdge}
        />
        <ActorsPane
          {...inspected}
          chooseActor={(actor) => {
            setSequence(false);
            inspected.chooseActor(actor);
          }}
          only={picked.actors}
        >
          {hand && (
            <PickBar
              isPicking={picked.isPicking}
              count={picked.actors?.length}
              onToggle={picked.toggle}
              onAll={picked.clear}
            />
          )}
        </ActorsPane>
        {isSequence ? (
          <SequencePane {...inspected} />
        ) : (
          <ActorPane {...inspected} view={view} onView={setView} />
        )}
        <EventsPane
          {...inspected}
          isSequence={isSequence}
          onSequence={() => {
            setSequence(!isSequence);
            setPane('actor');
          }}
        />
        <TracePane {...inspected} />
      </main>
    </div>
  );
}
