import { type ReactNode, use, useState } from 'react';
import type { VerifiedEvent } from '../../events/event.ts';
import { note1Of, npubOf } from '../../events/nip19.ts';
import { isText } from '../../events/reading/with-media.ts';
import { useCopy } from '../app/copy.ts';
import { lazyPart } from '../app/lazy-part.tsx';
import { IconButton } from '../app/primitives/IconButton.tsx';
import { Menu, type MenuEntry } from '../app/primitives/Menu.tsx';
import { ShellContext } from '../app/shell-context.ts';
import { type Strings, useStrings } from '../app/strings.ts';
import { noteTarget } from './note-link.ts';
import styles from './NoteMenu.module.css';

const ReactionsDialog = lazyPart(() => import('./ReactionsDialog.tsx').then(({ ReactionsDialog: Part }) => Part), {
  close: ({ onClose }) => onClose(),
});

const TranslationDialog = lazyPart(() => import('./TranslationDialog.tsx').then(({ TranslationDialog: Part }) => Part), {
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
  const copy = useCopy();
  const reactions = useReactions(event);
  const translation = useTranslate(event);
  const refused = () => shell?.onRefused({ code: 'act.signIn' });
  const entries = (): readonly MenuEntry[] => [
    reactions.entry,
    ...copyEntries(event, copy, note),
    ...translation.entries,
    'line',
    { label: note.muteUser, icon: 'mute', onSelect: refused },
    { label: note.report, icon: 'alert', danger: true, onSelect: refused },
  ];
  return (
    <>
      <MoreMenu entries={entries} />
      {reactions.dialog}
      {translation.dialog}
    </>
  );
}

/** The entry that says who reacted, and the dialog while it is open (NOTE-14). */
export function useReactions(event: VerifiedEvent): { readonly entry: MenuEntry; readonly dialog: ReactNode } {
  const { note } = useStrings();
  const [isOpen, setIsOpen] = useState(false);
  return {
    entry: { label: note.reactions, icon: 'smile', onSelect: () => setIsOpen(true) },
    dialog: isOpen && <ReactionsDialog event={event} onClose={() => setIsOpen(false)} />,
  };
}

/** The entry that has the browser translate a note, none where it cannot, and the dialog while it is open (BEYOND-15). */
export function useTranslate(event: VerifiedEvent): { readonly entries: readonly MenuEntry[]; readonly dialog: ReactNode } {
  const { note } = useStrings();
  const [isOpen, setIsOpen] = useState(false);
  const can = 'Translator' in globalThis && isText(event.kind);
  return {
    entries: can ? [{ label: note.translate, icon: 'globe', onSelect: () => setIsOpen(true) }] : [],
    dialog: isOpen && <TranslationDialog event={event} onClose={() => setIsOpen(false)} />,
  };
}

/** What everybody can copy of a note. */
export function copyEntries(event: VerifiedEvent, copy: ReturnType<typeof useCopy>, note: Strings['note']): readonly MenuEntry[] {
  return [
    { label: note.copyLink, icon: 'link', onSelect: () => copy(location.origin + noteTarget(event), 'link') },
    { label: note.copyText, icon: 'copy', onSelect: () => copy(event.content, 'text') },
    { label: note.copyId, icon: 'note', onSelect: () => copy(note1Of(event.id) ?? event.id, 'id') },
    { label: note.copyRaw, icon: 'code', onSelect: () => copy(JSON.stringify(event), 'raw') },
    { label: note.copyAuthor, icon: 'key', onSelect: () => copy(npubOf(event.pubkey) ?? event.pubkey, 'author') },
  ];
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
