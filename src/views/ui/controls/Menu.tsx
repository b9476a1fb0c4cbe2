import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { lazyPart } from '../overlays/lazy-part.tsx';
import type { IconName } from '../display/Icon.tsx';
import { type PopoverPlace, usePopover } from './popover.ts';

export interface MenuAct {
  readonly label: string;
  readonly icon?: IconName;
  readonly onSelect: () => void;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** For one of several options: the chosen one has a check. */
  readonly checked?: boolean;
  /** Names an entry that may become known after the menu opens. It then joins the open menu. */
  readonly late?: string;
}

/** `line` separates groups. */
export type MenuEntry = MenuAct | 'line';

interface MenuTrigger {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly 'aria-haspopup': 'menu';
  readonly 'aria-expanded': boolean;
  readonly 'aria-controls': string | undefined;
  readonly onClick: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** Props of an open menu's box, beside its entries. */
export interface OpenMenu extends PopoverPlace<HTMLDivElement> {
  readonly id: string;
  readonly label: string;
}

interface MenuButtonProps {
  readonly label: string;
  /**
   * Renders a `MenuBox`. Called only while the menu is open, so that its entries cost nothing
   * before.
   */
  readonly renderBox: (menu: OpenMenu) => ReactNode;
  readonly renderTrigger: (props: MenuTrigger) => ReactNode;
  readonly align?: 'start' | 'end';
}

interface MenuProps extends Omit<MenuButtonProps, 'renderBox'> {
  /** Called only when the menu opens. */
  readonly entries: () => readonly MenuEntry[];
}

/**
 * The content of the menu, loaded once the page is idle: a menu is never part of the first content.
 */
export const MenuBox = lazyPart(() => import('./boxes.ts').then((code) => code.MenuBox), {
  close: ({ hide }) => hide(),
});

/**
 * A button with a menu: arrows, Home, End, letters, Esc and Tab as in the ARIA menu button pattern.
 * The focus returns to the button.
 */
export function Menu({ entries, ...button }: MenuProps) {
  return <MenuButton {...button} renderBox={(menu) => <MenuBox {...menu} entries={entries()} />} />;
}

/** The same for menus whose entries need a component. */
export function MenuButton({ label, renderBox, renderTrigger, align = 'end' }: MenuButtonProps) {
  const { open, show, ...menu } = usePopover<HTMLDivElement>(align);
  const { id, anchor, hide } = menu;
  const opens = (event: KeyboardEvent) => {
    // the menu's content may still be loading
    if (open && (event.key === 'Escape' || event.key === 'Tab')) {
      if (event.key === 'Escape') event.preventDefault();
      return hide();
    }
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
      {open && renderBox({ ...menu, label })}
    </>
  );
}
