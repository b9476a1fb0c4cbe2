import { requestMachine } from '../../../src/machines/connection/request.machine.ts';

/** A question that breaks down as it is asked: whoever asked goes on as without an answer. */
export const brokenRequest = requestMachine.provide({
  delays: {
    deadline: () => {
      throw new Error('planted');
    },
  },
});
