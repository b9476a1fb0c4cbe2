import type { NameAnswer } from '../../machines/account/verified-names.machine.ts';
import { useNames } from '../app/app-context.ts';
import { useRead } from '../app/use-read.ts';

/** Whose name that is, as far as somebody has looked it up with `useName`. null: nobody's; undefined: not known yet. */
export function useKnownName(address: string): NameAnswer | undefined {
  return useRead(useNames(), ({ context }) => context.answers.get(address));
}
