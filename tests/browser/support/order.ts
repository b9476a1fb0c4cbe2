import { resolve } from 'node:path';

/** How a service for tests is to be run. */
export interface Order {
  /** 0: any free one. */
  readonly port: number;
  /** The built client. */
  readonly dist: string;
  /** The part of the demo town that is built, from 0 to 1; false: none. */
  readonly town: number | false;
  /** Files of signed events. */
  readonly imports: readonly string[];
  /** Public keys of premium members. */
  readonly premium: readonly string[];
  readonly data: string;
  /** Ports of this machine from which files are mirrored; without any only from the public internet. */
  readonly peers?: readonly number[];
}

/** The built client that is tested: `dist`, or what STARLING_DIST names. */
export const DIST = resolve(import.meta.dirname, '../../..', process.env['STARLING_DIST'] ?? 'dist');

export function readOrder(text: string | undefined): Order {
  const order: Order = JSON.parse(text ?? '{}');
  return order;
}
