import { IconButton } from '../ui/controls/IconButton.tsx';
import { Button } from '../ui/controls/Button.tsx';
import { StatusLight } from '../ui/display/StatusLight.tsx';
import { useInspectorStrings } from '../ui/strings/inspector.ts';
import styles from './Deck.module.css';
import panes from './Inspector.module.css';
import type { Inspected } from './use-inspector.ts';
import { type Playback, SPEEDS } from './use-playback.ts';

/** Keys that work anywhere in the inspector, except in fields. */
export const KEYS = { back: ',', forward: '.', play: 'p' } as const;

/** Steps through the events. A recording is also played. */
export function Deck({ playback, ...inspected }: Inspected & { readonly playback: Playback }) {
  const say = useInspectorStrings();
  const { events, history, isLive, chosen, shown, at, step, goLive } = inspected;
  const toEnd = isLive ? say.goLive : say.goToEnd;
  const { isPlaying, toggle, stop } = playback;
  return (
    <div className={styles.deck} role="toolbar" aria-label={say.steps}>
      <IconButton
        icon="left"
        label={say.back}
        aria-keyshortcuts={KEYS.back}
        onClick={() => step(-1)}
      />
      {isLive ? (
        <IconButton
          icon={chosen ? 'play' : 'pause'}
          label={chosen ? toEnd : say.pause}
          onClick={chosen ? goLive : () => step(-1)}
        />
      ) : (
        <IconButton
          icon={isPlaying ? 'pause' : 'play'}
          label={isPlaying ? say.pause : say.play}
          aria-keyshortcuts={KEYS.play}
          onClick={toggle}
        />
      )}
      <IconButton
        icon="right"
        label={say.forward}
        aria-keyshortcuts={KEYS.forward}
        disabled={!chosen}
        onClick={() => step(1)}
      />
      {!isLive && <Speeds {...playback} />}
      <p className={styles.place}>
        <b>{say.place(at + 1, events.length)}</b>{' '}
        <bdi className={panes.mono}>{shown?.event.type}</bdi>
        {history.dropped > 0 && <span>{say.dropped(history.dropped)}</span>}
      </p>
      <Button
        compact
        disabled={!chosen}
        onClick={() => {
          stop();
          goLive();
        }}
      >
        <StatusLight state={chosen ? 'paused' : 'online'} />
        {chosen ? toEnd : isLive ? say.live : say.end}
      </Button>
    </div>
  );
}

function Speeds({ speed, setSpeed }: Playback) {
  const say = useInspectorStrings();
  return (
    <span role="group" aria-label={say.speed} className={styles.speeds}>
      {SPEEDS.map((one) => (
        <button
          key={one}
          type="button"
          className={styles.speed}
          aria-pressed={one === speed}
          onClick={() => setSpeed(one)}
        >
          {say.times(one)}
        </button>
      ))}
    </span>
  );
}
