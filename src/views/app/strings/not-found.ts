import { useWords } from '../strings.ts';

export const notFoundEnglish = {
  title: 'Page not found',
  text: 'Nothing is at this address, or nobody has this name.',
};

type NotFoundStrings = typeof notFoundEnglish;

/** The words of an address at which there is nothing (ACCESS-05). */
export function useNotFoundStrings(): NotFoundStrings {
  return useWords('notFound', notFoundEnglish);
}
