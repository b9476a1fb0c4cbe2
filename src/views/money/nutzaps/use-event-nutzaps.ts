import { shallowEqual, useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { query } from '../../../events/connection/verbs.ts';
import {
  newestVersion,
  type SignedEvent,
  tagValue,
  type VerifiedEvent,
} from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import {
  type Nutzap,
  type NutzapInfo,
  nutzapPeople,
  readNutzapInfo,
} from '../../../events/money/nutzaps/nutzap.ts';
import { isDeleted } from '../../../events/facts/selectors.ts';
import { useFeature, useOpened } from '../../account/use-features.ts';
import { useAccountActor, useFactsShallow } from '../../ui/hooks/app-context.ts';
import { useHides } from '../../ui/hooks/shell-context.ts';
import { useLookup } from '../../ui/hooks/use-lookup.ts';
import { useIsAllowed } from '../ecash/use-ecash.ts';
import { useMoney } from '../payments/use-payments.ts';
import { useActivePayer } from '../wallets/use-wallets.ts';

const MOST = 100;
const ARRIVAL = 'arrival';
const NONE: readonly VerifiedEvent[] = [];

/**
 * Return the published nutzaps for a note or an article, without deleted ones and without authors
 * that the reader has muted.
 */
export function useSaidNutzaps(event: SignedEvent) {
  const target =
    event.kind === KIND.LongForm
      ? { pubkey: event.pubkey, identifier: tagValue(event, 'd') ?? '' }
      : { event_id: event.id };
  const ask = () => query('event_actions', { ...target, kind: KIND.Nutzap, limit: MOST });
  const { answer, isFailed, retry } = useLookup(`nutzaps ${event.id}`, ask);
  const hides = useHides();
  const found = (answer?.events ?? NONE).filter(({ kind }) => kind === KIND.Nutzap);
  const events = useFactsShallow((facts) =>
    found.filter((one) => !isDeleted(facts, one) && !hides?.(one)),
  );
  // The caching service claims the order, because events have no arrival time.
  const arrival = answer?.claims.find(
    (claim) => claim.claim === 'range' && claim.orderBy === ARRIVAL,
  );
  return {
    events,
    arrival: arrival?.claim === 'range' ? arrival.elements : undefined,
    isFailed,
    retry,
  };
}

/**
 * Return the claimed recipients among the possible ones: the author and the people of the zap tags.
 */
export function receiversOf(event: SignedEvent, said: readonly VerifiedEvent[]): readonly string[] {
  const people = nutzapPeople(event);
  return [...new Set(said.map((one) => tagValue(one, 'p') ?? ''))].filter((pubkey) =>
    people.has(pubkey),
  );
}

/**
 * Return where somebody accepts nutzaps, according to the caching service. `undefined` if they do
 * not, or it has not answered yet.
 */
export function useNutzapRecipient(pubkey: string): NutzapInfo | undefined {
  const { answer } = useLookup(`nutzapRecipient ${pubkey}`, () =>
    query('replaceable_event', { pubkey, kind: KIND.NutzapInfo }),
  );
  return useMemo(() => {
    const infos = (answer?.events ?? NONE).filter(
      (one) => one.kind === KIND.NutzapInfo && one.pubkey === pubkey,
    );
    const newest = newestVersion(infos);
    return newest && readNutzapInfo(pubkey, newest);
  }, [pubkey, answer]);
}

/**
 * Return the nutzaps that their mint signed. Only allowed mints are asked for their keys, so that
 * other mints do not learn that the note is being read. The mint does not see the ecash.
 */
export function useProven(zaps: readonly Nutzap[]): readonly Nutzap[] {
  useMoney();
  const { hasEcash } = useActivePayer();
  useOpened('ecash', hasEcash);
  const account = useAccountActor();
  const isAllowed = useIsAllowed();
  const found = useSelector(
    useFeature('ecash'),
    (snapshot) =>
      zaps.map(({ id }) =>
        snapshot?.context.checked.has(keyOf(id))
          ? (snapshot.context.checked.get(keyOf(id)) ?? 'asking')
          : undefined,
      ),
    shallowEqual,
  );
  const due = zaps.filter(({ mint }, at) => isAllowed(mint) && found[at] === undefined);
  const ask = useEffectEvent(() => {
    for (const { id, mint, proofs } of due)
      account.send({
        type: 'account.intent',
        intent: { type: 'ecash.check', key: keyOf(id), mint, proofs, act: 'prove' },
      });
  });
  const names = due.map(({ id }) => id).join(' ');
  useEffect(() => {
    if (names !== '') ask();
  }, [names]);
  return zaps.filter((_, at) => found[at] === 'proven');
}

function keyOf(id: string): string {
  return `nutzap ${id}`;
}
