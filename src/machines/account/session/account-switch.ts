import {
  type Account,
  type Accounts,
  type AutoLock,
  withAccount,
} from '../../../events/account/account.ts';
import { accountAfter } from '../../../events/account/account-after.ts';
import { hasPinLock } from '../../../events/account/pin-lock.ts';
import {
  type SigningErrorCode,
  type SigningFailure,
  signingFailure,
} from '../../../events/account/signing/signing-error.ts';
import type { Bus } from '../../core/bus.ts';
import type { AccountNotice } from '../../core/feature.ts';
import type { BackupInput } from '../keys/backup.machine.ts';
import type { Leave } from '../keys/erase.machine.ts';
import type {
  AccountsChanged,
  AccountsCommand,
  KeyHoldCommand,
  SessionEvent,
  SessionIntent,
} from './session-protocol.ts';
import type { SignAction, SignRequest } from '../../core/sign-request.ts';
import { isOwnSettingsRead } from '../../../events/account/signing/request-drafts.ts';

/** The next account, after the previous one is settled. */
export interface AccountSwitch {
  readonly account: Account | undefined;
  /** True if its key is already open. */
  readonly keyOpen: boolean;
  /** The account to sign out, and whether to erase its data. */
  readonly leave?: Leave | undefined;
  /**
   * True if another tab is removing the data of the account that ends here. `undefined` if no other
   * tab changed the account.
   */
  readonly isErased?: boolean;
}

const CODES: Readonly<Record<SignAction['do'], SigningErrorCode>> = {
  sign: 'sign-no-nsec',
  encrypt: 'encrypt-no-nsec',
  decrypt: 'decrypt-no-nsec',
};

export function switchTo(account: Account | undefined, keyOpen = false): AccountSwitch {
  return { account, keyOpen };
}

/**
 * Return the next account after another tab changed the accounts. `undefined` if the current one is
 * not affected. A key that only this page has is stored as a reader elsewhere, which is no change.
 */
export function switchAfter(
  account: Account | undefined,
  accounts: readonly Account[],
): AccountSwitch | undefined {
  if (!account) return undefined;
  const found = accounts.find(({ pubkey }) => pubkey === account.pubkey);
  if (!found) return switchTo(accountAfter(accounts));
  const isHereOnly =
    account.method === 'key' && account.lock === 'page' && found.method === 'readonly';
  return isHereOnly || isSame(account, found) ? undefined : switchTo(found);
}

/**
 * Return the account with another lock, if its PIN was set or removed here or in another tab. Its
 * key is the same, so an open key stays open.
 */
export function relockedBy(
  account: Account | undefined,
  accounts: readonly Account[],
): Account | undefined {
  if (account?.method !== 'key' || account.lock === 'page') return undefined;
  const found = accounts.find(({ pubkey }) => pubkey === account.pubkey);
  const isOther = found?.method === 'key' && found.lock !== 'page' && found.lock !== account.lock;
  return isOther ? found : undefined;
}

/**
 * Return the account whose open key has a PIN, if the user leaves it for another account. A key
 * without a PIN opens by itself, and need not stay open.
 */
export function leftUnlocked({
  account,
  keyOpen,
  move,
}: {
  readonly account: Account | undefined;
  readonly keyOpen: boolean;
  readonly move: AccountSwitch | undefined;
}): string | undefined {
  if (!account || !move || !keyOpen || move.account?.pubkey === account.pubkey) return undefined;
  return hasPinLock(account) ? account.pubkey : undefined;
}

/**
 * Return whether the key of the next account is open, and the command that ends the hold on it. A
 * key that was opened again at a sign-in closes once, because its signer owns the second opening.
 */
export function arrivalOf(
  { account, keyOpen }: AccountSwitch,
  unlocked: readonly string[],
): { readonly keyOpen: boolean; readonly hold: KeyHoldCommand | undefined } {
  if (!account || !unlocked.includes(account.pubkey)) return { keyOpen, hold: undefined };
  const { pubkey } = account;
  const isTaken = !keyOpen && account.method === 'key';
  return {
    keyOpen: keyOpen || isTaken,
    hold: { type: isTaken ? 'keyHold.handOver' : 'keyHold.close', pubkey },
  };
}

type Warning =
  | 'account.signedOut'
  | 'account.movedOn'
  | 'account.pinChanged'
  | 'account.changed'
  | 'account.otherChosen'
  | 'account.lockedThere';

/**
 * Return the message code for a change by another tab: of this account, or of the tab's choice.
 * `undefined` if there is nothing to say.
 */
export function changeElsewhere(
  account: Account | undefined,
  { accounts, chosen, isOwn = false }: Pick<AccountsChanged, 'accounts' | 'chosen' | 'isOwn'>,
): Warning | undefined {
  if (switchAfter(account, accounts) === undefined)
    return chosen === undefined || chosen === account?.pubkey ? undefined : 'account.otherChosen';
  if (isOwn) return undefined;
  if (!accounts.some(({ pubkey }) => pubkey === account?.pubkey))
    return accounts.length > 0 ? 'account.movedOn' : 'account.signedOut';
  return relockedBy(account, accounts) ? 'account.pinChanged' : 'account.changed';
}

/** Return the notice about another tab. */
export function warningOf(code: Warning): AccountNotice {
  return { type: 'account.failed', kind: 'warning', message: { code } };
}

