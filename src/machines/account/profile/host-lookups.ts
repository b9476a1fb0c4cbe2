import { lazyPort } from '../../core/ports.ts';
import type { NameKey, NameLookUp } from './verified-names.machine.ts';

/** Asks the host of an address for a key. */
export type LookUp = (asked: NameLookUp, signal: AbortSignal) => Promise<NameKey>;

/** Loaded when the first host is asked. */
export const hostLookups = lazyPort<LookUp>();
