import { type KeyboardEvent, useState } from 'react';
import type { AnyActorRef } from 'xstate';
import type { Millis } from '../../events/core/time.ts';
import { IconButton } from '../ui/controls/IconButton.tsx';
import { Button } from '../ui/controls/Button.tsx';
import { Logo } from '../ui/display/Logo.tsx';
import { StatusLight } from '../ui/display/StatusLight.tsx';
import { useInspectorStrings } from '../ui/strings/inspector.ts';
import { ActorPane } from './ActorPane.tsx';
import { ActorsPane } from './ActorsPane.tsx';
import { EventsPane } from './EventsPane.tsx';
import styles from './Inspector.module.css';
import { Lanes } from './Lanes.tsx';
import { SequencePane } from './SequencePane.tsx';
import { TracePane } from './TracePane.tsx';
import { type Inspected, type Seen, useInspector, useLiveHistory } from './use-inspector.ts';

interface InspectorProps {
  readonly seen: Seen;
  /** Entries of a recording that could not be replayed. Undefined: the actors are live. */
  readonly lost?: number;
  readonly onClose: () => void;
}

interface LiveInspectorProps {
  readonly root: AnyActorRef;
  readonly now?: () => Millis;
  readonly onClose: () => void;
}

/** The inspector of all running actors below a root (TOOL-05). */
export function LiveInspector({ root, now, onClose }: LiveInspectorProps) {
  const seen = useLiveHistory(root, now);
  return seen && <Inspector seen={seen} onClose={onClose} />;
}

const PANES = ['actors', 'actor', 'events', 'trace'] as const;

/** The inspector of a history (TOOL-05). */
export function Inspector({ seen, lost, onClose }: InspectorProps) {
  const say = useInspectorStrings();
  const inspected = useInspector(seen, lost === undefined);
  const [pane, setPane] = useState<(typeof PANES)[number]>('actors');
  const [isSequence, setSequence] = useState(false);
  const { chosen, goLive, history } = inspected;
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    if (chosen) goLive();
    else onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape leaves from anywhere inside
    <div className={styles.inspector} onKeyDown={leave}>
      <header className={styles.head}>
        <Logo />
        <h1 className={styles.title}>{say.title}</h1>
        <span className={styles.private}>
          {lost === undefined ? say.stays : say.replayed(history.events.length, lost)}
        </span>
        <IconButton icon="x" label={say.close} onClick={onClose} />
      </header>
      <Deck {...inspected} />
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
      <main className={styles.panes} data-pane={pane}>
        <ActorsPane
          {...inspected}
          chooseActor={(actor) => {
            setSequence(false);
            inspected.chooseActor(actor);
          }}
        />
        {isSequence ? (
          <SequencePane {...inspected} />
        ) : (
          <ActorPane key={inspected.actor.born.seq} {...inspected} />
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

function Deck({ events, history, isLive, chosen, shown, at, step, goLive }: Inspected) {
  const say = useInspectorStrings();
  const toEnd = isLive ? say.goLive : say.goToEnd;
  return (
    <div className={styles.deck} role="toolbar" aria-label={say.steps}>
      <IconButton icon="left" label={say.back} onClick={() => step(-1)} />
      <IconButton
        icon={chosen ? 'play' : 'pause'}
        label={chosen ? toEnd : say.pause}
        onClick={chosen ? goLive : () => step(-1)}
      />
      <IconButton icon="right" label={say.forward} disabled={!chosen} onClick={() => step(1)} />
      <p className={styles.place}>
        <b>{say.place(at + 1, events.length)}</b>{' '}
        <bdi className={styles.mono}>{shown?.event.type}</bdi>
        {history.dropped > 0 && <span>{say.dropped(history.dropped)}</span>}
      </p>
      <Button compact disabled={!chosen} onClick={goLive}>
        <StatusLight state={chosen ? 'paused' : 'online'} />
        {chosen ? toEnd : isLive ? say.live : say.end}
      </Button>
    </div>
  );
}
