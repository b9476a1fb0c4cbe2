import { bookmark } from '../../../events/account/lists/list-intents.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { buildRepost } from '../../../events/compose/acts/build-acts.ts';
import { getRow } from '../../../events/core/table.ts';
import { useFacts } from '../../ui/hooks/app-context.ts';
import { Menu, type MenuEntry } from '../../ui/controls/Menu.tsx';
import { useStrings } from '../../ui/strings.ts';
import { useActionStrings } from '../../ui/strings/actions.ts';
import { ActionButton } from '../../ui/controls/ActionButton.tsx';
import { ActBar, type ActionBarProps } from '../../reading/note/ActionBar.tsx';
import { OwnZapAct } from '../../money/zaps/PayingZapButton.tsx';
import { useStableLabel } from '../../ui/hooks/use-stable-label.ts';
import { useFound, useListed, useIntents } from '../../publish/outbox/use-intents.ts';
import { countOf, useLike } from '../../publish/outbox/use-like.ts';
import { useOwnReplies } from './use-own-replies.ts';
import { useOwnActs } from '../../publish/outbox/use-own-acts.ts';

/** Messages of each action. */
const REPOST = {
  done: { code: 'repost.done' },
  failed: { code: 'repost.failed' },
  doing: { code: 'repost.doing' },
} as const;
const UNREPOST = {
  failed: { code: 'unrepost.failed' },
  missing: { code: 'unrepost.missing' },
} as const;

/**
 * The action bar for signed-in users. Their actions are marked and counted at once, and never
 * overstated.
 */
export function OwnActionBar({ event, reposts }: ActionBarProps) {
  const { note } = useStrings();
  const words = useActionStrings();
  const intents = useIntents();
  const find = useFound();
  const found = () => find(event, reposts);
  const stats = useFacts((facts) => getRow(facts.stats, event.id));
  const own = useFacts((facts) => getRow(facts.actions, event.id));
  const like = useLike(event, { reposts });
  const repostKind = event.kind === KIND.Text ? KIND.Repost : KIND.GenericRepost;
  const repost = useOwnActs(event, repostKind);
  const isReposted = own?.reposted === true && !repost.isRetracted;
  const replies = useOwnReplies(event);
  const add = bookmark(event);
  const { isListed, isKnown, isBusy } = useListed('bookmarks', add.tag);
  const { shown: isBookmarked, meantBy, attention } = useStableLabel(isListed, isBusy);
  const pressRepost = () => {
    if (repost.job !== undefined) return intents.undo(repost.job);
    if (isReposted || repost.isSent) return intents.retract(event, repostKind, UNREPOST);
    return intents.publishSoon(buildRepost(found()), REPOST);
  };
  const choices = (): readonly MenuEntry[] => [
    {
      label: isReposted || repost.isSent ? words.unrepost : note.repost,
      icon: 'repost',
      disabled: repost.isRetracting,
      onSelect: pressRepost,
    },
    { label: words.quote, icon: 'pen', onSelect: () => intents.quote(found()) },
  ];
  return (
    <ActBar>
      <ActionButton
        icon="reply"
        label={note.reply}
        count={replies.count}
        done={replies.isReplied}
        onPress={() => intents.reply(found())}
      />
      <OwnZapAct zapped={{ pubkey: event.pubkey, event }} />
      <ActionButton icon="like" label={note.like} tone="liked" {...like} />
      <Menu
        label={note.repost}
        align="start"
        entries={choices}
        renderTrigger={(props) => (
          <ActionButton
            {...props}
            icon="repost"
            label={note.repost}
            count={countOf(stats?.reposts, own?.reposted === true, isReposted || repost.isSent)}
            done={isReposted || repost.isSent}
            busy={repost.isRetracting}
            tone="reposted"
          />
        )}
      />
      {/* The button behind the keyboard shortcut. The visible one is in the repost menu. */}
      <button
        type="button"
        hidden
        aria-label={words.quote}
        data-act="quote"
        onClick={() => intents.quote(found())}
      />
      <ActionButton
        {...attention}
        icon="bookmark"
        label={isBookmarked ? words.removeBookmark : note.bookmark}
        done={isBookmarked}
        aria-pressed={isKnown ? isBookmarked : undefined}
        busy={isBusy}
        tone="bookmarked"
        onPress={
          // as long as the list is not known, the button adds
          isBusy && (isKnown || isListed)
            ? undefined
            : (press) => intents.edit('bookmarks', bookmark(event, { on: !meantBy(press) }))
        }
      />
    </ActBar>
  );
}
