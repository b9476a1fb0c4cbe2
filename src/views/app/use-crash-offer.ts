import { use, useEffect } from 'react';
import type { Crash } from '../../machines/core/crash.ts';
import { RecorderContext, useApp } from '../ui/hooks/app-context.ts';
import { useLanguage } from '../ui/strings.ts';

/** Crashes for which a recording was offered, also those before this code was loaded. */
const offered = new WeakSet<Crash>();

/** Code that did not load is no fault of the app: a retry or the network helps. */
const UNLOADED =
  /could not be fetched|failed to fetch|networkerror|importing a module|load failed|dynamically imported module/i;

/** Offers to save the recording when a view or an actor has crashed (TRUST-06, TOOL-02). */
export function useCrashOffer(): void {
  const root = useApp();
  const recorder = use(RecorderContext);
  const language = useLanguage();
  useEffect(() => {
    if (!recorder) return undefined;
    const look = () => {
      const fresh = root.getSnapshot().context.crashes.filter((one) => !offered.has(one));
      for (const one of fresh) offered.add(one);
      if (!fresh.some(({ message }) => !UNLOADED.test(message))) return;
      import('./CrashOffer.tsx').then(
        (code) => code.offerRecording({ root, recorder, language }),
        () => undefined,
      );
    };
    look();
    const watching = root.subscribe(look);
    return () => watching.unsubscribe();
  }, [root, recorder, language]);
}
