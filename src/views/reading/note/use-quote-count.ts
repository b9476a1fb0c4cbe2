import { quoteCountIn, quoteCountQuery } from '../../../events/reading/content/note-details.ts';
import { useLookup } from '../../ui/hooks/use-lookup.ts';

/**
 * Return how many notes quote the event of that id (NOTE-22). `undefined` until the service
 * answers.
 */
export function useQuoteCount(id: string): number | undefined {
  const { answer } = useLookup(`quotes ${id}`, () => quoteCountQuery(id));
  return answer && quoteCountIn(answer.claims, id);
}
