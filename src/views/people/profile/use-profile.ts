import { shallowEqual, useSelector } from '@xstate/react';
import { useLayoutEffect } from 'react';
import {
  type ProfileActor,
  type ProfileExtras,
  profileMachine,
} from '../../../machines/account/profile/profile.machine.ts';
import { profile } from '../../../machines/app/screen-logic.ts';
import type { ScreenOrder } from '../../../machines/app/screens.machine.ts';
import { useScreen, useScreens } from '../../ui/hooks/app-context.ts';

profile.register(profileMachine);

export type ProfileHandle = ProfileActor;

const ORDER: ScreenOrder = { kind: 'profile', key: 'profile' };

/**
 * Return the profile of a screen and set its account. `undefined` in a render that is not painted.
 */
export function useProfileScreen(pubkey: string): ProfileHandle | undefined {
  useScreen(ORDER);
  const screens = useScreens();
  const actor = useSelector(screens, ({ children }): ProfileActor | undefined => children.profile);
  useLayoutEffect(() => {
    // A new actor is in no render yet. Its requests are sent together with those of the feed below.
    const opened: ProfileActor | undefined = actor ?? screens.getSnapshot().children.profile;
    opened?.send({ type: 'profile.show', pubkey });
  }, [screens, actor, pubkey]);
  return actor;
}

/**
 * Return one extra fact about an account. `undefined` if it was not answered yet, or another
 * account is shown.
 */
export function useProfileExtra<Key extends keyof ProfileExtras>(
  shown: ProfileHandle | undefined,
  pubkey: string,
  key: Key,
): ProfileExtras[Key] | undefined {
  return useSelector(shown, (snapshot) =>
    snapshot?.context.pubkey === pubkey ? snapshot.context.extras[key] : undefined,
  );
}

/**
 * Return the state of an account's profile. A missing profile, or one of another account, counts as
 * loading.
 */
export function useProfileState(shown: ProfileHandle | undefined, pubkey: string) {
  return useSelector(
    shown,
    (snapshot) => {
      const isIts = snapshot?.context.pubkey === pubkey;
      return {
        isLoading: !isIts || snapshot.hasTag('loading'),
        isFailed: isIts && snapshot.hasTag('failed'),
      };
    },
    shallowEqual,
  );
}

export const profileIntents = {
  retry: (shown: ProfileHandle) => shown.send({ type: 'profile.retry' }),
};
