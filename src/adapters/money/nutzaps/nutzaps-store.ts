import type { CallbackActorLogic, PromiseActorLogic } from 'xstate';
import type {
  NutzapsChoice,
  NutzapsChoiceCommand,
} from '../../../machines/money/nutzaps/nutzaps.machine.ts';
import type { Storages } from '../../core/storage.ts';
import { callbackAdapter, promiseAdapter } from '../../../machines/core/ports.ts';

type Input = { readonly account: string };

/**
 * The `choice` port of nutzaps: true if they are redeemed automatically, as this browser stores it
 * for the account.
 */
export function nutzapsChoice({
  account,
}: Pick<Storages, 'account'>): CallbackActorLogic<NutzapsChoiceCommand, Input> {
  return callbackAdapter<NutzapsChoiceCommand, Input>(({ input, sendBack, receive }) => {
    const local = account(input.account);
    sendBack({
      type: 'nutzaps.chosen',
      on: local.read('nutzaps') === 'redeemed',
    } satisfies NutzapsChoice);
    receive(({ on }) => {
      if (on) local.write('nutzaps', 'redeemed');
      else local.remove('nutzaps');
    });
  });
}

/** The `owed` port of automatic redemption: true if it was chosen. */
export function chosenNutzaps({
  account,
}: Pick<Storages, 'account'>): PromiseActorLogic<boolean, Input> {
  return promiseAdapter(async ({ input }) => account(input.account).read('nutzaps') === 'redeemed');
}
