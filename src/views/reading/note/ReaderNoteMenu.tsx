import { use } from 'react';
import { canAct } from '../../../events/account/account.ts';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { note1Of, npubOf } from '../../../events/nostr/nip19.ts';
import { isText } from '../../../events/reading/content/text-kinds.ts';
import { useAccount } from '../../ui/hooks/app-context.ts';
import { useCopy } from '../../ui/hooks/copy.ts';
import { MenuBox, type MenuEntry } from '../../ui/controls/Menu.tsx';
import { ShellContext } from '../../ui/hooks/shell-context.ts';
import { useNoteMenuStrings } from '../../ui/strings/note-menu.ts';
import { useQrStrings } from '../../ui/strings/qr.ts';
import { copiedOf } from './copied-of.ts';
import { noteTarget } from './note-link.ts';
import type { NoteMenuBoxProps } from './NoteMenu.tsx';

/**
 * A note's menu for visitors and readers, and for everybody while the code of the actions loads.
 */
export function ReaderNoteBox({ event, menu, onOpen }: NoteMenuBoxProps) {
  const words = useNoteMenuStrings();
  const shell = use(ShellContext);
  const account = useAccount();
  const entries = useReaderEntries(event, onOpen);
  const refused = () => shell?.onRefused({ code: 'act.signIn' });
  const acts: readonly MenuEntry[] = [
    'line',
    { label: words.muteUser, icon: 'mute', onSelect: refused },
    { label: words.report, icon: 'alert', danger: true, onSelect: refused },
  ];
  return <MenuBox {...menu} entries={canAct(account) ? entries : [...entries, ...acts]} />;
}

/**
 * Return the menu entries for everybody: reactions (NOTE-14), copy, and translation if the browser
 * supports it (BEYOND-15).
 */
export function useReaderEntries(
  event: VerifiedEvent,
  onOpen: NoteMenuBoxProps['onOpen'],
): readonly MenuEntry[] {
  const words = useNoteMenuStrings();
  const { share } = useQrStrings();
  const copy = useCopy();
  const { content, id, kind, pubkey } = event;
  return [
    { label: words.reactions, icon: 'smile', onSelect: () => onOpen('reactions') },
    {
      label: words.copyLink,
      icon: 'link',
      onSelect: () => copy(location.origin + noteTarget(event), copiedOf(event)),
    },
    { label: share, icon: 'qr', onSelect: () => onOpen('share') },
    { label: words.copyText, icon: 'copy', onSelect: () => copy(content, 'text') },
    { label: words.copyId, icon: 'note', onSelect: () => copy(note1Of(id) ?? id, 'id') },
    { label: words.copyRaw, icon: 'code', onSelect: () => copy(JSON.stringify(event), 'raw') },
    {
      label: words.copyAuthor,
      icon: 'key',
      onSelect: () => copy(npubOf(pubkey) ?? pubkey, 'author'),
    },
    ...('Translator' in globalThis && isText(kind)
      ? [
          {
            label: words.translate,
            icon: 'globe',
            onSelect: () => onOpen('translation'),
          } satisfies MenuEntry,
        ]
      : []),
  ];
}
