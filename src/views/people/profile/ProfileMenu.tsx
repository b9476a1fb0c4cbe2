import { use } from 'react';
import { dropFilterList, mute, filterWith } from '../../../events/account/lists/list-intents.ts';
import { canAct } from '../../../events/account/account.ts';
import { npubOf } from '../../../events/nostr/nip19.ts';
import { messagesPath, profilePath } from '../../../events/account/profile/profile-path.ts';
import { printFeedSpec } from '../../../events/reading/feed/feed-spec.ts';
import { userFeedSpec } from '../../../events/reading/feed/account-feeds.ts';
import { getRow } from '../../../events/core/table.ts';
import { displayNameOf } from '../../../events/facts/profile.ts';
import { useAccount, useFacts } from '../../ui/hooks/app-context.ts';
import { useCopy } from '../../ui/hooks/copy.ts';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { Menu, type MenuEntry } from '../../ui/controls/Menu.tsx';
import { ShellContext } from '../../ui/hooks/shell-context.ts';
import { useStrings } from '../../ui/strings.ts';
import { useNoteMenuStrings } from '../../ui/strings/note-menu.ts';
import { useProfileStrings } from '../../ui/strings/profile.ts';
import { useActionStrings } from '../../ui/strings/actions.ts';
import { useListed, useIntents } from '../../publish/outbox/use-intents.ts';
import { useConfirmations } from '../../publish/outbox/use-confirmations.ts';
import { useFeedToggle, useHomeFeeds } from '../../reading/feed/use-own-feeds.ts';
import { useNavigate } from '../../ui/navigation/use-navigate.ts';

/** More actions on an account (PROFILE-06). */
export function ProfileMenu({ pubkey }: { readonly pubkey: string }) {
  const { note } = useStrings();
  const words = useProfileStrings();
  const copy = useCopy();
  const navigate = useNavigate();
  const acts = useProfileActs(pubkey);
  const feedEntry = useFeedEntry(pubkey);
  const verified = useFacts((facts) => getRow(facts.names, pubkey));
  const entries = (): readonly MenuEntry[] => [
    { label: words.copyKey, icon: 'key', onSelect: () => copy(npubOf(pubkey) ?? pubkey, 'key') },
    {
      label: words.copyLink,
      icon: 'link',
      onSelect: () => copy(location.origin + profilePath(pubkey, verified), 'profile'),
    },
    feedEntry,
    {
      label: words.message,
      icon: 'messages',
      onSelect: () => navigate(messagesPath(pubkey)),
    },
    ...acts,
  ];
  return (
    <Menu
      label={note.more}
      entries={entries}
      renderTrigger={(props) => <IconButton {...props} outline icon="more" label={note.more} />}
    />
  );
}

/** Return the menu entry that adds an account's feed to the home page, or removes it (FEED-07). */
function useFeedEntry(pubkey: string): MenuEntry {
  const words = useProfileStrings();
  const name = words.feedOf(
    useFacts((facts) => displayNameOf(getRow(facts.profiles, pubkey), pubkey)),
  );
  const { isThere, toggle } = useFeedToggle('homeFeeds', useHomeFeeds(), {
    name,
    spec: printFeedSpec(userFeedSpec(pubkey)),
    feedkind: 'user',
  });
  return { label: isThere ? words.removeFeed : words.addFeed, icon: 'home', onSelect: toggle };
}

/** Return the entries for mute and report, which the own profile lacks. */
function useProfileActs(pubkey: string) {
  const { muteUser, report } = useNoteMenuStrings();
  const more = useActionStrings();
  const shell = use(ShellContext);
  const account = useAccount();
  const intents = useIntents();
  const { askReport } = useConfirmations();
  const what = { type: 'user', pubkey } as const;
  const { isListed: isMuted, isKnown: isMuteKnown, secret } = useListed('mutes', mute(what).tag);
  const { isListed: isFilter, isKnown: isFilterKnown } = useListed(
    'filterLists',
    dropFilterList(pubkey).tag,
  );
  if (account?.pubkey === pubkey) return [];
  // the account's code keeps an act until it is loaded
  const act = (run: () => void) =>
    canAct(account) ? run : () => shell?.onRefused({ code: 'act.signIn' });
  const entries: readonly MenuEntry[] = [
    'line',
    {
      label: isMuteKnown ? (isMuted ? more.unmuteUser : muteUser) : more.muteUnknown.user,
      icon: 'mute',
      disabled: !isMuteKnown,
      onSelect: act(() =>
        isMuted ? intents.edit('mutes', mute(what, { on: false, secret })) : intents.mute(what),
      ),
    },
    {
      label: isFilterKnown
        ? isFilter
          ? more.mute.unfollowMuteList
          : more.mute.followMuteList
        : more.mute.muteListUnknown,
      icon: 'filter',
      disabled: !isFilterKnown,
      onSelect: act(() =>
        intents.edit(
          'filterLists',
          isFilter ? dropFilterList(pubkey) : filterWith(pubkey, ['content', 'trending']),
        ),
      ),
    },
    { label: report, icon: 'alert', danger: true, onSelect: act(() => askReport(pubkey)) },
  ];
  return entries;
}
