import { expect, test, vi } from 'vitest';
import type { TranslatorSignal } from '../../../machines/reading/content/translator-logic.ts';
import { type BrowserLanguage, browserTranslator } from './translator.ts';

interface Faked {
  readonly language?: string | undefined;
  readonly confidence?: number;
  readonly availability?: string;
}

/** A browser with the two interfaces of the specification. It translates each word to capitals. */
function browser({ language = 'es', confidence = 0.9, availability = 'downloadable' }: Faked = {}) {
  const destroy = vi.fn();
  const pairs: object[] = [];
  const api: BrowserLanguage = {
    LanguageDetector: {
      create: async () => ({
        detect: async () => [{ detectedLanguage: language, confidence }],
        destroy,
      }),
    },
    Translator: {
      availability: async () => availability,
      create: async ({ sourceLanguage, targetLanguage, monitor }) => {
        pairs.push({ sourceLanguage, targetLanguage });
        const of = new EventTarget();
        monitor(of);
        of.dispatchEvent(Object.assign(new Event('downloadprogress'), { loaded: 0.5 }));
        of.dispatchEvent(Object.assign(new Event('downloadprogress'), { loaded: 'much' }));
        return { translate: async (text) => text.toUpperCase(), destroy };
      },
    },
  };
  return { api, pairs, destroy };
}

async function told(
  api: BrowserLanguage,
  texts = ['hola', 'adiós'],
): Promise<readonly TranslatorSignal[]> {
  const signals: TranslatorSignal[] = [];
  await browserTranslator(api)(
    { texts, to: 'en-US' },
    (signal) => signals.push(signal),
    new AbortController().signal,
  );
  return signals;
}

test('BEYOND-15 the language is detected, the browser fetches its language pack, and texts are translated', async () => {
  const { api, pairs, destroy } = browser();
  const signals = await told(api);
  expect(signals.slice(0, 2)).toEqual(
    [0.5, 0].map((loaded) => ({ type: 'translator.progress', loaded })),
  );
  expect(signals.at(-1)).toEqual({
    type: 'translator.done',
    from: 'es',
    words: [
      ['hola', 'HOLA'],
      ['adiós', 'ADIÓS'],
    ],
  });
  expect([pairs, destroy.mock.calls.length]).toEqual([
    [{ sourceLanguage: 'es', targetLanguage: 'en-US' }],
    2,
  ]);
});

test.each<readonly [string, Faked, object]>([
  ['nobody can tell the language', { language: 'und' }, { problem: 'unknown' }],
  ['nobody is sure of the language', { confidence: 0.2 }, { problem: 'unknown' }],
  ['it is the reader’s own', { language: 'en' }, { problem: 'same', from: 'en' }],
  [
    'the browser does not know the pair',
    { availability: 'unavailable' },
    { problem: 'unavailable', from: 'es' },
  ],
])('BEYOND-15 nothing is translated where %s', async (_, faked, failed) => {
  const { api, pairs } = browser(faked);
  expect(await told(api)).toEqual([{ type: 'translator.failed', ...failed }]);
  expect(pairs).toEqual([]);
});

test('BEYOND-15 a browser without a translator reports that, one that breaks rejects', async () => {
  expect(await told({})).toEqual([{ type: 'translator.failed', problem: 'unavailable' }]);
  const { api } = browser();
  const broken = {
    ...api,
    Translator: { ...api.Translator, availability: () => Promise.reject(new Error('no')) },
  };
  await expect(told(broken as BrowserLanguage)).rejects.toThrow('no');
});
