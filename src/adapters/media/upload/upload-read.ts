import { digestOf } from '../../../events/media/digest.ts';
import { STRIPPED, withoutMetadata } from '../../../events/media/metadata.ts';

/** A file as it will be sent, with its SHA-256 in hex. `stripped`: metadata was removed. */
export interface ReadFile {
  readonly bytes: Blob;
  readonly hash: string;
  readonly stripped: boolean;
}

/**
 * Reads a file for its upload. `undefined` for a damaged picture. Rejects if it cannot be read (any
 * more).
 */
export async function readFile(file: Blob): Promise<ReadFile | undefined> {
  const bytes = STRIPPED.has(file.type) ? await bare(file) : file;
  return bytes && { bytes, hash: await digestOf(piecesOf(bytes)), stripped: bytes !== file };
}

async function bare(file: Blob): Promise<Blob | undefined> {
  const whole = new Uint8Array(await file.arrayBuffer());
  const less = withoutMetadata(whole);
  if (!less) return undefined;
  return less.length === whole.length ? file : new Blob([less], { type: file.type });
}

async function* piecesOf(blob: Blob): AsyncGenerator<Uint8Array> {
  const reader = blob.stream().getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
}
