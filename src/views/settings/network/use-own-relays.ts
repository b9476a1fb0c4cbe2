import { useSelector } from '@xstate/react';
import { entriesOf, keyOf } from '../../../events/publish/outbox/list-versions.ts';
import { relaysAfter, type RelayUse } from '../../../events/account/lists/relay-list.ts';
import { relayKey } from '../../../events/core/url.ts';
import { useFeature } from '../../account/use-features.ts';
import { useListInWork } from '../../publish/outbox/use-intents.ts';

export interface OwnRelay extends RelayUse {
  readonly key: string;
  /** It is being changed. */
  readonly isBusy: boolean;
  /** It stands in the account's list; else it is used as no other is there to write to. */
  readonly isNamed: boolean;
}

const NONE: readonly RelayUse[] = [];

/** The relays of who is here; what is being changed is shown as it is wanted, and as busy. */
export function useOwnRelays(): readonly OwnRelay[] {
  const relays = useSelector(useFeature('relayList'), (snapshot) => snapshot?.context.relays ?? NONE);
  const { version, intents } = useListInWork('relays');
  const named = entriesOf('relays', version);
  const { relays: shown, wanted } = relaysAfter(relays, intents);
  return shown.map((relay) => {
    const key = relayKey(relay.url);
    return { ...relay, key, isBusy: wanted.has(key), isNamed: wanted.has(key) || named.has(keyOf('relays', ['r', relay.url])) };
  });
}

/** As people read it: without the scheme that all should have. */
export function relayName(url: string): string {
  return url.replace(/^wss:\/\//, '');
}
