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
  /** `stays`: the picker stays open for more. */
  readonly onPick: (emoji: PickedEmoji, stays: boolean) => void;
}

/** Opens the emoji picker beside it. The picker loads with the first press. */
export function EmojiButton({ disabled, onPick }: EmojiButtonProps) {
  const { emoji: words } = useComposeStrings();
  const { open, show, ...place } = usePopover<HTMLDivElement>();
  const { anchor, hide } = place;
  return (
    <>
      <IconButton
        ref={anchor}
        icon="smile"
        label={words.add}
        disabled={disabled}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={open ? () => hide() : show}
      />
      {open && <EmojiPicker {...place} onPick={onPick} />}
    </>
  );
}
