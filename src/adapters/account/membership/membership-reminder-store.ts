import type { CallbackActorLogic } from 'xstate';
import { reminderAt } from '../../../events/account/membership/membership.ts';
import { inSeconds, type Seconds } from '../../../events/core/time.ts';
import type {
  ReminderCommand,
  ReminderSignal,
} from '../../../machines/account/membership/membership.machine.ts';
import type { Storages } from '../../core/storage.ts';
import { callbackAdapter } from '../../../machines/core/ports.ts';

/**
 * The `reminder` port of the membership: the time of the account's last reminder, stored for all
 * tabs (MEMBER-02).
 */
export function membershipReminder(
  { account }: Pick<Storages, 'account'>,
  now: () => Seconds,
): CallbackActorLogic<ReminderCommand, { readonly account: string }> {
  return callbackAdapter<ReminderCommand, { readonly account: string }>(
    ({ input, sendBack, receive }) => {
      const local = account(input.account);
      const tell = (signal: ReminderSignal): void => sendBack(signal);
      receive(() => {
        const { isDue, keep } = reminderAt(local.read('premiumReminder'), now());
        local.write('premiumReminder', inSeconds(keep));
        tell({ type: 'reminder.found', isDue });
      });
    },
  );
}
