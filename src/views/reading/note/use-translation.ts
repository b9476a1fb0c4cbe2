import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { VerifiedEvent } from '../../../events/nostr/event.ts';
import { tokenize } from '../../../events/reading/content/content.ts';
import { firstPart } from '../../../events/reading/content/shorten.ts';
import { textsOf, type TranslationProblem } from '../../../events/reading/content/translation.ts';
import { withMedia } from '../../../events/reading/content/text-kinds.ts';
import { translation } from '../../../machines/app/screen-logic.ts';
import {
  type TranslationActor,
  translationMachine,
} from '../../../machines/reading/content/translation.machine.ts';
import { useScreen, useScreens } from '../../ui/hooks/app-context.ts';

translation.register(translationMachine);

/** Maximum length of a translated text, in UTF-16 units: about 3,500 words. */
const MOST = 20_000;

export interface Translation {
  /** Translations by original text, once loaded. */
  readonly said: ReadonlyMap<string, string> | undefined;
  /** The languages (BCP 47). The source language is detected. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  /** Loaded part of a language pack, from 0 to 1. */
  readonly loaded: number | undefined;
  readonly problem: TranslationProblem | undefined;
  readonly isWorking: boolean;
  readonly retry: () => void;
}

/**
 * Translate a note into the browser's preferred language. The translation stays cached for some
 * minutes.
 */
export function useTranslation(event: VerifiedEvent): Translation {
  const key = `translation:${event.id}` as const;
  const texts = useMemo(
    () => textsOf(firstPart(tokenize(withMedia(event), location.origin), MOST).tokens),
    [event],
  );
  useScreen({ kind: 'translation', key, input: { texts, to: navigator.language } });
  const actor = useSelector(
    useScreens(),
    ({ children }): TranslationActor | undefined => children[key],
  );
  const context = useSelector(actor, (snapshot) => snapshot?.context);
  return {
    said: context?.words,
    from: context?.from,
    to: context?.to,
    loaded: context?.loaded,
    problem: context?.problem,
    isWorking: useSelector(actor, (snapshot) => snapshot?.hasTag('working') ?? true),
    retry: () => actor?.send({ type: 'translation.retry' }),
  };
}
