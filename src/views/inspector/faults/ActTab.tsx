import { type FormEvent, type ReactNode, useState } from 'react';
import { readSnapshot } from '../../../machines/inspector/actor-rows.ts';
import {
  crashActor,
  type Fault,
  nameOfFault,
  stopActor,
} from '../../../machines/inspector/faults.ts';
import { Button } from '../../ui/controls/Button.tsx';
import type { IconName } from '../../ui/display/Icon.tsx';
import { useInspectorStrings } from '../../ui/strings/inspector.ts';
import styles from '../ActorPane.module.css';
import type { Inspected } from '../use-inspector.ts';
import act from './ActTab.module.css';
import { faultWords } from './fault-words.ts';
import { SendForm } from './SendForm.tsx';
import type { Hand } from './use-hand.ts';

interface ActTabProps {
  readonly inspected: Inspected;
  readonly hand: Hand;
}

/** Events and faults by hand: for the chosen actor, and for the whole tab (TOOL-05). */
export function ActTab({ inspected, hand }: ActTabProps) {
  const { faults: say } = useInspectorStrings();
  const { actor, takes } = inspected;
  return (
    <>
      {takes.length > 0 && (
        <Group title={say.event}>
          <SendForm {...inspected} />
        </Group>
      )}
      <Group title={say.ofActor(actor.id)}>
        <OfActor {...{ inspected, hand }} />
      </Group>
      <Group title={say.ofTab}>
        <OfTab {...{ inspected, hand }} />
        <p className={styles.none}>{say.untilClosed}</p>
      </Group>
    </>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={act.group}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function OfActor({ inspected: { actor }, hand }: ActTabProps) {
  const { faults: say } = useInspectorStrings();
  const hasEnded = actor.ended !== undefined;
  return (
    <>
      {actor.parent && (
        <>
          <p className={act.row}>
            <Button icon="x" disabled={hasEnded} onClick={() => stopActor(actor.ref)}>
              {say.stop}
            </Button>
            <Button icon="alert" disabled={hasEnded} onClick={() => crashActor(actor.ref)}>
              {say.crash}
            </Button>
          </p>
          <p role="status" className={styles.none}>
            {hasEnded ? say.hasEnded : say.endHint}
          </p>
        </>
      )}
      <Delay
        label={say.slow}
        hint={say.slowHint}
        onDelay={(ms) => hand.plant({ kind: 'slow', actor: actor.path, ms })}
      />
    </>
  );
}

function OfTab({ inspected: { history }, hand }: ActTabProps) {
  const { faults: say } = useInspectorStrings();
  const canSign = history.actors.some(
    ({ ended, snapshots }) =>
      !ended && readSnapshot(snapshots.at(-1)?.snapshot).machine?.id === 'signer',
  );
  return (
    <>
      <Switch
        fault={{ kind: 'cut' }}
        icon="offline"
        label={say.cut}
        hint={say.cutHint}
        hand={hand}
      />
      {canSign && (
        <Switch
          fault={{ kind: 'refuse' }}
          icon="key"
          label={say.refuse}
          hint={say.refuseHint}
          hand={hand}
        />
      )}
      <Delay
        label={say.late}
        hint={say.lateHint}
        onDelay={(ms) => hand.plant({ kind: 'late', ms })}
      />
    </>
  );
}

interface SwitchProps {
  readonly fault: Fault;
  readonly icon: IconName;
  readonly label: string;
  readonly hint: string;
  readonly hand: Hand;
}

/** Plants a fault, or undoes it. */
function Switch({ fault, icon, label, hint, hand }: SwitchProps) {
  const { faults: say, undo } = useInspectorStrings();
  const planted = hand.faults.find((one) => nameOfFault(one) === nameOfFault(fault));
  return (
    <>
      <p className={act.row}>
        <Button
          icon={icon}
          aria-label={planted ? say.undoes(faultWords(planted, '', say)) : label}
          onClick={() => (planted ? hand.undo(planted) : hand.plant(fault))}
        >
          {planted ? undo : label}
        </Button>
      </p>
      <p className={styles.none}>{hint}</p>
    </>
  );
}

const [FIRST_MS, MOST_MS] = [2_000, 600_000];

interface DelayProps {
  readonly label: string;
  readonly hint: string;
  readonly onDelay: (ms: number) => void;
}

/** Asks for a length of time. */
function Delay({ label, hint, onDelay }: DelayProps) {
  const { faults: say } = useInspectorStrings();
  const [text, setText] = useState(String(FIRST_MS));
  const ms = Math.round(Number(text));
  const isRight = ms >= 1 && ms <= MOST_MS;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isRight) onDelay(ms);
  };
  return (
    <form noValidate onSubmit={submit}>
      <div className={act.row}>
        <label className={act.length}>
          {say.milliseconds}
          <input
            type="number"
            min={1}
            max={MOST_MS}
            step={500}
            value={text}
            aria-invalid={!isRight}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        <Button type="submit" icon="clock" disabled={!isRight}>
          {label}
        </Button>
      </div>
      <p className={styles.none}>{isRight ? hint : say.outOfRange(MOST_MS)}</p>
    </form>
  );
}
