import { useSelector } from '@xstate/react';
import { useLayoutEffect } from 'react';
import { type ProfileActor, profileMachine } from '../../machines/account/profile.machine.ts';
import { profile } from '../../machines/app/screen-logic.ts';
import type { ScreenOrder } from '../../machines/app/screens.machine.ts';
import { useScreen, useScreens } from '../app/app-context.ts';

profile.register(profileMachine);

const ORDER: ScreenOrder = { kind: 'profile', key: 'profile' };

/** The profile actor, told which account is shown; undefined in a render that is not painted. */
export function useProfileScreen(pubkey: string): ProfileActor | undefined {
  useScreen(ORDER);
  const actor = useSelector(useScreens(), ({ children }): ProfileActor | undefined => children.profile);
  useLayoutEffect(() => actor?.send({ type: 'profile.show', pubkey }), [actor, pubkey]);
  return actor;
}
