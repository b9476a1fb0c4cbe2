import type { CipherScheme } from '../../../events/account/keys/cipher-payload.ts';
import type { Connection, WalletAbilities } from '../../../events/money/wallets/nwc.ts';
import type {
  WalletCall,
  WalletMethod,
  WalletNotice,
  WalletReply,
  WalletTransaction,
} from '../../../events/money/wallets/nwc-call.ts';
import type { Seconds } from '../../../events/core/time.ts';
import type { ReplyTo, ScopeRef } from '../../core/feature.ts';

/**
 * Commands to a wallet connection. `want`: the user may be asked to permit it. `id`: of one call.
 * `lasts`: seconds until the request expires.
 * `drop`: do not send the request any more, but accept a response.
 */
export type WalletConnectionCommand =
  | { type: 'walletConnection.want' }
  | {
      type: 'walletConnection.request';
      id: string;
      call: WalletCall;
      scheme: CipherScheme;
      lasts: number;
    }
  | { type: 'walletConnection.drop'; id: string };

/**
 * Reports of the connection: the wallet's capabilities, an authenticated response to one call, once
 * (E-40), and notifications. `at`: time of this device. `failed`: nothing was sent. `unconfirmed`:
 * the request is not sent any more, but a relay may have received it. `notPermitted`: all traffic
 * uses the caching service, and the user permits no connection to the wallet's relays (RELAY-08).
 * `asked`: the same, but the user has not answered, or will be asked once a call wants it.
 */
export type WalletConnectionSignal =
  | { type: 'walletConnection.abilitiesReceived'; abilities: WalletAbilities; at: Seconds }
  | { type: 'walletConnection.answered'; id: string; reply: WalletReply; at: Seconds }
  | {
      type: 'walletConnection.failed';
      id: string;
      at: Seconds;
      why: 'unmade' | 'notPermitted' | 'expired';
    }
  | { type: 'walletConnection.unconfirmed'; id: string }
  | { type: 'walletConnection.notified'; notice: WalletNotice }
  | { type: 'walletConnection.notPermitted' }
  | { type: 'walletConnection.asked' };

export interface WalletConnectionInput {
  readonly connection: Connection;
}

export interface WalletInput extends WalletConnectionInput {
  /** Forwards requests to the relay pool. */
  readonly scope: ScopeRef;
}

/**
 * A call to a wallet. `request`: id under which the caller receives the response. `at`: when a
 * payment was ordered, by the wall clock.
 */
export type WalletAsk = {
  type: 'wallet.call';
  request: string;
  at?: Seconds | undefined;
  call: WalletCall;
  from: ReplyTo<WalletAnswered>;
};

/**
 * Sent to the caller: one response, or `undefined` after the timeout, which a late response may
 * follow. `method`: of the call.
 */
export type WalletAnswered = {
  type: 'wallet.answered';
  request: string;
  method: WalletMethod;
  reply: WalletReply | undefined;
  at: Seconds;
};

/** Sent to the parent: a notification of a transaction by the wallet. */
export type WalletNoticed = { type: 'wallet.noticed'; transaction: WalletTransaction };
