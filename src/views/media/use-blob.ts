import { useState } from 'react';
import { useSelector } from '@xstate/react';
import { blob } from '../../machines/app/screen-logic.ts';
import { type BlobActor, blobMachine } from '../../machines/media/blob.machine.ts';
import { KIND } from '../../events/nostr/kinds.ts';
import { isAt } from '../../events/core/origin.ts';
import { safeMediaUrl } from '../../events/core/url.ts';
import { fallbackUrls } from '../../events/media/blob.ts';
import type { Imeta } from '../../events/media/imeta.ts';
import { listOf } from '../../events/facts/selectors.ts';
import {
  useAccount,
  useFacts,
  usePictures,
  useScreen,
  useScreens,
} from '../ui/hooks/app-context.ts';
import { useMediaFromHere } from '../ui/hooks/use-copies-offered.ts';

blob.register(blobMachine);

interface FoundBlob {
  /** The address where the file was found. `undefined` until then. */
  readonly src: string | undefined;
  readonly isMissing: boolean;
  /** Called if it could not be shown. */
  readonly onError: () => void;
  /** Called if the user asks for another try. */
  readonly onAgain: () => void;
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
 * of its own service, the service's copy comes first. If the service does not know the picture, it
 * is fetched from its host and shown from here. `width` of its box in CSS pixels.
 */
export function useOwnPicture(url: string, width: number): FoundBlob {
  const pictures = usePictures();
  return useChosen(url, { copies: (src) => pictures(src, width) });
}

/** A file that the user asked for. The page's service does not learn its address. */
export function useRequestedFile(url: string): FoundBlob {
  return useChosen(url, { isRequested: true });
}

interface Choice {
  readonly copies?: (src: string) => readonly string[];
  readonly isRequested?: boolean;
}

function useChosen(url: string, { copies, isRequested = false }: Choice): FoundBlob {
  const home = location.origin;
  const [failed, setFailed] = useState<string>();
  const src = safeMediaUrl(url, home);
  const isFetched = useMediaFromHere() && src !== undefined && !isAt(src, home);
  const fetched = useAddresses(isFetched ? [...(copies?.(src) ?? []), src] : [], isRequested);
  if (isFetched) return fetched;
  const isMissing = src === undefined || src === failed;
  return {
    src: isMissing ? undefined : src,
    isMissing,
    onError: () => setFailed(src),
    onAgain: () => setFailed(undefined),
  };
}

/** Searches a file at these addresses. */
function useAddresses(addresses: readonly string[], isRequested = false): FoundBlob {
  const screens = useScreens();
  // servers that become known later cause another search
  const key = `blob:${isRequested ? 'requested ' : ''}${addresses.join(' ')}` as const;
  useScreen({ kind: 'blob', key, input: { addresses, isRequested } });
  const actor = useSelector(screens, ({ children }): BlobActor | undefined => children[key]);
  return {
    src: useSelector(actor, (snapshot) => snapshot?.context.found),
    isMissing: useSelector(actor, (snapshot) => snapshot?.hasTag('missing') ?? false),
    onError: () => actor?.send({ type: 'blob.failed' }),
    onAgain: () => actor?.send({ type: 'blob.again' }),
  };
}
