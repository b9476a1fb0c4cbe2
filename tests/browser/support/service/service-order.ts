import { resolve } from 'node:path';
import type { PlayConnection } from '../../../../service/money/wallet-connections.ts';
import type { Previews } from '../../../../service/preview/preview-mode.ts';
import type { DemoAccount } from '../../../../town/town-target.ts';

/** Options of a test service. */
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
  /** Bytes of cached copies of pictures (MEDIA-06). None are made without it. */
  readonly mediaCache?: number;
  /** When previews of links are made. Never without it. */
  readonly previews?: Previews;
  /** A PostgreSQL database for the events, instead of a file there. */
  readonly store?: string;
  /**
   * Ports of this machine from which files are mirrored; without any only from the public internet.
   */
  readonly peers: readonly number[];
  /** Address of another caching service that its pages read from. */
  readonly cache?: string;
}

/**
 * A request to the process that runs services: start one, or, without an order, stop it. `id` names
 * the service.
 */
export type Request = { readonly id: number; readonly order: Order } | { readonly id: number };

/**
 * The response: the address of the service, nothing once it has stopped, or the reason why it
 * failed.
 */
export interface Answer {
  readonly id: number;
  readonly url?: string;
  readonly demo?: readonly DemoAccount[];
  readonly wallets?: readonly PlayConnection[];
  readonly failed?: string;
}

/** The built client under test: `dist`, or the folder in STARLING_DIST. */
export const DIST = resolve(
  import.meta.dirname,
  '../../../..',
  process.env['STARLING_DIST'] ?? 'dist',
);
