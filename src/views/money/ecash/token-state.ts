import type { Proof } from '../../../events/money/ecash/cashu.ts';
import { type EcashJob, ecashStateOf } from '../../../events/money/ecash/ecash-log.ts';
import type { EcashReason } from '../../../events/money/ecash/ecash-reason.ts';
import type { Spendable } from '../../../machines/money/ecash/ecash-check.machine.ts';

/**
 * State of one mint's part of a token: its job, the mint's answer, and whether a check is running.
 */
export interface KnownPart {
  readonly job: EcashJob | undefined;
  readonly found: Spendable | undefined;
  readonly isAsking: boolean;
}

/**
 * `redeemed`: by the current user. `notAsked`: its mint is not allowed yet. `refused`: the mint
 * refused it for another reason than that it is spent.
 */
export type PartState = 'redeeming' | 'redeemed' | 'refused' | 'asking' | 'notAsked' | Spendable;

/**
 * State of a token, combined from its parts (NOTE-21): its look, and each state with its number of
 * parts.
 */
export interface TokenState {
  readonly look: 'open' | 'busy' | 'done' | 'gone' | 'unsure';
  readonly parts: readonly PartState[];
  readonly counts: ReadonlyMap<PartState, number>;
  /** Why a part was refused. */
  readonly reason: EcashReason | undefined;
}

export function tokenStateOf(known: readonly KnownPart[]): TokenState {
  const parts = known.map(partStateOf);
  const counts = new Map<PartState, number>();
  for (const part of parts) counts.set(part, (counts.get(part) ?? 0) + 1);
  const refused = known[parts.indexOf('refused')];
  return { look: lookOf(parts), parts, counts, reason: refused?.job?.reason };
}

/** True if a part may contain value that the current user does not have yet. */
export function isPartOpen(part: PartState | undefined): boolean {
  return part !== undefined && !['redeeming', 'redeemed', 'spent', 'asking'].includes(part);
}

function partStateOf({ job, found, isAsking }: KnownPart): PartState {
  const state = job && ecashStateOf(job);
  if (state === 'settled') return 'redeemed';
  if (isAsking) return 'asking';
  if (state === 'wanted' || state === 'prepared') return 'redeeming';
  if (job?.reason) return job.reason.code === 'spent' ? 'spent' : 'refused';
  return found ?? 'notAsked';
}

function lookOf(parts: readonly PartState[]): TokenState['look'] {
  if (parts.every((part) => part === 'redeemed')) return 'done';
  if (parts.some((part) => part === 'asking' || part === 'redeeming')) return 'busy';
  if (parts.every((part) => part === 'spent' || part === 'redeemed')) return 'gone';
  return parts.includes('unknown') ? 'unsure' : 'open';
}

/** Return a key for all proofs of a token, to look up their check. */
export function keyOfProofs(proofs: readonly Proof[]): string {
  return proofs.map(({ C }) => C).join(' ');
}
