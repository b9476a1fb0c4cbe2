import type { TranslationProblem } from '../../../events/reading/content/translation.ts';
import { fetchedPort } from '../../core/ports.ts';

export interface TranslationJob {
  readonly texts: readonly string[];
  /** The language to translate to (BCP 47). */
  readonly to: string;
}

export type TranslatorSignal =
  /** The browser fetches what it translates with; `loaded` from 0 to 1. */
  | { type: 'translator.progress'; loaded: number }
  | { type: 'translator.done'; from: string; words: ReadonlyArray<readonly [text: string, said: string]> }
  | { type: 'translator.failed'; problem: TranslationProblem; from?: string | undefined };

/** Translates, and says how it goes; ends with `done` or `failed` unless it is aborted. Rejects where the browser broke. */
export type Translator = (job: TranslationJob, tell: (signal: TranslatorSignal) => void, signal: AbortSignal) => Promise<void>;

/** Fetched with the first translation. */
export const translator = fetchedPort<Translator>('translator');
