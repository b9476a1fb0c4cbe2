import { useSelector } from '@xstate/react';
import { use } from 'react';
import { bookmark } from '../../events/account/list-intents.ts';
import type { VerifiedEvent } from '../../events/event.ts';
import { KIND } from '../../events/kinds.ts';
import { buildReaction, buildRepost } from '../../events/publish/acts.ts';
import { getRow } from '../../events/table.ts';
import { useFacts } from '../app/app-context.ts';
import { Menu, type MenuEntry } from '../app/primitives/Menu.tsx';
import { ShellContext } from '../app/shell-context.ts';
import { useStrings } from '../app/strings.ts';
import { useActStrings } from '../app/strings/acts.ts';
import { Act, ActBar } from '../reading/ActionBar.tsx';
import { useCitizen } from '../account/citizen.ts';
import { useFound, useListed, useOrders } from './orders.ts';

/** The bar under a note for who can act: what he did is marked and counted at once, and no more than is so (design 2.5). */
export function OwnActionBar({ event }: { readonly event: VerifiedEvent }) {
  const { note, money } = useStrings();
  const words = useActStrings();
  const shell = use(ShellContext);
  const orders = useOrders();
  const found = useFound(event);
  const stats = useFacts((facts) => getRow(facts.stats, event.id));
  const own = useFacts((facts) => getRow(facts.actions, event.id));
  const like = useSent(event, KIND.Reaction);
  const repost = useSent(event, event.kind === KIND.Text ? KIND.Repost : KIND.GenericRepost);
  const isLiked = own?.liked === true;
  const isReposted = own?.reposted === true;
  const add = bookmark(event);
  const { isListed, isBusy } = useListed('bookmarks', add.tag);
  const undo = ({ job }: Sent) => (job === undefined ? undefined : () => orders.undo(job));
  const reposts = (): readonly MenuEntry[] => [
    {
      label: note.repost,
      icon: 'repost',
      disabled: isReposted || repost.isSent,
      onSelect: () => orders.publishSoon(buildRepost(found), { done: words.reposted, failed: words.repostFailed, doing: words.reposting }),
    },
    { label: words.quote, icon: 'pen', onSelect: () => orders.quote(found) },
  ];
  return (
    <ActBar>
      <Act icon="reply" label={note.reply} count={stats?.replies} done={own?.replied} onPress={() => orders.reply(found)} />
      <Act
        icon="zap"
        label={note.zap}
        count={stats?.satszapped}
        done={own?.zapped}
        tone="zapped"
        onPress={() => shell?.onRefused(money.signInNeeded)}
      />
      <Act
        icon="like"
        label={note.like}
        count={countOf(stats?.likes, like.isSent && !isLiked)}
        done={isLiked || like.isSent}
        tone="liked"
        onPress={isLiked || like.isSent ? undo(like) : () => orders.publishSoon(buildReaction(found), { doing: words.liking })}
      />
      <Menu
        label={note.repost}
        align="start"
        entries={reposts}
        renderTrigger={(props) => (
          <Act
            {...props}
            icon="repost"
            label={note.repost}
            count={countOf(stats?.reposts, repost.isSent && !isReposted)}
            done={isReposted || repost.isSent}
            tone="reposted"
          />
        )}
      />
      <Act
        icon="bookmark"
        label={isListed ? words.removeBookmark : note.bookmark}
        done={isListed}
        busy={isBusy}
        tone="bookmarked"
        onPress={isBusy ? undefined : () => orders.edit('bookmarks', bookmark(event, { on: !isListed }))}
      />
    </ActBar>
  );
}

interface Sent {
  readonly isSent: boolean;
  /** By which it can still be undone. */
  readonly job: string | undefined;
}

/** What was pressed on this page, and is held, on its way or accepted. */
function useSent(event: VerifiedEvent, kind: number): Sent {
  const act = `${kind} ${event.id}`;
  const citizen = useCitizen();
  const job = useSelector(citizen, (snapshot) => [...(snapshot?.context.held ?? [])].find(([, held]) => held.act === act)?.[0]);
  const isSigned = useSelector(citizen, (snapshot) => snapshot?.context.acts.has(act) === true);
  return { isSent: isSigned || job !== undefined, job };
}

/** The service's count, and one more for what it does not count yet. */
function countOf(count = 0, isNew: boolean): number {
  return count + (isNew ? 1 : 0);
}
