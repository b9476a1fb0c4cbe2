import { createContext, use } from 'react';
import { english } from './strings/english.ts';

/** Every text that the interface says, by area. English is the measure: another language has the same shape (ACCESS-05). */
export type Strings = typeof english;

/** The language in use. A second one is a value of `Strings`, given by `<StringsContext value={...}>` above the app. */
export const StringsContext = createContext<Strings>(english);

export function useStrings(): Strings {
  return use(StringsContext);
}
