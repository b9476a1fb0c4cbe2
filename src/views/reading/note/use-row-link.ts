import type { KeyboardEvent, MouseEvent } from 'react';
import { useNavigate } from '../../ui/navigation/use-navigate.ts';

/**
 * What makes a row lead somewhere: Enter, and a click on nothing in particular; links, buttons and selected text keep their own meaning.
 */
export function useOpeningRow(target: string) {
  const navigate = useNavigate();
  return {
    onClick: (click: MouseEvent<HTMLElement>) => {
      if (click.defaultPrevented || click.button !== 0 || !(click.target instanceof Element)) return;
      if (click.target.closest('a, button, video, audio, iframe, [role="menu"], dialog') || String(getSelection() ?? '') !== '') return;
      navigate(target);
    },
    onKeyDown: (press: KeyboardEvent<HTMLElement>) => {
      if (press.key !== 'Enter' || press.target !== press.currentTarget) return;
      // or the keys of the page would open it once more
      press.preventDefault();
      navigate(target);
    },
  };
}
