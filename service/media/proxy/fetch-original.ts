import type { Readable } from 'node:stream';
import { type Network, NotFound, openAddress } from '../../public-network.ts';
import { SNIFFED_BYTES, type SniffedType, sniffType } from './sniff-type.ts';

/** A downloaded picture. `type`: by its bytes. */
export interface Original {
  readonly bytes: Uint8Array;
  readonly type: SniffedType;
}

/** The reason for no picture. `type`: it is none, or an unsafe one. `gone`: not available. */
export type OriginalFault = 'type' | 'large' | 'gone' | 'away';

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
 * Download a picture from the public internet, see `openAddress`. The download ends as soon as it
 * is too large, or its first bytes are of no picture.
 */
export async function fetchOriginal(
  address: string,
  network: Network,
  limits: { readonly bytes: number; readonly deadline: number } = ORIGINAL_LIMITS,
): Promise<Original | OriginalFault> {
  try {
    const { response } = await openAddress(address, network, {
      signal: AbortSignal.timeout(limits.deadline),
      accept: 'image/*',
      agent: PROXY_AGENT,
    });
    try {
      const encoding = response.headers['content-encoding'] ?? 'identity';
      if (encoding !== 'identity') return 'type';
      if (Number(response.headers['content-length'] ?? 0) > limits.bytes) return 'large';
      return await readOriginal(response, limits.bytes);
    } finally {
      response.destroy();
    }
  } catch (error) {
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
    const fault = objectionTo(Buffer.concat(chunks));
    if (fault) return fault;
  }
  const bytes = Buffer.concat(chunks);
  const type = sniffType(bytes);
  return type === undefined || type.is === 'stream'
    ? 'type'
    : (unsafeDrawing(type, bytes) ?? { bytes, type });
}

function objectionTo(head: Uint8Array): OriginalFault | undefined {
  const type = sniffType(head);
  return type === undefined || type.is === 'stream' ? 'type' : undefined;
}

/**
 * A drawing with a document type may define entities that grow without limit. The renderer loads
 * nothing from outside, so other references are harmless (E-06).
 */
function unsafeDrawing({ is }: SniffedType, bytes: Buffer): OriginalFault | undefined {
  if (is !== 'svg') return undefined;
  if (bytes.byteLength > ORIGINAL_LIMITS.drawing) return 'large';
  return /<!(?:doctype|entity)/i.test(bytes.toString('latin1')) ? 'type' : undefined;
}
