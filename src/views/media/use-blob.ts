import { useSelector } from '@xstate/react';
import { blob } from '../../machines/app/screen-logic.ts';
import { type BlobActor, blobMachine } from '../../machines/media/blob.machine.ts';
import { KIND } from '../../events/nostr/kinds.ts';
import { fallbackUrls } from '../../events/media/blob.ts';
import type { Imeta } from '../../events/media/imeta.ts';
import { listOf } from '../../events/facts/selectors.ts';
import { useFacts, useScreen, useScreens } from '../ui/hooks/app-context.ts';

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
  const screens = useScreens();
  const home = location.origin;
  const hosts =
    servers?.tags.flatMap((tag) => (tag[0] === 'server' && tag[1] ? [tag[1]] : [])) ?? [];
  const addresses = fallbackUrls(url, [...hosts, home], {
    fallbacks: imeta?.fallbacks ?? [],
    home,
  });
  // servers that become known later cause another search
  const key = `blob:${addresses.join(' ')}` as const;
  useScreen({ kind: 'blob', key, input: { addresses } });
  const actor = useSelector(screens, ({ children }): BlobActor | undefined => children[key]);
  const isMissing = useSelector(actor, (snapshot) => snapshot?.hasTag('missing') ?? false);
  return {
    src: useSelector(actor, (snapshot) =>
      snapshot?.matches('found') ? snapshot.context.addresses[snapshot.context.at] : undefined,
    ),
    isMissing,
    onError: () => actor?.send({ type: 'blob.failed' }),
  };
}
