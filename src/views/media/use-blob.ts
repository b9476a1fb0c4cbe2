import { useState } from 'react';
import { useSelector } from '@xstate/react';
import { blob } from '../../machines/app/screen-logic.ts';
import { type BlobActor, blobMachine } from '../../machines/media/blob.machine.ts';
import { KIND } from '../../events/nostr/kinds.ts';
import { safeMediaUrl } from '../../events/core/url.ts';
import { fallbackUrls } from '../../events/media/blob.ts';
import type { Imeta } from '../../events/media/imeta.ts';
import { listOf } from '../../events/facts/selectors.ts';
import { useAccount, useFacts, useScreen, useScreens } from '../ui/hooks/app-context.ts';
import { useMediaFromHere } from '../ui/hooks/use-copies-offered.ts';

blob.register(blobMachine);

interface FoundBlob {
  /** The address where the file was found. `undefined` until then. */
  readonly src: string | undefined;
  readonly isMissing: boolean;
  /** Called if it could not be shown. */
  readonly onError: () => void;
}

/**
 * Searches a picture elsewhere (NOTE-05): at its author's alternative addresses, then by its hash
 * on the author's file servers and on ours.
 */
export function useBlob(url: string, imeta: Imeta | undefined, author: string): FoundBlob {
  const servers = useFacts((facts) => listOf(facts, KIND.BlossomServers, author));
  const home = location.origin;
  const hosts =
    servers?.tags.flatMap((tag) => (tag[0] === 'server' && tag[1] ? [tag[1]] : [])) ?? [];
  const isOwn = useAccount()?.pubkey === author;
  // no host that the author chose, see `usePictures`
  const isPrivate = useMediaFromHere() && !isOwn;
  const others = fallbackUrls(url, isPrivate ? [home] : [...hosts, home], {
    fallbacks: isPrivate ? [] : (imeta?.fallbacks ?? []),
    home,
  });
  // the service may not have the account's newest pictures yet
  const original = isOwn ? safeMediaUrl(url, home) : undefined;
  const addresses = original === undefined ? others : [original, ...others];
  return useAddresses(addresses);
}

/**
 * A picture that the user chose, and that may not be published yet. If the page shows only pictures
 * of its own service, it is fetched and shown from here: the service does not know it.
 */
export function useOwnPicture(url: string): FoundBlob {
  const home = location.origin;
  const [failed, setFailed] = useState<string>();
  const src = safeMediaUrl(url, home);
  const isFetched = useMediaFromHere() && src !== undefined && URL.parse(src)?.origin !== home;
  const fetched = useAddresses(isFetched ? [src] : []);
  if (isFetched) return fetched;
  const isMissing = src === undefined || src === failed;
  return { src: isMissing ? undefined : src, isMissing, onError: () => setFailed(src) };
}

/** Searches a file at these addresses. */
function useAddresses(addresses: readonly string[]): FoundBlob {
  const screens = useScreens();
  // servers that become known later cause another search
  const key = `blob:${addresses.join(' ')}` as const;
  useScreen({ kind: 'blob', key, input: { addresses } });
  const actor = useSelector(screens, ({ children }): BlobActor | undefined => children[key]);
  const isMissing = useSelector(actor, (snapshot) => snapshot?.hasTag('missing') ?? false);
  return {
    src: useSelector(actor, (snapshot) =>
      snapshot?.matches('found') ? snapshot.context.found : undefined,
    ),
    isMissing,
    onError: () => actor?.send({ type: 'blob.failed' }),
  };
}
