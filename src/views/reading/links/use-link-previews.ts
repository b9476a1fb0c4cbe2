import { useSelector } from '@xstate/react';
import { linkPreviews } from '../../../machines/app/screen-logic.ts';
import {
  type LinkPreviewsActor,
  linkPreviewsMachine,
} from '../../../machines/reading/content/link-previews.machine.ts';
import { useScreen, useScreens } from '../../ui/hooks/app-context.ts';

linkPreviews.register(linkPreviewsMachine);

interface LinkPreviews {
  readonly seen: (url: string) => void;
  readonly left: (url: string) => void;
}

/** Report links in sight. Does nothing unless allowed, and offered by the page's own service. */
export function useLinkPreviews(isAllowed: boolean): LinkPreviews {
  useScreen({ kind: 'linkPreviews', key: 'linkPreviews' });
  const actor = useSelector(
    useScreens(),
    ({ children }): LinkPreviewsActor | undefined => children.linkPreviews,
  );
  const isOffered = document.documentElement.dataset['previews'] !== undefined;
  return {
    seen: (url) => isAllowed && isOffered && actor?.send({ type: 'link.seen', url }),
    left: (url) => actor?.send({ type: 'link.left', url }),
  };
}
