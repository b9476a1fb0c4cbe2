import type { Account, Accounts, AutoLock } from '../../../events/account/account.ts';
import type { Bus } from '../../core/bus.ts';
import type { CreateNews } from './create-account.machine.ts';
import type { IdleNews } from '../keys/idle.machine.ts';
import type { SignerNews } from '../signing/signer.machine.ts';
import type { SignEvent } from '../../core/sign-request.ts';
import type { Ours } from '../../../events/nostr/ours.ts';
import type { PublishIntent } from '../../core/outbox-protocol.ts';

/** What the store of accounts is told. `forgetKey`: the kept key is of no use; why is logged (ACCOUNT-16). */
export type AccountsCommand = ({ type: 'accounts.keep' } & Accounts) | { type: 'accounts.forgetKey'; pubkey: string; why: string };
/** What it reports: another tab has changed them. */
export type AccountsSignal = { type: 'accounts.changed'; accounts: readonly Account[]; autoLock: AutoLock };

export type SessionEvent =
  | SignEvent
  | SignerNews
  | AccountsSignal
  | CreateNews
  /** Opens the sign-in, whose own events go to the child `login`. */
  | { type: 'session.login' }
  | { type: 'session.closeLogin' }
  /** Begins a new account, in the child `create` (ACCOUNT-07). */
  | { type: 'session.create' }
  | { type: 'session.closeCreate' }
  /** Opens the backup of the key of who is here, in the child `backup`. */
  | { type: 'session.backup' }
  | { type: 'session.closeBackup' }
  /** Somebody says that he keeps that key elsewhere. */
  | { type: 'session.saved'; pubkey: string }
  | { type: 'session.adopt'; account: Account }
  /** Said within: somebody who can act is here now. */
  | { type: 'session.arrived' }
  | { type: 'session.switch'; pubkey: string }
  /** Signs out. `erase`: also what was kept on this device for the account. */
  | { type: 'session.leave'; erase: boolean }
  | { type: 'session.unlock' }
  | { type: 'session.lock' }
  /** The page went to sleep. */
  | { type: 'session.slept' }
  | IdleNews
  | { type: 'session.autoLock'; when: AutoLock };

/** Told to the parent: everything that belongs to an account is started anew for the one that is there now (INV-SCOPE). */
export type SessionNews = { type: 'session.changed'; account: Account | undefined };

/** What somebody new wants published, as an intent. */
export type SessionIntent = { type: 'account.intent'; intent: PublishIntent };

export interface SessionInput extends Accounts {
  readonly bus: Bus;
  /** Origin of the page, and the relay there. */
  readonly home: string;
  readonly homeRelay: Ours<string>;
}

/** What begins and ends beneath the session. */
export type SessionChild = 'signer' | 'reader' | 'membership' | 'login' | 'pin' | 'store' | 'create' | 'backup' | 'erase' | 'idle';
