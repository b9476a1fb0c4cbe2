import { useSelector } from '@xstate/react';
import { messageRelaysAfter, relaysForCopies } from '../../../events/account/lists/relay-list.ts';
import { useWorkingRelays } from '../../account/relays/use-network.ts';
import { useFeature } from '../../account/use-features.ts';
import { useListInWork } from '../../publish/outbox/use-intents.ts';
import { useOwnRelays } from './use-own-relays.ts';

/** NIP-17 advises one to three. */
const FEW = 3;

/**
 * Return the current user's relays for private messages, including unsaved changes. `isHeld`: they
 * wait for the network. `isKnown`: a source has answered. `suggested`: own relays that work and
 * could be used.
 */
export function useMessageRelays() {
  const { version, intents, isHeld } = useListInWork('messageRelays');
  const isLooked = useSelector(
    useFeature('lists'),
    (snapshot) => snapshot?.context.looked.has('messageRelays') === true,
  );
  const relays = messageRelaysAfter(version, intents);
  const own = useOwnRelays();
  const working = useWorkingRelays(own.map(({ key }) => key));
  const suggested = relaysForCopies(own.filter(({ key }) => working.has(key))).slice(0, FEW);
  return { relays, suggested, isHeld, isKnown: version !== undefined || isLooked };
}
