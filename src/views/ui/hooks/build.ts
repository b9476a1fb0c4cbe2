import type { Seconds } from '../../../events/core/time.ts';

export interface Build {
  readonly version: string;
  /** Web address of the repository that `package.json` names. */
  readonly repository?: string | undefined;
  /**
   * The commit, its time in seconds, and whether files differed from it. `undefined` if unknown.
   */
  readonly source?:
    | { readonly commit: string; readonly time: Seconds; readonly isChanged: boolean }
    | undefined;
}

/** Written by the bundler (scripts/build/build-source.ts). */
declare const STARLING_BUILD: Build;

export const BUILD: Build = STARLING_BUILD;
