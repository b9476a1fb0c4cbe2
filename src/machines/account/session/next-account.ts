import { type Account, type AutoLock, withAccount } from '../../../events/account/account.ts';
import { isOwnReading } from '../../../events/account/signing/request-drafts.ts';
import { type Move, switchAfter, moveTo } from './account-switch.ts';
import type { SessionEvent } from './session-protocol.ts';
import type { SignRequest } from '../../core/sign-request.ts';

interface Planned {
  readonly move: Move | undefined;
  readonly accounts: readonly Account[];
  readonly autoLock: AutoLock;
}

/** Return the next account and the known accounts after this event. */
export function planned(
  {
    account,
    accounts,
    move,
  }: Pick<Planned, 'move' | 'accounts'> & { readonly account: Account | undefined },
  event: SessionEvent,
): Partial<Planned> {
  switch (event.type) {
    case 'session.adopt':
      return {
        move: { ...move, ...moveTo(event.account, true) },
        accounts: withAccount(accounts, event.account),
      };
    case 'session.switch':
      return { move: moveTo(accounts.find(({ pubkey }) => pubkey === event.pubkey)) };
    case 'accounts.changed':
      return {
        move: switchAfter(account, event.accounts),
        accounts: event.accounts,
        autoLock: event.autoLock,
      };
    case 'session.leave': {
      if (!account) return {};
      const { pubkey } = account;
      const leave = { pubkey, erase: event.erase };
      return {
        move: { account: undefined, keyOpen: false, leave },
        accounts: accounts.filter((one) => one.pubkey !== pubkey),
      };
    }
    default:
      return {};
  }
}

/** True for a quiet request that a closed key without a PIN signs (`isOwnReading`). */
export function isOwnSettingsRead(
  { act, pubkey, quiet }: SignRequest,
  account: Account | undefined,
): boolean {
  const isOwn =
    quiet === true && pubkey === account?.pubkey && act.do === 'sign' && isOwnReading(act.template);
  return isOwn && account?.method === 'key' && account.lock === 'device';
}
