import type { VerifiedEvent } from '../../events/event.ts';
import { buildReaction } from '../../events/publish/acts.ts';
import type { AccountActor } from '../../machines/account/account.machine.ts';

/** Likes something as whoever is here (ACCOUNT-17). `relay`: where it was seen. */
export function like(account: AccountActor, event: VerifiedEvent, relay: string | undefined): void {
  account.send({
    type: 'account.order',
    order: { type: 'citizen.publish', draft: buildReaction({ event, relay }), now: Math.floor(Date.now() / 1_000) },
  });
}
