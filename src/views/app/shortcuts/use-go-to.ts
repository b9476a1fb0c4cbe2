import { useNavigate } from '../../ui/navigation/use-navigate.ts';

/**
 * Return a function that opens a page by keyboard. A control that stays on the next page, such as a
 * link of the navigation, loses the focus to the content, from where it moves to the new page
 * (ACCESS-02).
 */
export function useGoTo(): (path: string) => void {
  const navigate = useNavigate();
  return (path) => {
    const main = document.getElementById('main');
    const { activeElement } = document;
    const isBeside = activeElement !== document.body && main?.contains(activeElement) === false;
    if (isBeside && path !== window.location.pathname) main?.focus({ preventScroll: true });
    navigate(path);
  };
}
