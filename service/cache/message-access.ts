import { oneOf } from '../../src/events/core/json.ts';

const ACCESS = ['proved', 'open-to-clients'] as const;

/**
 * Access to direct messages. `proved`: only for their sender and recipient, with a proof.
 * `open-to-clients`: for everybody on a socket, because some clients cannot prove their account.
 */
export type MessageAccess = (typeof ACCESS)[number];

export const isMessageAccess = oneOf(ACCESS);
