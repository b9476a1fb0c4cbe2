import { useEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { useNavigate } from '../../ui/navigation/use-navigate.ts';

/** History state of a navigation that asks the user to choose a feed. */
const CHOOSE = 'chooseFeed';

/** Return a function that opens the home page and focuses its feed select (ACCOUNT-19). */
export function useChooseFeed(): () => void {
  const navigate = useNavigate();
  return () => navigate('/home', { state: CHOOSE });
}

/** Focus the feed select after `useChooseFeed`, but not after going back or reloading the page. */
export function useFeedFocus(): void {
  const place: { readonly state: unknown } = useLocation();
  const isNew = useNavigationType() !== NavigationType.Pop;
  useEffect(() => {
    if (isNew && place.state === CHOOSE)
      document.querySelector<HTMLElement>('#main > header [role="combobox"]')?.focus();
  }, [isNew, place]);
}
