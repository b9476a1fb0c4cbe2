import type { VerifiedEvent } from '../event.ts';

/** A zap read from a verified receipt (kind 9735, NIP-57). `sender` signed the request inside it. Amount in msats, time in seconds. */
export interface Zap {
  readonly id: string;
  readonly sender: string;
  readonly receiver: string;
  readonly amountMsats: number;
  readonly message: string;
  readonly createdAt: number;
  /** Event id or address that was zapped; undefined for a zap of a profile. */
  readonly target: string | undefined;
  readonly receipt: VerifiedEvent;
}
