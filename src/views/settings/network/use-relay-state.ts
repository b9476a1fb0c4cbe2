import { useSelector } from '@xstate/react';
import { useNetworkStrings } from '../../ui/strings/network.ts';
import { useSay } from '../../ui/strings/own-messages.ts';
import { type RelayHandle, useIsProxied } from '../../account/relays/use-network.ts';
import type { ListedRelay } from './use-own-relays.ts';

const LIGHTS = {
  online: 'online',
  connecting: 'connecting',
  waiting: 'connecting',
  givenUp: 'failed',
  asleep: 'paused',
  proxied: 'paused',
  beyond: 'paused',
} as const;

/**
 * RELAY-03, RELAY-07: return the state of a relay connection in words, its error, and whether the
 * user can retry it.
 */
export function useRelayState(
  { isBusy, isHeld, isNamed }: Pick<ListedRelay, 'isBusy' | 'isHeld' | 'isNamed'>,
  relay: RelayHandle,
) {
  const { relays: words, states } = useNetworkStrings();
  const say = useSay();
  const [isProxied] = useIsProxied();
  const fault = useSelector(relay, (snapshot) => snapshot?.context.fault);
  const state = useSelector(relay, (snapshot): keyof typeof LIGHTS => {
    if (!snapshot) return 'beyond';
    if (snapshot.hasTag('suspended')) return isProxied ? 'proxied' : 'asleep';
    if (snapshot.hasTag('online')) return 'online';
    return snapshot.hasTag('givenUp')
      ? 'givenUp'
      : snapshot.hasTag('waiting')
        ? 'waiting'
        : 'connecting';
  });
  const isWrong = state === 'waiting' || state === 'givenUp';
  const unsaved = isHeld ? words.waits : isBusy ? words.saving : undefined;
  const parts = [
    unsaved ?? (state === 'beyond' ? words.beyond : states[state]),
    ...(isWrong && fault ? [say(fault)] : []),
    ...(isNamed ? [] : [words.ownOnly]),
  ];
  return {
    light: LIGHTS[state],
    said: parts.join(' · '),
    canRetry: isWrong,
    isProxied: state === 'proxied',
  };
}
