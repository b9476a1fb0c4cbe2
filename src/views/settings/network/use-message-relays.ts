import { useSelector } from '@xstate/react';
import { messageRelaysAfter, relaysForCopies } from '../../../events/account/lists/relay-list.ts';
import { useFeature } from '../../account/use-features.ts';
import { useListInWork } from '../../publish/outbox/use-intents.ts';
import { useOwnRelays } from './use-own-relays.ts';

/** NIP-17 advises one to three. */
const FEW = 3;

/** The relays where who is here wants private messages, as they are wanted; `isKnown`: somebody has answered. `suggested`: own relays for them. */
export function useMessageRelays() {
  const { version, intents } = useListInWork('messageRelays');
  const isLooked = useSelector(useFeature('lists'), (snapshot) => snapshot?.context.looked.has('messageRelays') === true);
  const relays = messageRelaysAfter(version, intents);
  const suggested = relaysForCopies(useOwnRelays()).slice(0, FEW);
  return { relays, suggested, isKnown: version !== undefined || isLooked };
}
