import { useSelector } from '@xstate/react';
import { contentsOf } from '../../../events/connection/other-claims.ts';
import { useMemo } from 'react';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND, RESULT } from '../../../events/nostr/kinds.ts';
import { actsOn } from '../../../events/compose/acts/own-acts.ts';
import {
  choicesOf,
  countedVotes,
  type Poll,
  type PollCounts,
  pollQuery,
  readPollStats,
  tallyOf,
  withVote,
} from '../../../events/reading/cards/poll.ts';
import { inSeconds, minus } from '../../../events/core/time.ts';
import { useFeature } from '../../account/use-features.ts';
import { useAccount } from '../../ui/hooks/app-context.ts';
import { useLookup } from '../../ui/hooks/use-lookup.ts';
import { useOwnActs } from '../../publish/outbox/use-own-acts.ts';

const NONE: readonly string[] = [];

interface PollState {
  /** Votes per option, with the user's own vote as cast here. `undefined` until known. */
  readonly counts: PollCounts | undefined;
  /** The current user's choice. Empty if they did not vote. */
  readonly own: readonly string[];
  /** True if the vote can still be undone, so it cannot be changed yet. */
  readonly isHeld: boolean;
}

/** Return the state of a poll. `cast`: the choice made on this page, which counts at once. */
export function usePoll(event: VerifiedEvent, poll: Poll, cast: readonly string[]): PollState {
  const account = useAccount();
  const { answer } = useLookup(`poll ${poll.id}`, (viewer) => pollQuery(poll.id, viewer));
  const signed = useSignedVote(poll);
  const { job } = useOwnActs(event, KIND.PollVote);
  const votes = useMemo(() => countedVotes(poll, answer?.events ?? []), [poll, answer]);
  const counted = useMemo(() => {
    if (!answer) return undefined;
    const told = contentsOf(answer.claims, RESULT.PollStats).map((content) =>
      readPollStats(content, poll),
    );
    return told.find((stats) => stats !== undefined) ?? tallyOf(poll, votes);
  }, [answer, poll, votes]);
  const before = (account && votes.get(account.pubkey)) ?? NONE;
  const own = job === undefined ? (signed ?? before) : cast;
  return { counts: counted && withVote(counted, before, own), own, isHeld: job !== undefined };
}

/** Return the newest vote of this device that was signed and not given up. */
function useSignedVote(poll: Poll): readonly string[] | undefined {
  const outbox = useFeature('outbox');
  const records = useSelector(outbox, (snapshot) => snapshot?.context.records);
  return useMemo(() => {
    const votes = records ? actsOn(records, poll.id, KIND.PollVote) : [];
    const newest = votes.toSorted((a, b) =>
      inSeconds(minus(b.event.created_at, a.event.created_at)),
    )[0];
    return newest && choicesOf(poll, newest.event);
  }, [records, poll]);
}
