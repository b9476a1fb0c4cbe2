import { isRecord } from '../../../events/core/json.ts';
import { isSameLanguage } from '../../../events/reading/content/translation.ts';
import type { Translator } from '../../../machines/reading/content/translator-logic.ts';

interface Pair {
  readonly sourceLanguage: string;
  readonly targetLanguage: string;
}
interface Making {
  readonly signal: AbortSignal;
  readonly monitor: (of: EventTarget) => void;
}

interface Languages {
  readonly Translator?: {
    readonly availability: (pair: Pair) => Promise<string>;
    readonly create: (of: Pair & Making) => Promise<{
      readonly translate: (text: string, how: { signal: AbortSignal }) => Promise<string>;
      readonly destroy: () => void;
    }>;
  };
  readonly LanguageDetector?: {
    readonly create: (of: Making) => Promise<{
      readonly detect: (
        text: string,
        how: { signal: AbortSignal },
      ) => Promise<
        ReadonlyArray<{ readonly detectedLanguage?: string; readonly confidence?: number }>
      >;
      readonly destroy: () => void;
    }>;
  };
}

declare global {
  /**
   * The used parts of the browser's translator (webmachinelearning.github.io/translation-api). It
   * works on the device.
   */
  interface Window extends Languages {}
}

export type BrowserLanguage = Pick<Window, 'Translator' | 'LanguageDetector'>;

/**
 * How much of a text is used to detect its language, in UTF-16 units, and the minimum confidence.
 */
const SAMPLE = 2_000;
const LEAST_SURE = 0.4;

/** The `translator` port: nothing leaves this browser but its own requests for language packs. */
export function browserTranslator({
  Translator: Api,
  LanguageDetector: Detector,
}: BrowserLanguage): Translator {
  return async ({ texts, to }, tell, signal) => {
    if (!Api || !Detector) return tell({ type: 'translator.failed', problem: 'unavailable' });
    const monitor = (of: EventTarget) =>
      of.addEventListener('downloadprogress', (event) =>
        tell({ type: 'translator.progress', loaded: loadedOf(event) }),
      );
    const detector = await Detector.create({ signal, monitor });
    const [best] = await detector.detect(texts.join('\n').slice(0, SAMPLE), { signal });
    detector.destroy();
    const from = best?.detectedLanguage ?? 'und';
    if (from === 'und' || (best?.confidence ?? 0) < LEAST_SURE)
      return tell({ type: 'translator.failed', problem: 'unknown' });
    if (isSameLanguage(from, to)) return tell({ type: 'translator.failed', problem: 'same', from });
    const pair = { sourceLanguage: from, targetLanguage: to };
    if ((await Api.availability(pair)) === 'unavailable')
      return tell({ type: 'translator.failed', problem: 'unavailable', from });
    const translator = await Api.create({ ...pair, signal, monitor });
    const words: [text: string, said: string][] = [];
    for (const text of texts) {
      words.push([text, await translator.translate(text, { signal })]);
      tell({ type: 'translator.progress', loaded: 1 });
    }
    translator.destroy();
    return tell({ type: 'translator.done', from, words });
  };
}

function loadedOf(event: unknown): number {
  const loaded = isRecord(event) && 'loaded' in event ? Number(event['loaded']) : 0;
  return Number.isFinite(loaded) ? Math.min(1, Math.max(0, loaded)) : 0;
}
