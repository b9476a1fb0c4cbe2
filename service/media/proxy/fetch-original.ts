import type { Readable } from 'node:stream';
import { isEncoded, type Network, NotFound, readAddress } from '../../public-network.ts';
import { SNIFFED_BYTES, sniffType } from './sniff-type.ts';

/** A downloaded picture. `mime`: its type by its bytes. */
interface Original {
  readonly bytes: Uint8Array;
  readonly mime: string;
}

/**
 * The reason for no picture. `type`: it is none, or an unsafe one. `gone`: not available. `slow`:
 * the deadline passed.
 */
export type OriginalFault = 'type' | 'large' | 'gone' | 'away' | 'slow';

export const ORIGINAL_LIMITS = {
  /** Bytes of a picture. */
  bytes: 20 * 2 ** 20,
  /** Bytes of a drawing (SVG). */
  drawing: 256 * 1024,
  /** Timeout of a download. Milliseconds. */
  deadline: 15_000,
} as const;

export const PROXY_AGENT = 'Starling media proxy';

/**
 * Download a picture from the public internet, see `readAddress`. The download ends as soon as it
 * is too large, or its first bytes are of no picture.
 */
export async function fetchOriginal(
  address: string,
  network: Network,
  limits: { readonly bytes: number; readonly deadline: number } = ORIGINAL_LIMITS,
): Promise<Original | OriginalFault> {
  const opening = {
    signal: AbortSignal.timeout(limits.deadline),
    accept: 'image/*',
    agent: PROXY_AGENT,
  };
  try {
    return await readAddress(address, network, opening, async (response) => {
      if (isEncoded(response)) return 'type';
      if (Number(response.headers['content-length'] ?? 0) > limits.bytes) return 'large';
      return readOriginal(response, limits.bytes);
    });
  } catch (error) {
    if (opening.signal.aborted) return 'slow';
    return error instanceof NotFound ? 'gone' : 'away';
  }
}

/** Read a picture of at most `most` bytes from a stream. */
export async function readOriginal(
  source: Readable,
  most: number,
): Promise<Original | OriginalFault> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isJudged = false;
  for await (const chunk of source) {
    if (!(chunk instanceof Uint8Array)) return 'away';
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > most) return 'large';
    if (isJudged || size < SNIFFED_BYTES) continue;
    isJudged = true;
    if (!pictureType(Buffer.concat(chunks))) return 'type';
  }
  const bytes = Buffer.concat(chunks);
  const type = pictureType(bytes);
  if (!type) return 'type';
  const fault = type.is === 'svg' ? unsafeDrawing(bytes) : undefined;
  return fault ?? { bytes, mime: type.mime };
}

/** Return the type of a picture by its first bytes. `undefined`: it is none. */
function pictureType(head: Uint8Array) {
  const type = sniffType(head);
  return type?.is === 'stream' ? undefined : type;
}

/**
 * A drawing with a document type may define entities that grow without limit. The renderer loads
 * nothing from outside, so other references are harmless (E-06).
 */
function unsafeDrawing(bytes: Buffer): OriginalFault | undefined {
  if (bytes.byteLength > ORIGINAL_LIMITS.drawing) return 'large';
  return /<!(?:doctype|entity)/i.test(bytes.toString('latin1')) ? 'type' : undefined;
}
