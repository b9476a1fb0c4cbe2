import type { NameAnswer } from '../../machines/account/verified-names.machine.ts';
import { useNames } from '../app/app-context.ts';
import { useRead } from '../app/use-read.ts';

/** Return whose name that is and who says so. `undefined`: it was not looked up with `useName`. */
export function useKnownName(address: string): NameAnswer | undefined {
  return useRead(useNames(), ({ context }) => context.answers.get(address));
}
