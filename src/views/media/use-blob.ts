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
  /** Where the file was found; undefined as long as it was not. */
  readonly src: string | undefined;
  readonly isMissing: boolean;
  /** It could not be shown after all. */
  readonly onError: () => void;
}

/** Looks for a picture elsewhere (NOTE-05): where its author says it lies, too, then by its hash on their file servers and on our own. */
export function useBlob(url: string, imeta: Imeta | undefined, author: string): FoundBlob {
  const servers = useFacts((facts) => listOf(facts, KIND.BlossomServers, author));
  const screens = useScreens();
  const home = location.origin;
  const hosts = servers?.tags.flatMap((tag) => (tag[0] === 'server' && tag[1] ? [tag[1]] : [])) ?? [];
  const addresses = fallbackUrls(url, [...hosts, home], { fallbacks: imeta?.fallbacks ?? [], home });
  // servers that become known later make another question
  const key = `blob:${addresses.join(' ')}` as const;
  useScreen({ kind: 'blob', key, input: { addresses } });
  const actor = useSelector(screens, ({ children }): BlobActor | undefined => children[key]);
  const isMissing = useSelector(actor, (snapshot) => snapshot?.hasTag('missing') ?? false);
  return {
    src: useSelector(actor, (snapshot) => (snapshot?.matches('found') ? snapshot.context.addresses[snapshot.context.at] : undefined)),
    isMissing,
    onError: () => actor?.send({ type: 'blob.failed' }),
  };
}
