import type { Counter } from '../metrics/prometheus.ts';
import type { Blobs } from './blobs.ts';

/** The same files, with metrics of received and sent bytes. */
export function meteredBlobs(blobs: Blobs, bytes: Counter): Blobs {
  return {
    ...blobs,
    stream(hash, start, end) {
      bytes.add('out', end - start + 1);
      return blobs.stream(hash, start, end);
    },
    async begin() {
      const incoming = await blobs.begin();
      return {
        ...incoming,
        append(part) {
          bytes.add('in', part.byteLength);
          return incoming.append(part);
        },
      };
    },
  };
}
