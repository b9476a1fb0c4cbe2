import type { Seconds } from '../../../events/core/time.ts';

/** This client, and what it was built from. */
export interface Build {
  /** Of the package. */
  readonly version: string;
  /** The commit, its time in seconds, and whether files differed from it; undefined where that is not known. */
  readonly source?: { readonly commit: string; readonly time: Seconds; readonly isChanged: boolean } | undefined;
}

/** The bundler writes it here (scripts/build/build-source.ts). */
declare const STARLING_BUILD: Build;

export const BUILD: Build = STARLING_BUILD;
