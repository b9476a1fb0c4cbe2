import { useLocation } from 'react-router';
import { useNavigate } from './use-navigate.ts';

/**
 * One parameter of the address (`?tab=replies`) and a function that changes it in place.
 * `undefined` removes it. The scroll position stays.
 */
export function useQueryParam(
  name: string,
): readonly [string | undefined, (value: string | undefined) => void] {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const change = (value: string | undefined) => {
    const params = new URLSearchParams(search);
    if (value === undefined) params.delete(name);
    else params.set(name, value);
    const query = params.toString();
    navigate(
      { pathname, search: query === '' ? '' : `?${query}`, hash },
      { replace: true, preventScrollReset: true },
    );
  };
  return [new URLSearchParams(search).get(name) ?? undefined, change];
}
