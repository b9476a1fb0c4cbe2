import { type TranslationJob, translatorLogic, type TranslatorSignal } from './translator-logic.ts';
import { callbackAdapter } from '../../core/ports.ts';

export const translatorPort = callbackAdapter<TranslatorSignal, TranslationJob>(
  ({ input, sendBack }) => {
    const ending = new AbortController();
    const translate = async () => {
      await (await translatorLogic.adapter())(
        input,
        (signal) => void (ending.signal.aborted || sendBack(signal)),
        ending.signal,
      );
    };
    translate().catch(() => {
      if (!ending.signal.aborted) sendBack({ type: 'translator.failed', problem: 'failed' });
    });
    return () => ending.abort();
  },
);
