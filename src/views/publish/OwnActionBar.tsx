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
  const isLiked = useSent(event, KIND.Reaction);
  const isReposted = useSent(event, event.kind === KIND.Text ? KIND.Repost : KIND.GenericRepost);
  const add = bookmark(event);
  const { isListed, isBusy } = useListed('bookmarks', add.tag);
  const repost = (): readonly MenuEntry[] => [
    {
      label: note.repost,
      icon: 'repost',
      disabled: isReposted || own?.reposted === true,
      onSelect: () => orders.publish(buildRepost(found), { done: words.reposted }),
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
        count={countOf(stats?.likes, isLiked && !own?.liked)}
        done={isLiked || own?.liked === true}
        tone="liked"
        onPress={isLiked || own?.liked ? undefined : () => orders.publish(buildReaction(found))}
      />
      <Menu
        label={note.repost}
        align="start"
        entries={repost}
        renderTrigger={(props) => (
          <Act
            {...props}
            icon="repost"
            label={note.repost}
            count={countOf(stats?.reposts, isReposted && !own?.reposted)}
            done={isReposted || own?.reposted === true}
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

/** What was signed on this page, and is accepted or on its way. */
function useSent(event: VerifiedEvent, kind: number): boolean {
  return useSelector(useCitizen(), (snapshot) => snapshot?.context.acts.has(`${kind} ${event.id}`) === true);
}

/** The service's count, and one more for what it does not count yet. */
function countOf(count = 0, isNew: boolean): number {
  return count + (isNew ? 1 : 0);
}
