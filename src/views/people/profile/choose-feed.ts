import { useEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router';
import { useNavigate } from '../../ui/navigation/use-navigate.ts';

/** Says of a place in the history that it was opened to choose a feed. */
const CHOOSE = 'chooseFeed';

/** Leads home, to the select of feeds (ACCOUNT-19). */
export function useChooseFeed(): () => void {
  const navigate = useNavigate();
  return () => navigate('/home', { state: CHOOSE });
}

/** Gives the select of feeds the focus where `useChooseFeed` led to it; not when somebody comes back there, or loads the page again. */
export function useFeedFocus(): void {
  const place: { readonly state: unknown } = useLocation();
  const isNew = useNavigationType() !== NavigationType.Pop;
  useEffect(() => {
    if (isNew && place.state === CHOOSE) document.querySelector<HTMLElement>('#main > header [role="combobox"]')?.focus();
  }, [isNew, place]);
}
