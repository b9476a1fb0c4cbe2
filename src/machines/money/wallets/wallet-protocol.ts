import type { AnyActorRef } from 'xstate';
import type { CipherScheme } from '../../../events/account/keys/cipher-payload.ts';
import type { Connection, WalletAbilities } from '../../../events/money/wallets/nwc.ts';
import type { WalletCall, WalletMethod, WalletNotice, WalletReply, WalletTransaction } from '../../../events/money/wallets/nwc-call.ts';
import type { Seconds } from '../../../events/core/time.ts';

/** What the line to a wallet is told. `id`: of one call. `lasts`: seconds after which the wallet must not act on it any more. `drop`: it is not to be sent any more, an answer still counts. */
export type LineCommand =
  | { type: 'line.call'; id: string; call: WalletCall; scheme: CipherScheme; lasts: number }
  | { type: 'line.drop'; id: string };

/**
 * What it reports: what the wallet can do; an answer, signed and encrypted by the wallet for us, to that very call, and once (E-40); what the wallet
 * tells by itself. `at`: by this device's clock. `failed`: a call could not be made into a request, so that nothing went out.
 */
export type LineSignal =
  | { type: 'line.abilities'; abilities: WalletAbilities }
  | { type: 'line.answered'; id: string; reply: WalletReply; at: Seconds }
  | { type: 'line.failed'; id: string; at: Seconds }
  | { type: 'line.noticed'; notice: WalletNotice };

export interface LineInput {
  readonly connection: Connection;
}

/** What a wallet may be asked. `request`: by which whoever asks knows the answer. */
export type WalletAsk = { type: 'wallet.call'; request: string; call: WalletCall; from: AnyActorRef };

/** Told to whoever asked: at most one answer, or that the time for one is over (undefined), after which one may still come. `method`: what was asked. */
export type WalletAnswered = {
  type: 'wallet.answered';
  request: string;
  method: WalletMethod;
  reply: WalletReply | undefined;
  at: Seconds;
};

/** Told to the parent: the wallet tells of a movement by itself. */
export type WalletNoticed = { type: 'wallet.noticed'; transaction: WalletTransaction };
