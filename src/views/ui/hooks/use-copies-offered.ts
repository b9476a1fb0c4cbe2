import { useSelector } from '@xstate/react';
import { useOwnPictures, useSettingsActor } from './app-context.ts';

/** True if the page's own service makes copies of pictures (MEDIA-06). */
export function useCopiesOffered(): boolean {
  return useSelector(
    useSettingsActor(),
    ({ context }) => context.mediaServer === window.location.origin,
  );
}

/** True if pictures, videos and sounds come through the page's own service, and only there. */
export function useMediaFromHere(): boolean {
  const isOffered = useCopiesOffered();
  return useOwnPictures() && isOffered;
}
