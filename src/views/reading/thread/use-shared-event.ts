import { readRelayList } from '../../../events/account/lists/relay-list.ts';
import { listOf } from '../../../events/facts/selectors.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { sharedEvent } from '../../../events/reading/thread/shared-event.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import type { Shared } from '../../ui/qr/ShareDialog.tsx';

/** Return the path of an event and its form as a Nostr address. Both name relays of its author. */
export function useSharedEvent(event: VerifiedEvent | undefined): {
  readonly path: string | undefined;
  readonly nostr: readonly Shared[];
} {
  const list = useFacts((facts) => event && listOf(facts, KIND.RelayList, event.pubkey));
  const shared = event && sharedEvent(event, list ? readRelayList(list).relays : []);
  return {
    path: shared?.path,
    nostr: shared ? [{ form: 'nostr', text: shared.uri, copied: 'nostr' }] : [],
  };
}
