import { type Account, type AutoLock, withAccount } from '../../../events/account/account.ts';
import { isOwnSettingsRead } from '../../../events/account/signing/request-drafts.ts';
import { type AccountSwitch, switchAfter, switchTo } from './account-switch.ts';
import type { SessionEvent } from './session-protocol.ts';
import type { SignRequest } from '../../core/sign-request.ts';

interface NextAccount {
  readonly move: AccountSwitch | undefined;
  readonly accounts: readonly Account[];
  readonly autoLock: AutoLock;
}

/** Return the next account and the known accounts after this event. */
export function nextAccount(
  {
    account,
    accounts,
    move,
  }: Pick<NextAccount, 'move' | 'accounts'> & { readonly account: Account | undefined },
  event: SessionEvent,
): Partial<NextAccount> {
  switch (event.type) {
    case 'session.adopt':
      return {
        move: { ...move, ...switchTo(event.account, true) },
        accounts: withAccount(accounts, event.account),
      };
    case 'session.switch':
      return { move: switchTo(accounts.find(({ pubkey }) => pubkey === event.pubkey)) };
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

/** True for a quiet request that a closed key without a PIN signs (`isOwnSettingsRead`). */
export function isSilentSettingsRead(
  { act, pubkey, quiet }: SignRequest,
  account: Account | undefined,
): boolean {
  const isOwn =
    quiet === true &&
    pubkey === account?.pubkey &&
    act.do === 'sign' &&
    isOwnSettingsRead(act.template);
  return isOwn && account?.method === 'key' && account.lock === 'device';
}
