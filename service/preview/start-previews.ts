import type { Network } from '../public-network.ts';
import type { VerifiedEvent } from '../../src/events/nostr/event.ts';
import { minus, seconds } from '../../src/events/core/time.ts';
import type { Guard } from '../relay/enforce-policy.ts';
import type { Store } from '../store/store.ts';
import { openPreviewer, type Previewer } from './link-preview.ts';
import type { Previews } from './preview-mode.ts';
import { openPreviewQueue, type PreviewQueue } from './preview-queue.ts';

interface Starting {
  readonly store: Store;
  readonly guard: Guard;
  /** The host of this service, with its port. */
  readonly host: string;
  readonly network?: Network | undefined;
}

interface OpenPreviews {
  /** `undefined` with `none`. */
  readonly preview: Previewer | undefined;
  /** Called with pages of an answer that lack a fresh preview. `undefined` except with `ahead`. */
  readonly want: ((urls: readonly string[]) => void) | undefined;
  /** Called with new events. `undefined` except with `ahead`. */
  readonly stored: ((events: readonly VerifiedEvent[]) => void) | undefined;
  close(): Promise<void>;
}

export function startPreviews(
  when: Previews,
  { store, guard, host, network }: Starting,
): OpenPreviews {
  const ending = new AbortController();
  const options = { network, ending: ending.signal };
  const preview =
    when === 'none' ? undefined : openPreviewer(store, (asked) => asked === host, guard, options);
  const queue =
    preview && when === 'ahead' ? openPreviewQueue({ preview, now: () => store.now() }) : undefined;
  return {
    preview,
    want: queue && ((urls) => queue.wanted(urls)),
    stored: queue && ((events) => void findPages(store, events, queue).catch(() => undefined)),
    async close() {
      ending.abort();
      await queue?.close();
    },
  };
}

/** Age from which an event counts as old. Pages of an archive wait until they are read. */
const OLD = seconds(86_400);

/** Most events have no link, and need no look-up. */
async function findPages(
  store: Store,
  events: readonly VerifiedEvent[],
  queue: PreviewQueue,
): Promise<void> {
  const oldest = minus(store.now(), OLD);
  const linking = events.filter(
    ({ created_at: at, content }) => at > oldest && content.includes('://'),
  );
  if (linking.length === 0) return;
  const rows = await store.events(linking.map(({ id }) => id));
  const links = await store.linksIn(rows.map(({ seq }) => seq));
  queue.found(links.flatMap(({ url, isPage }) => (isPage ? [url] : [])));
}
