import { type ReactNode, use, useState } from 'react';
import type { VerifiedEvent } from '../../events/event.ts';
import { note1Of, npubOf } from '../../events/nip19.ts';
import { isText } from '../../events/reading/with-media.ts';
import { useCopy } from '../app/copy.ts';
import { lazyPart } from '../app/lazy-part.tsx';
import { IconButton } from '../app/primitives/IconButton.tsx';
import { Menu, type MenuEntry } from '../app/primitives/Menu.tsx';
import { ShellContext } from '../app/shell-context.ts';
import { useStrings } from '../app/strings.ts';
import { noteTarget } from './note-link.ts';
import styles from './NoteMenu.module.css';

const NoteDialog = lazyPart(() => import('./NoteDialog.tsx').then(({ NoteDialog: Part }) => Part), {
  close: ({ onClose }) => onClose(),
});

/** What else can be done with a note; each copy says so (NOTE-12). Acts that write need an account. */
export function NoteMenu({ event }: { readonly event: VerifiedEvent }) {
  const shell = use(ShellContext);
  return shell?.own ? <shell.own.NoteMenu event={event} /> : <VisitorMenu event={event} />;
}

function VisitorMenu({ event }: { readonly event: VerifiedEvent }) {
  const { note } = useStrings();
  const shell = use(ShellContext);
  const { entries, dialog } = useReaderEntries(event);
  const refused = () => shell?.onRefused({ code: 'act.signIn' });
  return (
    <>
      <MoreMenu
        entries={() => [
          ...entries(),
          'line',
          { label: note.muteUser, icon: 'mute', onSelect: refused },
          { label: note.report, icon: 'alert', danger: true, onSelect: refused },
        ]}
      />
      {dialog}
    </>
  );
}

interface ReaderEntries {
  readonly entries: () => readonly MenuEntry[];
  /** What one of them opened. */
  readonly dialog: ReactNode;
}

/** What everybody can do with a note: see who reacted (NOTE-14), copy, and have it translated where the browser can (BEYOND-15). */
export function useReaderEntries(event: VerifiedEvent): ReaderEntries {
  const { note } = useStrings();
  const copy = useCopy();
  const [open, setOpen] = useState<'reactions' | 'translation'>();
  const { content, id, kind, pubkey } = event;
  return {
    entries: () => [
      { label: note.reactions, icon: 'smile', onSelect: () => setOpen('reactions') },
      { label: note.copyLink, icon: 'link', onSelect: () => copy(location.origin + noteTarget(event), 'link') },
      { label: note.copyText, icon: 'copy', onSelect: () => copy(content, 'text') },
      { label: note.copyId, icon: 'note', onSelect: () => copy(note1Of(id) ?? id, 'id') },
      { label: note.copyRaw, icon: 'code', onSelect: () => copy(JSON.stringify(event), 'raw') },
      { label: note.copyAuthor, icon: 'key', onSelect: () => copy(npubOf(pubkey) ?? pubkey, 'author') },
      ...('Translator' in globalThis && isText(kind)
        ? [{ label: note.translate, icon: 'globe', onSelect: () => setOpen('translation') } satisfies MenuEntry]
        : []),
    ],
    dialog: open && <NoteDialog what={open} event={event} onClose={() => setOpen(undefined)} />,
  };
}

/** The three dots of a note. */
export function MoreMenu({ entries }: { readonly entries: () => readonly MenuEntry[] }) {
  const { note } = useStrings();
  return (
    <Menu
      label={note.more}
      entries={entries}
      renderTrigger={(props) => <IconButton {...props} icon="more" label={note.more} iconSize="s" className={styles.more} />}
    />
  );
}
