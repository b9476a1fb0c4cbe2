import { useEffect } from 'react';
import { useStrings } from '../strings.ts';

/** Sets the document's title while a screen is shown (ROUTE-24). Empty: the name of the app. */
export function usePageTitle(title: string): void {
  const { name } = useStrings().app;
  useEffect(() => {
    document.title = title === '' ? name : title;
  }, [title, name]);
}
