import type { Account, Accounts, AutoLock } from '../../../events/account/account.ts';
import type { Bus } from '../../core/bus.ts';
import type { AccountEnding } from '../../core/feature.ts';
import type { Leave } from '../keys/erase.machine.ts';
import type { CreateNews } from './create-account.machine.ts';
import type { IdleNews } from '../keys/idle.machine.ts';
import type { SignerNews } from '../signing/signer.machine.ts';
import type { PeerEvent } from '../../connection/relay-protocol.ts';
import type { SignEvent } from '../../core/sign-request.ts';
import type { Ours } from '../../../events/nostr/ours.ts';
import type { PublishIntent } from '../../core/outbox-protocol.ts';

/**
 * Commands to the account store. `leave`: a removal that begins with these accounts. `forgetKey`:
 * the stored key is useless; the reason is logged (ACCOUNT-16). `lock`: the user locked the key in
 * this tab.
 */
export type AccountsCommand =
  | ({ type: 'accounts.keep'; leave?: Leave } & Accounts)
  | { type: 'accounts.lock'; pubkey: string }
  | { type: 'accounts.forgetKey'; pubkey: string; why: string };

/**
 * Commands about the open key of an account that is not the current one. `handOver`: its signer
 * holds it from now on.
 */
export interface KeyHoldCommand {
  readonly type: 'keyHold.hold' | 'keyHold.close' | 'keyHold.handOver';
  readonly pubkey: string;
}

/**
 * Signal from the account store: another tab, or the settings of this one, changed the accounts, or
 * another tab locked a key.
 */
export type AccountsSignal = AccountsChanged | { type: 'accounts.locked'; pubkey: string };

export type SessionEvent =
  | SignEvent
  | PeerEvent
  | SignerNews
  | AccountsSignal
  | CreateNews
  /** Opens the sign-in. Its own events go to the child `login`. */
  | { type: 'session.login' }
  | { type: 'session.closeLogin' }
  /** Begins a new account in the child `create` (ACCOUNT-07). */
  | { type: 'session.create' }
  | { type: 'session.closeCreate' }
  /** Opens the backup of the current account's key in the child `backup`. */
  | { type: 'session.backup' }
  | { type: 'session.closeBackup' }
  /** The user confirms that they have a copy of that key. */
  | { type: 'session.saved'; pubkey: string }
  | { type: 'session.adopt'; account: Account }
  /** Internal: the current account can act now. */
  | { type: 'session.arrived' }
  | { type: 'session.switch'; pubkey: string }
  /** Signs out. `erase`: also erase the account's data on this device. */
  | { type: 'session.leave'; erase: boolean }
  | { type: 'session.unlock' }
  | { type: 'session.lock' }
  /** The page went to sleep. */
  | { type: 'session.slept' }
  | IdleNews
  | { type: 'session.autoLock'; when: AutoLock };

/**
 * `chosen`: the account to which another tab has switched. `isOwn`: this tab changed them.
 * `erased`: accounts whose data on this device is being removed.
 */
export interface AccountsChanged {
  readonly type: 'accounts.changed';
  readonly accounts: readonly Account[];
  readonly autoLock: AutoLock;
  readonly chosen?: string | undefined;
  readonly isOwn?: boolean;
  readonly erased?: readonly string[];
}

/** Sent to the parent, which restarts all parts of the account for the new one (INV-SCOPE). */
export type SessionNews = { type: 'session.changed'; account: Account | undefined };

/**
 * An event that a new account wants to publish, as an intent. Or a notification for the parts of
 * the account that leaves.
 */
export type SessionIntent = { type: 'account.intent'; intent: PublishIntent | AccountEnding };

export interface SessionInput extends Accounts {
  readonly bus: Bus;
  /** Origin of the page, and its relay. */
  readonly home: string;
  readonly homeRelay: Ours<string>;
}

/** Ids of the session's children. */
export type SessionChild =
  | 'signer'
  | 'reader'
  | 'membership'
  | 'login'
  | 'pin'
  | 'store'
  | 'create'
  | 'backup'
  | 'erase'
  | 'peers'
  | 'idle'
  | 'keyHolds';
