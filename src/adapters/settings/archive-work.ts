import {
  type ArchiveFault,
  openArchive,
  sealArchive,
} from '../../events/settings/archive-cipher.ts';

/**
 * The only task of a file's worker. `chance`: random bytes that were never used. See `sealArchive`.
 */
export type ArchiveTask =
  | {
      readonly do: 'seal';
      readonly text: string;
      readonly passphrase: string;
      readonly chance: Uint8Array;
    }
  | { readonly do: 'open'; readonly file: Blob; readonly passphrase: string };

/** The worker's reports: its progress from 0 to 1, and finally the result. */
export type ArchiveReply =
  | { readonly type: 'progress'; readonly part: number }
  | { readonly type: 'sealed'; readonly file: Uint8Array<ArrayBuffer> }
  | { readonly type: 'opened'; readonly text: string }
  | { readonly type: 'fault'; readonly fault: ArchiveFault | 'failed' };

/** Maximum size of the unpacked text in bytes: a small file may unpack to a huge one. */
const MAX_TEXT = 128 * 1024 * 1024;
/** Maximum number of progress reports. */
const STEPS = 100;

/**
 * The logic of the worker, without the worker: compresses and encrypts, or the reverse. Never
 * rejects.
 */
export async function archiveWork(
  task: ArchiveTask,
  say: (reply: ArchiveReply) => void,
  logN?: number,
): Promise<void> {
  let told = -1;
  const onProgress = (part: number): void => {
    const step = Math.floor(part * STEPS);
    if (step > told) say({ type: 'progress', part });
    told = Math.max(told, step);
  };
  try {
    if (task.do === 'seal') {
      const packed = await packedOf(
        new Blob([task.text]).stream().pipeThrough(new CompressionStream('gzip')),
        Infinity,
      );
      say({
        type: 'sealed',
        file: new Uint8Array(
          sealArchive(packed ?? new Uint8Array(), task.passphrase, task.chance, onProgress, logN),
        ),
      });
      return;
    }
    const opened = openArchive(
      new Uint8Array(await task.file.arrayBuffer()),
      task.passphrase,
      onProgress,
    );
    if (typeof opened === 'string') return say({ type: 'fault', fault: opened });
    const text = await packedOf(
      new Blob([new Uint8Array(opened)]).stream().pipeThrough(new DecompressionStream('gzip')),
      MAX_TEXT,
    );
    return say(
      text
        ? { type: 'opened', text: new TextDecoder().decode(text) }
        : { type: 'fault', fault: 'huge' },
    );
  } catch {
    return say({ type: 'fault', fault: 'failed' });
  }
}

/** Read a whole stream. `undefined` if it has more than `most` bytes. */
async function packedOf(
  stream: ReadableStream<Uint8Array>,
  most: number,
): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      return undefined;
    }
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
