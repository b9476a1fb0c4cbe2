/**
 * Access to direct messages. `proved`: only for their sender and recipient, with a proof.
 * `open-to-clients`: for everybody on a socket, because some clients cannot prove their account.
 */
export type MessageAccess = 'proved' | 'open-to-clients';

export function isMessageAccess(text: string): text is MessageAccess {
  return text === 'proved' || text === 'open-to-clients';
}
