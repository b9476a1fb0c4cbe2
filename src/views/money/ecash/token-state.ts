import type { Proof } from '../../../events/money/ecash/cashu.ts';
import { type EcashJob, ecashStateOf } from '../../../events/money/ecash/ecash-log.ts';
import type { EcashReason } from '../../../events/money/ecash/ecash-reason.ts';
import type { Spendable } from '../../../machines/money/ecash/ecash-check.machine.ts';

/** What is known of one mint's part of a token: the job that has it, what the mint said, and whether it is being asked now. */
export interface KnownPart {
  readonly job: EcashJob | undefined;
  readonly found: Spendable | undefined;
  readonly isAsking: boolean;
}

/** How one part stands. `redeemed`: by who is here; `notAsked`: nobody let its mint be asked; `refused`: the mint took it not, for another reason than that it is spent. */
export type PartState = 'redeeming' | 'redeemed' | 'refused' | 'asking' | 'notAsked' | Spendable;

/** How a token stands, which is the sum of its parts (NOTE-21): as it looks, and each state that there is with how many parts are in it. */
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

/** Whether there may be something left in a part that who is here does not have yet. */
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

/** Names the proofs of a token, all of them, for what is asked after them. */
export function keyOfProofs(proofs: readonly Proof[]): string {
  return proofs.map(({ C }) => C).join(' ');
}
