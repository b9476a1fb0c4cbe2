import { type ArchiveFault, openArchive, sealArchive } from '../../events/settings/archive-cipher.ts';

/** What the worker of a file is asked, once in its life. `chance`: bytes that were never used; see `sealArchive`. */
export type ArchiveTask =
  | { readonly do: 'seal'; readonly text: string; readonly passphrase: string; readonly chance: Uint8Array }
  | { readonly do: 'open'; readonly file: Blob; readonly passphrase: string };

/** What it says: how far it is, from 0 to 1, and in the end what came of it. */
export type ArchiveReply =
  | { readonly type: 'progress'; readonly part: number }
  | { readonly type: 'sealed'; readonly file: Uint8Array<ArrayBuffer> }
  | { readonly type: 'opened'; readonly text: string }
  | { readonly type: 'fault'; readonly fault: ArchiveFault | 'failed' };

/** Bytes of the longest text that is unpacked: a small file may say that it is a large one. */
const MAX_TEXT = 128 * 1024 * 1024;
/** So many steps of progress are told. */
const STEPS = 100;

/** The inside of the worker, without the worker: compresses and encrypts, or the other way round. Never rejects. */
export async function archiveWork(task: ArchiveTask, say: (reply: ArchiveReply) => void, logN?: number): Promise<void> {
  let told = -1;
  const onProgress = (part: number): void => {
    const step = Math.floor(part * STEPS);
    if (step > told) say({ type: 'progress', part });
    told = Math.max(told, step);
  };
  try {
    if (task.do === 'seal') {
      const packed = await packedOf(new Blob([task.text]).stream().pipeThrough(new CompressionStream('gzip')), Infinity);
      say({
        type: 'sealed',
        file: new Uint8Array(sealArchive(packed ?? new Uint8Array(), task.passphrase, task.chance, onProgress, logN)),
      });
      return;
    }
    const opened = openArchive(new Uint8Array(await task.file.arrayBuffer()), task.passphrase, onProgress);
    if (typeof opened === 'string') return say({ type: 'fault', fault: opened });
    const text = await packedOf(new Blob([new Uint8Array(opened)]).stream().pipeThrough(new DecompressionStream('gzip')), MAX_TEXT);
    return say(text ? { type: 'opened', text: new TextDecoder().decode(text) } : { type: 'fault', fault: 'huge' });
  } catch {
    return say({ type: 'fault', fault: 'failed' });
  }
}

/** All that a stream gives; undefined where that is more than `most` bytes. */
async function packedOf(stream: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array | undefined> {
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
