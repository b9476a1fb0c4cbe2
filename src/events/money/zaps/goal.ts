import { type SignedEvent, tagValue } from '../../nostr/event.ts';
import { isHex } from '../../core/hex.ts';
import { KIND } from '../../nostr/kinds.ts';
import { clip } from '../../core/text.ts';
import { type Seconds, seconds } from '../../core/time.ts';

/** A fundraising goal for zaps (kind 9041, NIP-75). Whole sats. */
export interface ZapGoal {
  readonly about: string;
  readonly target: number;
  /** `undefined`: it does not end. */
  readonly closesAt: Seconds | undefined;
}

const LONGEST_ABOUT = 2_000;
const LAST = 1e11;

/** Read a goal. `undefined` without a reachable amount. */
export function readGoal(
  event: Pick<SignedEvent, 'kind' | 'content' | 'tags'>,
): ZapGoal | undefined {
  if (event.kind !== KIND.ZapGoal) return undefined;
  const target = Math.floor(Number(tagValue(event, 'amount')) / 1_000);
  if (!Number.isSafeInteger(target) || target <= 0) return undefined;
  const closed = Number(tagValue(event, 'closed_at') ?? Number.NaN);
  return {
    about: clip(event.content.trim() || (tagValue(event, 'summary') ?? ''), LONGEST_ABOUT),
    target,
    closesAt:
      Number.isSafeInteger(closed) && closed > 0 && closed < LAST ? seconds(closed) : undefined,
  };
}

export function goalOf(event: Pick<SignedEvent, 'tags'>): string | undefined {
  const id = tagValue(event, 'goal');
  return id !== undefined && isHex(id, 64) ? id : undefined;
}

/** Return the progress of a goal in whole percent. 100 only once it is reached. */
export function shareOf(raised: number, target: number): number {
  return raised >= target ? 100 : Math.min(99, Math.floor((100 * raised) / target));
}
