import { useEffect } from 'react';
import { ROW } from '../../ui/navigation/row-keys.ts';

/** A middle click on a plain area of a row, or one with Ctrl or Cmd, opens it in another tab. */
export function useRowTabs(): void {
  useEffect(() => {
    const press = (click: MouseEvent) => {
      const isForTab =
        click.type === 'auxclick' ? click.button === 1 : click.ctrlKey || click.metaKey;
      const { target } = click;
      if (!isForTab || !(target instanceof Element)) return;
      if (target.closest('a, button, video, audio, iframe, [role="menu"], dialog')) return;
      const link = target
        .closest(ROW)
        ?.querySelector<HTMLAnchorElement>('a[data-open], a:has(time)');
      if (!link) return;
      click.preventDefault();
      click.stopPropagation();
      window.open(link.href, '_blank', 'noopener');
    };
    // before the row opens in this tab
    document.addEventListener('click', press, true);
    document.addEventListener('auxclick', press, true);
    return () => {
      document.removeEventListener('click', press, true);
      document.removeEventListener('auxclick', press, true);
    };
  }, []);
}
