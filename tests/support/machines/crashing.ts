import { type AnyActorLogic, type AnyStateMachine, StateMachine } from 'xstate';

/** Crashes its receiver, like an error in an action. */
export const CRASH = { type: 'test.crash' };

/** Return the same machine, which fails on `CRASH`. */
export function crashable<M extends AnyStateMachine>(machine: M): M {
  const crash = {
    actions: () => {
      throw new Error('planted');
    },
  };
  const config = { ...machine.config, on: { ...machine.config.on, [CRASH.type]: crash } };
  return new StateMachine(config as never, machine.implementations) as AnyStateMachine as M;
}

/** Return the same owner with child machines that fail on `CRASH`. */
export function ownerOfCrashable<M extends AnyStateMachine>(owner: M): M {
  const actors = Object.entries<AnyActorLogic>(
    owner.implementations.actors as Record<string, AnyActorLogic>,
  ).map(([name, logic]) => [
    name,
    logic instanceof StateMachine ? crashable(logic as AnyStateMachine) : logic,
  ]);
  return owner.provide({ actors: Object.fromEntries(actors) } as never) as M;
}
