import { mute, threadTags } from '../../../events/account/lists/list-intents.ts';
import { tagValue, type VerifiedEvent } from '../../../events/nostr/event.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { articleEditPath } from '../../../events/compose/article/article-path.ts';
import { useAccount } from '../../ui/hooks/app-context.ts';
import { MenuBox, type MenuEntry } from '../../ui/controls/Menu.tsx';
import { useActionStrings } from '../../ui/strings/actions.ts';
import { useNoteMenuStrings } from '../../ui/strings/note-menu.ts';
import { useWhyStrings } from '../../ui/strings/why.ts';
import { useZapStrings } from '../../ui/strings/zaps.ts';
import { useNavigate } from '../../ui/navigation/use-navigate.ts';
import { isOwnGift } from '../../money/zaps/use-zap.ts';
import { useZapping } from '../../money/zaps/use-zapping.ts';
import type { NoteMenuBoxProps } from '../../reading/note/NoteMenu.tsx';
import { useReaderEntries } from '../../reading/note/ReaderNoteMenu.tsx';
import { useListed, useIntents } from '../../publish/outbox/use-intents.ts';
import { useConfirmations } from '../../publish/outbox/use-confirmations.ts';

/** The additional menu entries of a signed-in user (NOTE-12). */
export function OwnNoteMenuBox({ event, menu, onOpen }: NoteMenuBoxProps) {
  const { muteUser, report } = useNoteMenuStrings();
  const words = useActionStrings();
  const account = useAccount();
  const intents = useIntents();
  const { askReport, askDeletion } = useConfirmations();
  const reader = useReaderEntries(event, onOpen);
  const why = useWhyStrings();
  const zaps = useZapStrings();
  const zapped = { pubkey: event.pubkey, event };
  const { canZap } = useZapping(zapped);
  const { pubkey } = event;
  const navigate = useNavigate();
  const user = { type: 'user', pubkey } as const;
  const mutedUser = useListed('mutes', mute(user).tag);
  const mutedThread = useMutedThread(event);
  const isOwn = account?.pubkey === pubkey;
  const toggleUser = () =>
    mutedUser.isListed
      ? intents.edit('mutes', mute(user, { on: false, secret: mutedUser.secret }))
      : intents.mute(user);
  const others: readonly MenuEntry[] = [
    {
      label: mutedUser.isKnown
        ? mutedUser.isListed
          ? words.unmuteUser
          : muteUser
        : words.muteUnknown.user,
      icon: 'mute',
      disabled: !mutedUser.isKnown,
      onSelect: toggleUser,
    },
    { label: report, icon: 'alert', danger: true, onSelect: () => askReport(pubkey, event) },
  ];
  const entries: readonly MenuEntry[] = [
    ...reader,
    ...(isOwnGift(zapped, account?.pubkey)
      ? []
      : [
          {
            label: zaps.menu,
            icon: 'zap',
            onSelect: () => canZap() && onOpen('zap'),
          } satisfies MenuEntry,
        ]),
    ...(isOwn && event.kind === KIND.LongForm
      ? [
          {
            label: words.editArticle,
            icon: 'pen',
            onSelect: () =>
              navigate(articleEditPath({ pubkey, identifier: tagValue(event, 'd') ?? '' })),
          } satisfies MenuEntry,
        ]
      : []),
    { label: words.broadcast, icon: 'share', onSelect: () => intents.broadcast(event) },
    { label: why.ask, icon: 'help', onSelect: () => onOpen('why') },
    'line',
    {
      label: mutedThread.isKnown
        ? mutedThread.isListed
          ? words.unmuteThread
          : words.muteThread
        : words.muteUnknown.thread,
      icon: 'mute',
      disabled: !mutedThread.isKnown,
      onSelect: mutedThread.toggle,
    },
    ...(isOwn
      ? [
          {
            label: words.requestDelete,
            icon: 'trash',
            danger: true,
            onSelect: () => askDeletion(event),
          } satisfies MenuEntry,
        ]
      : others),
  ];
  return <MenuBox {...menu} entries={entries} />;
}

/** Mute a thread under every name of its root, and remove the names that are listed. */
function useMutedThread(event: VerifiedEvent) {
  const intents = useIntents();
  const tags = threadTags(event);
  const [first, second = first, third = first] = tags;
  const listed = [
    useListed('mutes', first),
    useListed('mutes', second),
    useListed('mutes', third),
  ].slice(0, tags.length);
  const unmuted = tags.flatMap((tag, at) => {
    const { isListed = false, secret = false } = listed[at] ?? {};
    return isListed ? [{ act: 'remove', tag, ...(secret ? { secret } : {}) } as const] : [];
  });
  const isListed = unmuted.length > 0;
  return {
    isListed,
    isKnown: listed.every(({ isKnown }) => isKnown),
    toggle: () =>
      isListed
        ? intents.edit('mutes', ...unmuted)
        : intents.mute(
            { type: 'thread', id: first[1] ?? '' },
            tags.map((tag) => ({ act: 'add', tag })),
          ),
  };
}
