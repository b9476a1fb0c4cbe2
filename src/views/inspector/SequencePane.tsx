import { useState } from 'react';
import { nameOf } from '../../machines/inspector/actor-rows.ts';
import {
  type Lifeline,
  type Message,
  sequenceOf,
  sequenceText,
} from '../../machines/inspector/sequence.ts';
import { Button } from '../ui/controls/Button.tsx';
import { cx } from '../ui/hooks/class-names.ts';
import { useInspectorStrings } from '../ui/strings/inspector.ts';
import { CopyButton } from './CopyButton.tsx';
import panes from './Inspector.module.css';
import styles from './SequencePane.module.css';
import type { Inspected } from './use-inspector.ts';

/** Width of a lifeline in pixels, as in the style sheet. */
const WIDE = 120;
/** Width of the loop of a message of an actor to itself. It ends before the next lifeline. */
const LOOP = 108;

/**
 * The shown events until the moment as a sequence diagram. A press on a lifeline's name takes it
 * out (TOOL-05).
 */
export function SequencePane({ events, at, shown, choose }: Inspected) {
  const say = useInspectorStrings();
  const [hidden, setHidden] = useState<ReadonlySet<Lifeline>>(new Set());
  const sequence = sequenceOf(events, at, hidden);
  const name = (one: Lifeline) => (one === 'outside' ? say.origin.outside : nameOf(one));
  return (
    <section className={cx(panes.pane, panes.actor)} aria-label={say.sequence}>
      <header className={panes.paneHead}>
        <h2 className={styles.title}>{say.sequence}</h2>
        <CopyButton label={say.mermaid} text={() => sequenceText(sequence, say.origin.outside)} />
        {hidden.size > 0 && (
          <Button compact tone="quiet" onClick={() => setHidden(new Set())}>
            {say.allActors(hidden.size)}
          </Button>
        )}
      </header>
      {sequence.messages.length === 0 && <p className={styles.none}>{say.noEvent}</p>}
      <div className={styles.scroll}>
        <div style={{ width: sequence.lifelines.length * WIDE }}>
          <ul className={styles.names}>
            {sequence.lifelines.map((one) => (
              <li key={one === 'outside' ? one : `${one.born.seq} ${nameOf(one)}`}>
                <button
                  type="button"
                  className={styles.name}
                  title={say.withoutActor(name(one))}
                  onClick={() => setHidden(new Set([...hidden, one]))}
                >
                  <bdi>{one === 'outside' ? name(one) : one.id}</bdi>
                </button>
              </li>
            ))}
          </ul>
          <ol className={styles.messages}>
            {sequence.messages.map((message) => (
              <li key={message.event.seq}>
                <Arrow
                  message={message}
                  isChosen={message.event === shown}
                  words={say.sent(
                    name(sequence.lifelines[message.from] ?? 'outside'),
                    name(message.event.to),
                    message.event.event.type,
                  )}
                  onChoose={() => choose(message.event)}
                />
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  );
}

interface ArrowProps {
  readonly message: Message;
  readonly isChosen: boolean;
  readonly words: string;
  readonly onChoose: () => void;
}

function Arrow({ message: { event, from, to }, isChosen, words, onChoose }: ArrowProps) {
  const middle = (place: number) => (place + 0.5) * WIDE;
  const isLoop = from === to;
  return (
    <button
      type="button"
      className={cx(styles.message, !event.changed && styles.idle)}
      aria-label={words}
      aria-current={isChosen ? 'step' : undefined}
      onClick={onChoose}
    >
      <span
        className={cx(styles.arrow, isLoop && styles.loop, to < from && styles.back)}
        style={{
          marginInlineStart: middle(Math.min(from, to)),
          width: isLoop ? LOOP : Math.abs(to - from) * WIDE,
        }}
      >
        <bdi className={styles.type}>{event.event.type}</bdi>
      </span>
    </button>
  );
}
