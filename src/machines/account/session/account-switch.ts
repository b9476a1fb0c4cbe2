import type { Account, Accounts } from '../../../events/account/account.ts';
import { type SigningErrorCode, type SigningFailure, signingFailure } from '../../../events/account/signing/signing-error.ts';
import type { Bus } from '../../core/bus.ts';
import type { BackupInput } from '../keys/backup.machine.ts';
import type { AccountsCommand } from './session-protocol.ts';
import type { Act, SignRequest } from '../../core/sign-request.ts';

/** Who comes next, once the one before has been settled. */
export interface Move {
  readonly account: Account | undefined;
  /** Whether its key is open already. */
  readonly keyOpen: boolean;
  /** Who signs out on the way, and what of it is erased. */
  readonly leave?: { readonly pubkey: string; readonly erase: boolean };
}

const CODES: Readonly<Record<Act['do'], SigningErrorCode>> = {
  sign: 'sign-no-nsec',
  encrypt: 'encrypt-no-nsec',
  decrypt: 'decrypt-no-nsec',
};

export function moveTo(account: Account | undefined, keyOpen = false): Move {
  return { account, keyOpen };
}

/**
 * Where to, after another tab has changed the accounts: undefined where that does not touch the one that is here. One whose key lives
 * in this page alone is kept elsewhere as a reader, which is no change.
 */
export function moveAfter(account: Account | undefined, accounts: readonly Account[]): Move | undefined {
  if (!account) return undefined;
  const found = accounts.find(({ pubkey }) => pubkey === account.pubkey);
  if (!found) return moveTo(undefined);
  const isHereOnly = account.method === 'key' && account.lock === 'page' && found.method === 'readonly';
  return isHereOnly || isSame(account, found) ? undefined : moveTo(found);
}

/**
 * Why somebody without a key cannot act (ACCOUNT-01), or why this account does not act for another (INV-SCOPE), or not unasked: its key is locked, or
 * elsewhere.
 */
export function refusalOf(
  { act, pubkey, quiet }: Pick<SignRequest, 'act' | 'pubkey' | 'quiet'>,
  account: Account | undefined,
): SigningFailure {
  if (account === undefined || account.method === 'readonly') return signingFailure(CODES[act.do], { code: 'act.signIn' });
  if (pubkey !== account.pubkey) return signingFailure('event_not_signed', { code: 'account.other' });
  const isLocked = quiet === true && account.method === 'key';
  return signingFailure('event_not_signed', { code: isLocked ? 'key.locked' : 'account.unbidden' });
}

function isSame(one: Account, other: Account): boolean {
  return one.method === other.method && (one.method !== 'key' || (other.method === 'key' && one.lock === other.lock));
}

/** How the key of an account is opened to be given out. One of this page alone is open, or it is gone. */
export function backedUp(account: Account | undefined): BackupInput {
  const lock = account?.method === 'key' ? account.lock : 'page';
  return { pubkey: account?.pubkey ?? '', by: lock === 'page' ? 'open' : lock };
}

/** The account without what opens its key, which is kept elsewhere. */
export function savedOf(account: Account): Account {
  return account.method === 'key' ? { pubkey: account.pubkey, method: 'key', lock: account.lock } : account;
}

/** Where there must be an account; a reader without a key is nobody. */
export function holder(account: Account | undefined): Account {
  return account ?? { pubkey: '', method: 'readonly' };
}

/** What the store keeps of the accounts, with the one that is here. */
export function keptOf({ accounts, autoLock }: Omit<Accounts, 'current'>, account: Account | undefined): AccountsCommand {
  return { type: 'accounts.keep', accounts, current: account?.pubkey, autoLock };
}

/** The action that ends what waits for the signer, and says why. */
export function deny(code: 'key.left' | 'key.erased' | 'key.unreadable' | 'key.unopened' | 'pin.missing' | 'pin.unasked') {
  return { type: 'denySigner', params: { failure: signingFailure('sign-no-nsec', { code }) } } as const;
}

interface Here {
  readonly account: Account | undefined;
  readonly bus: Bus;
}

/** Who is here, for what is asked on the account's behalf. */
export function here({ account, bus }: Here) {
  return { account: holder(account), bus };
}
