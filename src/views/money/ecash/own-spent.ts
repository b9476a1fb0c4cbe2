import type { EcashWant } from '../../../events/money/ecash/ecash-log-entry.ts';
import type { EcashReason } from '../../../events/money/ecash/ecash-reason.ts';
import type { EcashStrings } from '../../ui/strings/ecash.ts';

/** True if own ecash could not be sent, because another device with the same words has spent it. */
export function isOwnSpent(want: EcashWant, { code }: EcashReason): boolean {
  return code === 'spent' && (want.type === 'send' || want.type === 'melt');
}

/** Return the reason of a failed job in one sentence. */
export function reasonLine(words: EcashStrings, want: EcashWant, reason: EcashReason): string {
  return isOwnSpent(want, reason) ? words.why.ownSpent : words.reason(reason);
}
