import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { lazyPart } from '../overlays/lazy-part.tsx';
import type { IconName } from '../display/Icon.tsx';
import { usePopover } from './popover.ts';

export interface MenuAct {
  readonly label: string;
  readonly icon?: IconName;
  readonly onSelect: () => void;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** For one of several: the chosen one has a check. */
  readonly checked?: boolean;
}

/** `line` parts groups. */
export type MenuEntry = MenuAct | 'line';

/** What the button that opens the menu must be given. */
interface MenuTrigger {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly 'aria-haspopup': 'menu';
  readonly 'aria-expanded': boolean;
  readonly 'aria-controls': string | undefined;
  readonly onClick: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** What an open menu's box is drawn with, beside its entries. */
export interface OpenMenu {
  readonly id: string;
  readonly label: string;
  readonly box: RefObject<HTMLDivElement | null>;
  /** `back`: the focus goes back to the button. */
  readonly hide: (back?: boolean) => void;
  readonly place: () => void;
}

interface MenuButtonProps {
  readonly label: string;
  /** Draws a `MenuBox`; only while the menu is open, so that what its entries are made of costs nothing before. */
  readonly renderBox: (menu: OpenMenu) => ReactNode;
  readonly renderTrigger: (props: MenuTrigger) => ReactNode;
  readonly align?: 'start' | 'end';
}

interface MenuProps extends Omit<MenuButtonProps, 'renderBox'> {
  /** Asked for only when the menu opens. */
  readonly entries: () => readonly MenuEntry[];
}

/** What stands in it, fetched once the page is read: a menu is never what is read first. */
export const MenuBox = lazyPart(() => import('./MenuBox.tsx').then((code) => code.MenuBox), { close: ({ hide }) => hide() });

/** A button with a menu: arrows, Home, End, letters, Esc and Tab as in the ARIA menu button pattern; focus goes back to the button. */
export function Menu({ entries, ...button }: MenuProps) {
  return <MenuButton {...button} renderBox={(menu) => <MenuBox {...menu} entries={entries()} />} />;
}

/** The same where a component of its own knows the entries. */
export function MenuButton({ label, renderBox, renderTrigger, align = 'end' }: MenuButtonProps) {
  const { id, open, box, anchor, show, hide, place } = usePopover<HTMLDivElement>(align);
  const opens = (event: KeyboardEvent) => {
    // what is drawn in it may still be on its way
    if (open && (event.key === 'Escape' || event.key === 'Tab')) return hide();
    if (open || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    event.preventDefault();
    show();
  };
  return (
    <>
      {renderTrigger({
        ref: anchor,
        'aria-haspopup': 'menu',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
        onClick: open ? () => hide() : show,
        onKeyDown: opens,
      })}
      {open && renderBox({ id, label, box, hide, place })}
    </>
  );
}
