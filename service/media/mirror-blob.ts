import { INTERNET, type Network, readAddress } from '../public-network.ts';
import type { Blob, Blobs } from './blobs.ts';
import { type Expected, receive } from './receive-upload.ts';
import { keptType, typeByPath } from './media-types.ts';

/**
 * Fetch a file from another server and store it (BUD-04). `type`: no picture, video or sound.
 * `busy`: too many at once. `gone`: not available.
 */
export type Mirror = (
  address: string,
  expected: Omit<Expected, 'mime'>,
) => Promise<Blob | 'large' | 'other' | 'type' | 'busy' | 'gone'>;

const MOST_AT_ONCE = 4;
/** Timeout of a whole file. Milliseconds. */
const DEADLINE = 5 * 60_000;

/** Mirror through the same checks as previews: only from the public internet, see `readAddress`. */
export function openMirror(blobs: Blobs, network: Network = INTERNET): Mirror {
  let running = 0;
  return async (address, expected) => {
    if (running >= MOST_AT_ONCE) return 'busy';
    running++;
    try {
      return await fetchBlob(blobs, network, address, expected);
    } catch {
      return 'gone';
    } finally {
      running--;
    }
  };
}

async function fetchBlob(
  blobs: Blobs,
  network: Network,
  address: string,
  expected: Omit<Expected, 'mime'>,
) {
  const opening = {
    signal: AbortSignal.timeout(DEADLINE),
    accept: 'image/*,video/*,audio/*',
    agent: 'Starling mirror',
  };
  return readAddress(address, network, opening, async (response, url) => {
    const mime = keptType(response.headers['content-type']) ?? typeByPath(url.pathname);
    if (mime === undefined) return 'type';
    if (Number(response.headers['content-length'] ?? 0) > expected.most) return 'large';
    return receive(blobs, response, { ...expected, mime });
  });
}
