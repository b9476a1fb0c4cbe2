import { resolve } from 'node:path';
import type { PlayConnection } from '../../../../service/money/wallet-connections.ts';
import type { DemoAccount } from '../../../../service/town/town.ts';

/** How a service for tests is to be run. */
export interface Order {
  /** 0: any free one. */
  readonly port: number;
  /** The part of the demo town that is built, from 0 to 1; false: none. */
  readonly town: number | false;
  /** Files of signed events. */
  readonly imports: readonly string[];
  /** Public keys of premium members. */
  readonly premium: readonly string[];
  readonly data: string;
  /** A PostgreSQL database for the events, instead of a file there. */
  readonly store?: string;
  /** Ports of this machine from which files are mirrored; without any only from the public internet. */
  readonly peers: readonly number[];
  /** Address of another caching service that its pages read from. */
  readonly cache?: string;
}

/** What is asked of the process that runs services: to start one, or, without an order, to end it. `id` names the service. */
export type Request = { readonly id: number; readonly order: Order } | { readonly id: number };

/** What it answers: where the service runs, nothing once it has ended, or why it could not. */
export interface Answer {
  readonly id: number;
  readonly url?: string;
  readonly demo?: readonly DemoAccount[];
  readonly wallets?: readonly PlayConnection[];
  readonly failed?: string;
}

/** The built client that is tested: `dist`, or what STARLING_DIST names. */
export const DIST = resolve(import.meta.dirname, '../../../..', process.env['STARLING_DIST'] ?? 'dist');
