import { useSelector } from '@xstate/react';
import { useSettingsActor } from './app-context.ts';

/** True if the page's own service makes copies of pictures (MEDIA-06). */
export function useCopiesOffered(): boolean {
  return useSelector(
    useSettingsActor(),
    ({ context }) => context.mediaServer === window.location.origin,
  );
}
