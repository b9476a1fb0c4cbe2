import { words } from '../strings.ts';

export const notFoundEnglish = {
  title: 'Page not found',
  text: 'Nothing is at this address, or nobody has this name.',
};

/** The words of an address at which there is nothing (ACCESS-05). */
export const useNotFoundStrings = words('notFound', notFoundEnglish);
