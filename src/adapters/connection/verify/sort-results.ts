import type { Claim } from '../../../events/connection/claims.ts';
import { readResult, referencedEvent } from '../../../events/connection/results.ts';
import type { SignedEvent } from '../../../events/nostr/event.ts';
import { field, isRecord } from '../../../events/core/json.ts';
import { readEvent } from '../../../events/nostr/event-shape.ts';

/**
 * One result of a response, sorted but not verified. `weight` is about the cost of a note for the
 * main thread.
 */
export type Result =
  | {
      readonly type: 'signed';
      readonly event: SignedEvent;
      readonly path: 'events' | 'referenced';
      readonly weight: number;
    }
  | { readonly type: 'claim'; readonly claim: Claim; readonly weight: number }
  | { readonly type: 'rejected'; readonly weight: number };

/** Kinds from here upward are the service's own. Lower kinds are signed events only. */
const FIRST_RESULT_KIND = 10_000_000;
const NOTE_CHARS = 2_000;
const CLAIM_WEIGHT = 0.2;
const MAX_DEPTH = 32;

/**
 * Sorts one result object: a signed event, a wrapped referenced event, or a claim. `undefined` for
 * an empty result. Never throws.
 */
export function sortResult(value: unknown): Result | undefined {
  if (!isRecord(value)) return undefined;
  const kind = field(value, 'kind');
  if (typeof kind === 'number' && kind < FIRST_RESULT_KIND) return signed(value, 'events');
  const wrapped = referencedEvent(value);
  if (wrapped !== undefined) return signed(wrapped, 'referenced');
  const claim = readResult(value);
  if (!claim && typeof field(value, 'sig') === 'string') return { type: 'rejected', weight: 0 };
  if (!claim || (claim.claim === 'other' && !isShallow(claim.content))) return undefined;
  return { type: 'claim', claim, weight: CLAIM_WEIGHT * weigh(field(value, 'content')) };
}

function signed(value: unknown, path: 'events' | 'referenced'): Result {
  const event = readEvent(value);
  return event
    ? { type: 'signed', event, path, weight: weigh(event.content) }
    : { type: 'rejected', weight: 0 };
}

function weigh(content: unknown): number {
  return 1 + (typeof content === 'string' ? content.length / NOTE_CHARS : 0);
}

/** A result that is nested deeper than any known one could not be sent to another thread. */
function isShallow(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    level = level.flatMap((item) =>
      Array.isArray(item) ? item : isRecord(item) ? Object.values(item) : [],
    );
    if (level.length === 0) return true;
  }
  return false;
}
