import { readRelayList } from '../../account/lists/relay-list.ts';
import type { VerifiedEvent } from '../../nostr/event.ts';
import type { Facts } from '../../facts/facts.ts';
import { KIND } from '../../nostr/kinds.ts';
import { repostTarget, selectHints } from '../../facts/references.ts';
import { listOf, noteOf } from '../../facts/selectors.ts';
import { getRow } from '../../core/table.ts';

/** NOTE-18, LIMIT-03: the number of relays for an opened event, and for a row of a feed page. */
const MOST_OPENED = 3;
const MOST_IN_FEED = 2;

/**
 * Return relays where others can find an event, best first, each through the url policy. They are
 * the author's write relays (NIP-65), and relays that its reposts name. A service's word counts
 * only if no signed event names a relay (TRUST-07). `reposts`: ids of the reposts that brought it
 * to a row of a feed page. `undefined` if the event was opened.
 */
export function relayHintsOf(
  facts: Facts,
  event: VerifiedEvent,
  reposts?: readonly string[],
): readonly string[] {
  const list = listOf(facts, KIND.RelayList, event.pubkey);
  const own = list ? readRelayList(list).relays.filter(({ write }) => write) : [];
  const named = (reposts ?? []).flatMap((id) => {
    const repost = noteOf(facts, id);
    return (repost && repostTarget(repost)?.relays) ?? [];
  });
  const signed = selectHints(
    [...own.map(({ url }) => url), ...named],
    reposts ? MOST_IN_FEED : MOST_OPENED,
  );
  return signed.length > 0 ? signed : selectHints([getRow(facts.hints, event.id) ?? ''], 1);
}
