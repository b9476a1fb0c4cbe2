import type { RefObject } from 'react';
import { lazyPart } from '../../ui/overlays/lazy-part.tsx';
import { IconButton } from '../../ui/controls/IconButton.tsx';
import { usePopover } from '../../ui/controls/popover.ts';
import { useComposeStrings } from '../../ui/strings/compose.ts';
import type { PickedEmoji } from './use-emojis.ts';

const EmojiPicker = lazyPart(() => import('./EmojiPicker.tsx').then((code) => code.EmojiPicker), {
  close: ({ hide }) => hide(),
});

interface EmojiButtonProps {
  readonly disabled: boolean;
  /** The text that gets the emojis, and the focus when the picker closes. */
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** `stays`: the picker stays open for more. */
  readonly onPick: (emoji: PickedEmoji, stays: boolean) => void;
}

/** Opens the emoji picker beside it. The picker loads with the first press. */
export function EmojiButton({ disabled, field, onPick }: EmojiButtonProps) {
  const { emoji: words } = useComposeStrings();
  const { open, show, ...place } = usePopover<HTMLDivElement>();
  const { anchor, hide } = place;
  const close = () => {
    hide(false);
    field.current?.focus();
  };
  return (
    <>
      <IconButton
        ref={anchor}
        icon="smile"
        label={words.add}
        disabled={disabled}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={open ? close : show}
      />
      {open && <EmojiPicker {...place} field={field} hide={close} onPick={onPick} />}
    </>
  );
}
