import { useSelector } from '@xstate/react';
import { useEffect, useMemo } from 'react';
import type { ListIntent } from '../../../events/account/lists/list-intents.ts';
import {
  hasMirrors,
  mediaServersIn,
  type MediaServers,
} from '../../../events/media/media-servers.ts';
import { useFeature } from '../../account/use-features.ts';
import { useConnection } from '../../connection/use-connection.ts';
import { now } from '../../ui/hooks/now.ts';
import { useReasonStrings } from '../../ui/strings/reasons.ts';
import { useUploadsStrings } from '../../ui/strings/uploads.ts';
import { useListInWork } from '../../publish/outbox/use-intents.ts';

/**
 * Return the current user's media servers, including unsaved changes, and whether files are
 * mirrored. `change`: the list is being changed, or its change waits for the network.
 */
export function useMediaServers(): {
  readonly home: string;
  readonly servers: MediaServers;
  readonly mirrors: boolean;
  readonly change: 'saving' | 'waits' | undefined;
  readonly setMirrors: (on: boolean) => void;
} {
  const media = useFeature('media');
  const home = window.location.origin;
  const { version, intents, isBusy, isHeld } = useListInWork('mediaServers');
  const chosen = useSelector(media, (snapshot) => snapshot?.context.mirrors);
  const servers = useMemo(() => mediaServersIn(version, home, intents), [version, home, intents]);
  return {
    home,
    servers,
    mirrors: hasMirrors(chosen, servers.length),
    change: isBusy ? (isHeld ? 'waits' : 'saving') : undefined,
    setMirrors: (on: boolean) => media?.send({ type: 'media.mirrors', on }),
  };
}

/**
 * Return whether the account's list of media servers is known, also from this device. The first
 * view of it requests it.
 */
export function useMediaList(): {
  readonly state: 'locating' | 'lost' | 'found';
  readonly ask: () => void;
} {
  const media = useFeature('media');
  const { version } = useListInWork('mediaServers');
  const state = useSelector(media, (snapshot) =>
    snapshot?.hasTag('lost')
      ? version
        ? 'found'
        : 'lost'
      : snapshot?.hasTag('locating') === false
        ? 'found'
        : 'locating',
  );
  useEffect(() => media?.send({ type: 'media.open' }), [media]);
  return { state, ask: () => media?.send({ type: 'media.open' }) };
}

/** Check whether the servers of these origins respond. `origins`: separated by spaces. */
export function useServerChecks(origins: string): void {
  const media = useFeature('media');
  useEffect(
    () => media?.send({ type: 'media.check', origins: origins.split(' ') }),
    [media, origins],
  );
}

/** Return whether a media server responds. `undefined` if it was not checked yet. */
export function useServerState(origin: string | undefined) {
  const media = useFeature('media');
  const state = useSelector(media, (snapshot) =>
    origin === undefined ? undefined : snapshot?.context.checks.get(origin),
  );
  return {
    state,
    check: () => origin !== undefined && media?.send({ type: 'media.check', origins: [origin] }),
  };
}

/** Return a function that adds a server to the list once it responds (MEDIA-03). */
export function useServerUse(): (origin: string, intents: readonly ListIntent[]) => void {
  const media = useFeature('media');
  return (origin, intents) => media?.send({ type: 'media.use', origin, intents, now: now() });
}

const NONE: readonly string[] = [];

/** Return the recommended media servers, and which of the checked servers respond. */
export function useRecommendedServers() {
  const media = useFeature('media');
  const recommended = useSelector(media, (snapshot) => snapshot?.context.recommended ?? NONE);
  const checks = useSelector(media, (snapshot) => snapshot?.context.checks);
  return { recommended, stateOf: (origin: string) => checks?.get(origin) };
}

/** Return why a server that was entered or suggested was not added: it did not respond. */
export function useUnreachable(): string {
  const { unreachable } = useUploadsStrings();
  const { waits } = useReasonStrings();
  const { isOffline } = useConnection();
  return isOffline ? waits.offlineOnly : unreachable;
}

/** Return a server's name without its scheme. */
export function serverName(origin: string): string {
  return origin.replace(/^https:\/\//, '');
}
