import { mute } from '../../events/account/list-intents.ts';
import { tagValue } from '../../events/event.ts';
import { KIND } from '../../events/kinds.ts';
import { articleEditPath } from '../../events/publish/article-path.ts';
import { rootOf } from '../../events/reading/references.ts';
import { useAccount } from '../app/app-context.ts';
import { MenuBox, type MenuEntry } from '../app/primitives/Menu.tsx';
import { useStrings } from '../app/strings.ts';
import { useActStrings } from '../app/strings/acts.ts';
import { useWhyStrings } from '../app/strings/why.ts';
import { useZapStrings } from '../app/strings/zaps.ts';
import { useNavigate } from '../app/use-navigate.ts';
import { isOwnGift } from '../money/use-zap.ts';
import { useZapping } from '../money/use-zapping.ts';
import type { NoteMenuBoxProps } from '../reading/NoteMenu.tsx';
import { useReaderEntries } from '../reading/ReaderNoteBox.tsx';
import { useListed, useIntents } from './use-intents.ts';
import { useQuestions } from './questions.ts';

/** What else whoever is here can do with a note (NOTE-12). */
export function OwnNoteMenuBox({ event, menu, onOpen }: NoteMenuBoxProps) {
  const { note } = useStrings();
  const words = useActStrings();
  const account = useAccount();
  const orders = useIntents();
  const { askMute, askReport, askDeletion } = useQuestions();
  const reader = useReaderEntries(event, onOpen);
  const why = useWhyStrings();
  const zaps = useZapStrings();
  const zapped = { pubkey: event.pubkey, event };
  const { canZap } = useZapping(zapped);
  const { id: noteId, pubkey } = event;
  const navigate = useNavigate();
  const root = rootOf(event);
  const thread = { type: 'thread', id: root?.type === 'event' ? root.key : noteId } as const;
  const user = { type: 'user', pubkey } as const;
  const mutedUser = useListed('mutes', mute(user).tag);
  const mutedThread = useListed('mutes', mute(thread).tag);
  const isOwn = account?.pubkey === pubkey;
  const toggle =
    (what: typeof user | typeof thread, { isListed, secret }: typeof mutedUser) =>
    () =>
      isListed ? orders.edit('mutes', mute(what, { on: false, secret })) : askMute(what);
  const others: readonly MenuEntry[] = [
    {
      label: mutedUser.isKnown ? (mutedUser.isListed ? words.unmuteUser : note.muteUser) : words.muteUnknown.user,
      icon: 'mute',
      disabled: !mutedUser.isKnown,
      onSelect: toggle(user, mutedUser),
    },
    { label: note.report, icon: 'alert', danger: true, onSelect: () => askReport(pubkey, event) },
  ];
  const entries: readonly MenuEntry[] = [
    ...reader,
    ...(isOwnGift(zapped, account?.pubkey)
      ? []
      : [{ label: zaps.menu, icon: 'zap', onSelect: () => canZap() && onOpen('zap') } satisfies MenuEntry]),
    ...(isOwn && event.kind === KIND.LongForm
      ? [
          {
            label: words.editArticle,
            icon: 'pen',
            onSelect: () => navigate(articleEditPath({ pubkey, identifier: tagValue(event, 'd') ?? '' })),
          } satisfies MenuEntry,
        ]
      : []),
    { label: words.broadcast, icon: 'share', onSelect: () => orders.broadcast(event) },
    { label: why.ask, icon: 'help', onSelect: () => onOpen('why') },
    'line',
    {
      label: mutedThread.isKnown ? (mutedThread.isListed ? words.unmuteThread : words.muteThread) : words.muteUnknown.thread,
      icon: 'mute',
      disabled: !mutedThread.isKnown,
      onSelect: toggle(thread, mutedThread),
    },
    ...(isOwn
      ? [{ label: words.requestDelete, icon: 'trash', danger: true, onSelect: () => askDeletion(event) } satisfies MenuEntry]
      : others),
  ];
  return <MenuBox {...menu} entries={entries} />;
}
