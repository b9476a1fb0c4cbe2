import { useSelector } from '@xstate/react';
import type { CitizenActor } from '../../machines/account/citizen.machine.ts';
import { useAccountActor } from '../app/app-context.ts';

/** What acts for the account that is here: undefined for visitors and readers, and until its code has come. */
export function useCitizen(): CitizenActor | undefined {
  return useSelector(useAccountActor(), ({ context }) => context.citizen);
}
