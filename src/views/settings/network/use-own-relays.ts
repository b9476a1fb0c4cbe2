import { useSelector } from '@xstate/react';
import { entriesOf, keyOf } from '../../../events/publish/outbox/list-versions.ts';
import {
  readRelayList,
  relaysAfter,
  type RelayUse,
} from '../../../events/account/lists/relay-list.ts';
import { relayKey } from '../../../events/core/url.ts';
import { useFeature } from '../../account/use-features.ts';
import { useListInWork } from '../../publish/outbox/use-intents.ts';

export interface ListedRelay extends RelayUse {
  readonly key: string;
  /** True if it is being changed, but not while the change waits for the network. */
  readonly isBusy: boolean;
  /** True if its change waits for the network. It can be taken back meanwhile. */
  readonly isHeld: boolean;
  /**
   * True if it is in the account's list. Otherwise it is used because no other relay accepts
   * writes.
   */
  readonly isNamed: boolean;
}

const NONE: readonly RelayUse[] = [];

/** Return the current user's relays. Unsaved changes are included and marked. */
export function useOwnRelays(): readonly ListedRelay[] {
  const relayList = useFeature('relayList');
  const relays = useSelector(relayList, (snapshot) => snapshot?.context.relays ?? NONE);
  const home = useSelector(relayList, (snapshot) => snapshot?.context.home);
  const { version, intents, isHeld } = useListInWork('relays');
  const named = entriesOf('relays', version);
  // the page's own relay may be used for writing although the list names it for reading only
  const listed = new Map(
    version && readRelayList(version, home).relays.map((relay) => [relayKey(relay.url), relay]),
  );
  const { relays: shown, wanted } = relaysAfter(
    relays.map((relay) => listed.get(relayKey(relay.url)) ?? relay),
    intents,
  );
  return shown.map((relay) => {
    const key = relayKey(relay.url);
    return {
      ...relay,
      key,
      isBusy: wanted.has(key) && !isHeld,
      isHeld: wanted.has(key) && isHeld,
      isNamed: wanted.has(key) || named.has(keyOf('relays', ['r', relay.url])),
    };
  });
}
