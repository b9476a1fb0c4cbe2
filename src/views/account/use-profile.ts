import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { type ProfileActor, profileMachine } from '../../machines/account/profile.machine.ts';
import { profile } from '../../machines/app/screen-logic.ts';
import type { ScreenOrder } from '../../machines/app/screens.machine.ts';
import { useScreen, useScreens } from '../app/app-context.ts';

profile.register(profileMachine);

const ORDER: ScreenOrder = { kind: 'profile', key: 'profile' };

/** The profile actor, told which account is shown; undefined for the very first render. */
export function useProfileScreen(pubkey: string): ProfileActor | undefined {
  useScreen(ORDER);
  const actor = useSelector(useScreens(), ({ children }): ProfileActor | undefined => children.profile);
  useEffect(() => actor?.send({ type: 'profile.show', pubkey }), [actor, pubkey]);
  return actor;
}
