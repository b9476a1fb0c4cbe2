import { type CallbackActorLogic, type EventObject, fromCallback } from 'xstate';

/** A callback port that keeps its commands per run and sends the signals of the test. */
export function fakePort<
  Command extends EventObject,
  Input,
  Signal extends EventObject = EventObject,
>() {
  const lives: Array<{
    input: Input;
    told: Command[];
    ended: boolean;
    report: (signal: Signal) => void;
  }> = [];
  const logic: CallbackActorLogic<Command, Input> = fromCallback<Command, Input>(
    ({ input, sendBack, receive }) => {
      const life = { input, told: [] as Command[], ended: false, report: sendBack };
      lives.push(life);
      receive((command) => life.told.push(command));
      return () => {
        life.ended = true;
      };
    },
  );
  return {
    logic,
    lives,
    last: () => {
      const life = lives.at(-1);
      if (!life) throw new Error('the port was not started');
      return life;
    },
    told: () => lives.flatMap(({ told }) => told),
    report: (signal: Signal) => lives.at(-1)?.report(signal),
  };
}
