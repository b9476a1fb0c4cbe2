import { isPort } from '../core/refs.ts';
import type { ActorRecord } from './history.ts';

/** Prefixes of events that only ports send. A replay has no ports that could name themselves. */
const PREFIXES: ReadonlySet<string> = new Set([
  'activity',
  'alarm',
  'createMemory',
  'devicePort',
  'draft',
  'draftListStore',
  'ecashLog',
  'file',
  'idle',
  'key',
  'lock',
  'messageDrafts',
  'mining',
  'mirrors',
  'pair',
  'paymentLog',
  'peer',
  'permits',
  'pool',
  'proxy',
  'put',
  'readArticlesStore',
  'reminder',
  'socket',
  'store',
  'system',
  'tabs',
  'translator',
  'vault',
  'versions',
  'walletConnection',
  'walletStore',
]);

/** Events of ports whose prefix views use as well. */
const TYPES: ReadonlySet<string> = new Set([
  'accounts.changed',
  'accounts.locked',
  'archive.failed',
  'archive.progress',
  'archive.saved',
  'archive.written',
  'articles.kept',
  'articles.removed',
  'articles.updated',
  'emoji.history',
  'local.heard',
  'local.held',
  'local.kept',
  'local.resumed',
  'network.wentOffline',
  'network.wentOnline',
  'nutzaps.chosen',
  'payment.lockAcquired',
  'relay.outcome',
  'sign.settled',
  'signer.answered',
  'signer.challenged',
  'signer.delayed',
  'signer.failed',
  'signer.locked',
]);

/** Names of events that only ports send, with any prefix. */
const NAMES = /\.(?:found|writeFailed)$/;

/** The id of the child whose end XState reports by this type. */
function endedChild(type: string): string | undefined {
  return /^xstate\.(?:done|error)\.actor\.(.+)$/s.exec(type)?.[1];
}

/** True if an event without a sender is the report of a port, not an act of a view. */
export function isPortReport(type: string): boolean {
  const [prefix = ''] = type.split('.', 1);
  return (
    endedChild(type) !== undefined || PREFIXES.has(prefix) || NAMES.test(type) || TYPES.has(type)
  );
}

/**
 * Return the port below an actor that sent it such a report: the one that the type names, or the
 * only one.
 */
export function reporterOf(
  records: Iterable<ActorRecord>,
  to: ActorRecord,
  type: string,
): ActorRecord | undefined {
  const ports = [...records].filter(
    ({ parent, ended, ref }) => parent === to && !ended && isPort(ref),
  );
  const [prefix = ''] = type.split('.', 1);
  const named = ports.findLast(({ id }) => id === (endedChild(type) ?? prefix));
  return named ?? (ports.length === 1 ? ports[0] : undefined);
}
