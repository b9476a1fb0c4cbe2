import type { KeyboardEvent, MouseEvent } from 'react';
import { useNavigate } from '../../ui/navigation/use-navigate.ts';

/**
 * Return props that make a row a link: Enter, and clicks on its plain areas. Links, buttons and
 * selected text keep their own behavior.
 */
export function useOpeningRow(target: string) {
  const navigate = useNavigate();
  return {
    onClick: (click: MouseEvent<HTMLElement>) => {
      if (
        !click.defaultPrevented &&
        click.target instanceof Element &&
        !click.target.closest('a, button, video, audio, iframe, [role="menu"], dialog') &&
        getSelection()?.isCollapsed !== false
      )
        navigate(target);
    },
    onKeyDown: (press: KeyboardEvent<HTMLElement>) => {
      if (press.key !== 'Enter' || press.target !== press.currentTarget) return;
      // Otherwise the page's keyboard shortcuts would open it again.
      press.preventDefault();
      navigate(target);
    },
  };
}
