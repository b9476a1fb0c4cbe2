import { verdictOf } from '../metrics/service-metrics.ts';
import { isDiskFull, StoreUnavailable } from '../errors.ts';
import { redactError } from './redacted-error.ts';
import { describeError, type LogEntry } from './log.ts';

/** Receives log entries. An entry without `words` is only in the JSON log. */
export type WriteLog = (entry: LogEntry, words?: string) => void;

/** Observes the running service. Frequent events are aggregated. */
export interface ActivityLog {
  /** A query of the store took this many seconds, and failed with `error` if given. */
  readonly asked: (question: string, length: number, error?: unknown) => void;
  readonly answered: (verb: string, length: number) => void;
  readonly verdict: (accepted: boolean, reason: string) => void;
  /** An unexpected error. */
  readonly failed: (where: string, error: unknown) => void;
  /** Log the aggregated events. */
  readonly close: () => void;
}

const EVERY = 60_000;
/** Seconds. */
const SLOW = 1;
/** Limit of distinct faults and names within a minute. */
const MOST = 50;

type Slow = Omit<Extract<LogEntry, { readonly event: 'slow' }>, 'event'>;

/** `now`: milliseconds of a monotonic clock. */
export function openActivityLog(told: WriteLog, now: () => number): ActivityLog {
  let awaySince: number | undefined;
  const refused = new Map<string, number>();
  const slow = new Map<string, Slow>();
  const faults = new Set<string>();
  const note = (of: Slow['of'], name: string, length: number) => {
    if (length < SLOW) return;
    const key = `${of} ${name}`;
    const entry = slow.get(key) ?? { of, name, times: 0, longestMs: 0 };
    if (slow.size >= MOST && !slow.has(key)) return;
    slow.set(key, {
      of,
      name,
      times: entry.times + 1,
      longestMs: Math.max(entry.longestMs, Math.round(length * 1_000)),
    });
  };
  const failed = (where: string, error: unknown) => {
    if (error instanceof StoreUnavailable || isDiskFull(error) || isAborted(error)) return;
    const fault = redactError(error);
    const key = JSON.stringify([where, fault]);
    if (faults.size >= MOST || faults.has(key)) return;
    faults.add(key);
    told({ event: 'fault', where, ...fault }, describeError(`Something failed in ${where}`, error));
  };
  const flush = () => {
    if (refused.size > 0) told({ event: 'refused', reasons: Object.fromEntries(refused) });
    for (const entry of slow.values()) told({ event: 'slow', ...entry });
    for (const each of [refused, slow, faults]) each.clear();
  };
  const timer = setInterval(flush, EVERY).unref();
  return {
    asked(question, length, error) {
      note('store', question, length);
      const isAway = error instanceof StoreUnavailable && error.state === 'away';
      if (isAway && awaySince === undefined) {
        awaySince = now();
        told({ event: 'away' }, 'The database is away: nothing is acknowledged until it is back.');
      } else if (error === undefined && awaySince !== undefined && PROVING.includes(question)) {
        const ms = Math.round(now() - awaySince);
        awaySince = undefined;
        told(
          { event: 'back', ms },
          `The database is back, after ${Math.round(ms / 1_000)} seconds.`,
        );
      } else if (error !== undefined) failed(question, error);
    },
    answered: (verb, length) => note('verb', verb, length),
    verdict(accepted, reason) {
      if (accepted) return;
      const name = verdictOf(accepted, reason);
      refused.set(name, (refused.get(name) ?? 0) + 1);
    },
    failed,
    close() {
      clearInterval(timer);
      flush();
    },
  };
}

/** Queries that always reach the database. */
const PROVING = ['sweep', 'noted', 'insert'];

/** True if the caller ended its own request, for example as its client closed it. */
function isAborted(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
