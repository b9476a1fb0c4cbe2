import { requestMachine } from '../../../src/machines/connection/request.machine.ts';

/** A request that crashes at its start: the caller continues as without an answer. */
export const brokenRequest = requestMachine.provide({
  delays: {
    deadline: () => {
      throw new Error('planted');
    },
  },
});