/**
 * Return why an account cannot act. It has no key (ACCOUNT-01), or the request is for another
 * account (INV-SCOPE). Or the request is silent, and the key is locked or elsewhere.
 */
export function refusalOf(
  request: Pick<SignRequest, 'act' | 'pubkey' | 'quiet' | 'isUnattended'>,
  account: Account | undefined,
): SigningFailure {
  const { act, pubkey } = request;
  if (account === undefined || account.method === 'readonly')
    return signingFailure(CODES[act.do], { code: 'act.signIn' });
  if (pubkey !== account.pubkey)
    return signingFailure('event_not_signed', { code: 'account.other' });
  const isLocked = isQuietFor(request, account) && account.method === 'key';
  return signingFailure('event_not_signed', { code: isLocked ? 'key.locked' : 'account.unbidden' });
}

function isSame(one: Account, other: Account): boolean {
  return (
    one.method === other.method &&
    (one.method !== 'key' || (other.method === 'key' && one.lock === other.lock))
  );
}

/**
 * Return how to open an account's key for a backup. A key that only this page has is open, or lost.
 */
export function backedUp(account: Account | undefined): BackupInput {
  const lock = account?.method === 'key' ? account.lock : 'page';
  return { pubkey: account?.pubkey ?? '', by: lock === 'page' ? 'open' : lock };
}

/** Return the account without the data that opens its key, which is stored elsewhere. */
export function savedOf(account: Account): Account {
  return account.method === 'key'
    ? { pubkey: account.pubkey, method: 'key', lock: account.lock }
    : account;
}

/** Return the account, or a placeholder without a key. */
export function holder(account: Account | undefined): Account {
  return account ?? { pubkey: '', method: 'readonly' };
}

/**
 * Return the notification that the account is about to leave this tab. `undefined` if it stays, as
 * with another signer.
 */
export function endingNews({
  account,
  move,
}: Pick<NextAccount, 'move'> & Pick<Here, 'account'>): SessionIntent | undefined {
  const next = move?.account?.method === 'readonly' ? undefined : move?.account;
  if (!account || !move || next?.pubkey === account.pubkey) return undefined;
  const isErased = move.leave?.erase ?? move.isErased ?? false;
  return { type: 'account.intent', intent: { type: 'account.ending', isErased } };
}

/** Return the command to store the accounts, with the current one. `leave`: begins a removal. */
export function keptOf(
  { accounts, autoLock }: Omit<Accounts, 'current'>,
  account: Account | undefined,
  leave?: Leave,
): AccountsCommand {
  const kept = { type: 'accounts.keep', accounts, current: account?.pubkey, autoLock } as const;
  return leave ? { ...kept, leave } : kept;
}

/** Actions after a key was opened. */
export const UNLOCKED = ['open', 'unlockSigner', 'notifyUnlocked'] as const;

/** Return the action that rejects all sign requests with a reason. */
export function deny(
  code:
    | 'key.left'
    | 'key.erased'
    | 'key.unreadable'
    | 'key.unopened'
    | 'pin.missing'
    | 'pin.unasked',
) {
  return {
    type: 'denySigner',
    params: { failure: signingFailure('sign-no-nsec', { code }) },
  } as const;
}

interface Here {
  readonly account: Account | undefined;
  readonly bus: Bus;
}

/** Return the current account, for requests on its behalf. */
export function here({ account, bus }: Here) {
  return { account: holder(account), bus };
}

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
    case 'accounts.changed': {
      const move = switchAfter(account, event.accounts);
      const isErased = event.erased?.includes(account?.pubkey ?? '') ?? false;
      return {
        move: move && { ...move, isErased },
        accounts: event.accounts,
        autoLock: event.autoLock,
      };
    }
    case 'session.leave': {
      if (!account) return {};
      const { pubkey } = account;
      const leave = { pubkey, erase: event.erase };
      const others = accounts.filter((one) => one.pubkey !== pubkey);
      return { move: { ...switchTo(accountAfter(others)), leave }, accounts: others };
    }
    default:
      return {};
  }
}

/**
 * Return a planned switch after another tab changed the accounts. The account to land on after a
 * sign-out may have another lock now, or be gone.
 */
export function updatedSwitch(
  move: AccountSwitch | undefined,
  accounts: readonly Account[],
): AccountSwitch | undefined {
  const { account: next, keyOpen, leave, isErased } = move ?? {};
  const isSignedOut = leave !== undefined || isErased !== undefined;
  if (!isSignedOut || !next || keyOpen === true) return move;
  const others = accounts.filter(({ pubkey }) => pubkey !== leave?.pubkey);
  const found = others.find(({ pubkey }) => pubkey === next.pubkey);
  return { ...move, ...switchTo(found ?? accountAfter(others)) };
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
  return isOwn && opensFor({}, account);
}

/** True for a request that must not ask for a PIN. Only a key on this device has one. */
export function isQuietFor(
  { quiet, isUnattended }: Pick<SignRequest, 'quiet' | 'isUnattended'>,
  account: Account | undefined,
): boolean {
  return quiet === true || (isUnattended === true && account?.method === 'key');
}

/** True for a request that opens a closed key by itself: the key has no PIN. */
export function opensFor(
  { onlyIfOpen = false }: Pick<SignRequest, 'onlyIfOpen'>,
  account: Account | undefined,
): boolean {
  return !onlyIfOpen && account?.method === 'key' && account.lock === 'device';
}
