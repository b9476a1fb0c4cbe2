import type { TranslationProblem } from '../../../events/reading/content/translation.ts';
import { lazyPort } from '../../core/ports.ts';

export interface TranslationJob {
  readonly texts: readonly string[];
  /** Target language (BCP 47). */
  readonly to: string;
}

export type TranslatorSignal =
  /** The browser downloads a language pack. `loaded` from 0 to 1. */
  | { type: 'translator.progress'; loaded: number }
  | {
      type: 'translator.done';
      from: string;
      words: ReadonlyArray<readonly [text: string, said: string]>;
    }
  | { type: 'translator.failed'; problem: TranslationProblem; from?: string | undefined };

/**
 * Translates and reports progress. Ends with `done` or `failed` unless aborted. Rejects if the
 * browser fails.
 */
export type Translator = (
  job: TranslationJob,
  tell: (signal: TranslatorSignal) => void,
  signal: AbortSignal,
) => Promise<void>;

/** Loaded with the first translation. */
export const translatorLogic = lazyPort<Translator>();
