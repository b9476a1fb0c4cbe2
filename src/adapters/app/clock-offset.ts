import type { PromiseActorLogic } from 'xstate';
import { type Seconds, seconds } from '../../events/core/time.ts';
import { promiseAdapter } from '../../machines/core/ports.ts';

/**
 * Return how far this device's clock is ahead of the service's, by the `Date` of its response (RFC
 * 9110). Negative: behind. Rejects if there is no response, or none with a date.
 */
export function clockAhead({
  fetch,
  home,
}: {
  readonly fetch: typeof globalThis.fetch;
  readonly home: string;
}): PromiseActorLogic<Seconds, undefined> {
  return promiseAdapter(async ({ signal }) => {
    const { headers } = await fetch(home, {
      method: 'HEAD',
      cache: 'no-store',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    const then = Date.parse(headers.get('date') ?? '');
    if (Number.isNaN(then)) throw new Error('the answer has no date');
    return seconds(Math.round((Date.now() - then) / 1_000));
  });
}

const TIMEOUT_MS = 4_000;
