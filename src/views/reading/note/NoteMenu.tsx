import { use, useState } from 'react';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { lazyPart } from '../../ui/overlays/lazy-part.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { MenuButton, type OpenMenu } from '../../ui/controls/Menu.tsx';
import { ShellContext } from '../../ui/hooks/shell-context.ts';
import { useStrings } from '../../ui/strings.ts';
import type { NoteDialogProps } from './NoteDialog.tsx';
import styles from './NoteMenu.module.css';

const NoteDialog = lazyPart(() => import('./NoteDialog.tsx').then(({ NoteDialog: Part }) => Part), {
  close: ({ onClose }) => onClose(),
});

/** Loaded after the page, like `MenuBox`. */
export const ReaderNoteBox = lazyPart(
  () => import('./ReaderNoteMenu.tsx').then(({ ReaderNoteBox: Part }) => Part),
  {
    close: ({ menu }) => menu.hide(),
  },
);

export interface NoteMenuBoxProps {
  readonly event: VerifiedEvent;
  readonly menu: OpenMenu;
  /** Opens a dialog that stays open when the menu closes. */
  readonly onOpen: (dialog: NoteDialogProps['what']) => void;
}

/**
 * The menu of a note. Each copy action confirms itself (NOTE-12). Actions that publish need an
 * account. The menu stays open when their code loads, which adds them.
 */
export function NoteMenu({ event }: { readonly event: VerifiedEvent }) {
  const { note } = useStrings();
  const Box = use(ShellContext)?.own?.NoteMenuBox ?? ReaderNoteBox;
  const [open, setOpen] = useState<NoteDialogProps['what']>();
  return (
    <>
      <MenuButton
        label={note.more}
        renderBox={(menu) => <Box event={event} menu={menu} onOpen={setOpen} />}
        renderTrigger={(props) => (
          <IconButton
            {...props}
            icon="more"
            label={note.more}
            iconSize="s"
            className={styles.more}
          />
        )}
      />
      {open && <NoteDialog what={open} event={event} onClose={() => setOpen(undefined)} />}
    </>
  );
}
