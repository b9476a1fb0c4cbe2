import { type AnyActorLogic, type AnyStateMachine, StateMachine } from 'xstate';

/** Ends whoever hears it, as an error in an action would. */
export const CRASH = { type: 'test.crash' };

/** The same machine, which fails when it hears `CRASH`. */
export function crashable<M extends AnyStateMachine>(machine: M): M {
  const crash = {
    actions: () => {
      throw new Error('planted');
    },
  };
  const config = { ...machine.config, on: { ...machine.config.on, [CRASH.type]: crash } };
  return new StateMachine(config as never, machine.implementations) as AnyStateMachine as M;
}

/** The same owner, each of whose children that is a machine fails when it hears `CRASH`. */
export function ownerOfCrashable<M extends AnyStateMachine>(owner: M): M {
  const actors = Object.entries<AnyActorLogic>(owner.implementations.actors as Record<string, AnyActorLogic>).map(([name, logic]) => [
    name,
    logic instanceof StateMachine ? crashable(logic as AnyStateMachine) : logic,
  ]);
  return owner.provide({ actors: Object.fromEntries(actors) } as never) as M;
}
