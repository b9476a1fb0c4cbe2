import type { ActorLogic, AnyActorLogic, EventFromLogic, InputFrom, SnapshotFrom } from 'xstate';

type LogicOf<Logic extends AnyActorLogic> = ActorLogic<
  SnapshotFrom<Logic>,
  EventFromLogic<Logic>,
  InputFrom<Logic>
>;

/**
 * Placeholder for actor logic that is loaded with its screen. The screen registers the real logic.
 * Starting the actor earlier throws.
 */
export function lazyLogic<Logic extends AnyActorLogic>(name: string) {
  let fetched: LogicOf<Logic> | undefined;
  const here = (): LogicOf<Logic> => {
    if (!fetched) throw new Error(`'${name}' is not loaded`);
    return fetched;
  };
  const logic: LogicOf<Logic> = {
    getInitialSnapshot: (scope, input) => here().getInitialSnapshot(scope, input),
    transition: (snapshot, event, scope) => here().transition(snapshot, event, scope),
    start: (snapshot, scope) => here().start?.(snapshot, scope),
    getPersistedSnapshot: (snapshot, options) => here().getPersistedSnapshot(snapshot, options),
  };
  return {
    logic,
    register: (code: LogicOf<Logic>): void => {
      fetched = code;
    },
  };
}
