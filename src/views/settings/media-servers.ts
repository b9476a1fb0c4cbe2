import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { hasMirrors, mediaServersIn } from '../../events/account/media-servers.ts';
import { useFeature } from '../account/use-features.ts';
import { useListInWork } from '../publish/use-intents.ts';

/** The media servers of who is here, as they are wanted, and whether files are mirrored. `isSaving`: the list is being changed. */
export function useMediaServers() {
  const media = useFeature('media');
  const home = window.location.origin;
  const { version, intents, isBusy } = useListInWork('mediaServers');
  const chosen = useSelector(media, (snapshot) => snapshot?.context.mirrors);
  const servers = useMemo(() => mediaServersIn(version, home, intents), [version, home, intents]);
  return { media, home, servers, mirrors: hasMirrors(chosen, servers.length), isSaving: isBusy };
}

/** As people read it: without the scheme that all should have. */
export function serverName(origin: string): string {
  return origin.replace(/^https:\/\//, '');
}
