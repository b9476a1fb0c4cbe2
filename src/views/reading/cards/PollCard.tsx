import { use, useMemo, useState } from 'react';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { buildVote, type Poll, readPoll } from '../../../events/reading/cards/poll.ts';
import { useActingSoon } from '../../account/use-features.ts';
import { now } from '../../ui/hooks/now.ts';
import { ShellContext } from '../../ui/hooks/shell-context.ts';
import { useIntents } from '../../publish/outbox/use-intents.ts';
import { Said } from '../note/NoteText.tsx';
import { Ballot } from './Ballot.tsx';
import type { KindProps } from './KindContent.tsx';
import { usePoll } from './use-poll.ts';
import { pressed } from '../../../events/nostr/ours.ts';

/** Messages about a vote. */
const VOTE = { failed: { code: 'vote.failed' }, doing: { code: 'vote.doing' } } as const;

/** A poll (NIP-88): question, answers and results. */
export function PollCard({ event, depth = 0, lead = false }: KindProps) {
  const poll = useMemo(() => readPoll(event), [event]);
  return (
    <>
      <Said event={event} depth={depth} lead={lead} shortened={!lead} />
      {poll && poll.options.length > 0 && <Vote event={event} poll={poll} />}
    </>
  );
}

function Vote({ event, poll }: { readonly event: VerifiedEvent; readonly poll: Poll }) {
  const shell = use(ShellContext);
  const canAct = useActingSoon();
  const intents = useIntents();
  const [cast, setCast] = useState<readonly string[]>([]);
  const { counts, own, isHeld } = usePoll(event, poll, cast);
  const vote = (choices: readonly string[]) => {
    const draft = buildVote(poll, choices);
    const also = poll.relays.map(pressed);
    if (!canAct)
      return shell?.onRefused(
        { code: 'act.signIn' },
        { type: 'intents.publish', draft, now: now(), also, failed: VOTE.failed },
      );
    setCast(choices);
    intents.publishSoon(draft, { ...VOTE, also });
  };
  return <Ballot poll={poll} counts={counts} own={own} isHeld={isHeld} onVote={vote} />;
}
