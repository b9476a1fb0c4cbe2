import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

const LONGEST_LINE = 16 * 1024 * 1024;
const GZIP = 0x1f8b;

/**
 * Read the lines of a file in chunks, compressed (gzip, also several members) or not. Lines end
 * with a line feed only, because other separators, which node:readline also accepts, occur
 * unescaped in JSON. Rejects if the file is unreadable, its compression is truncated, or a line is
 * too long.
 */
export async function* readLines(file: string): AsyncGenerator<readonly string[]> {
  const isPacked = await isCompressed(file);
  const source = createReadStream(file);
  const input = isPacked ? pipeline(source, createGunzip(), () => undefined) : source;
  input.setEncoding('utf8');
  let rest = '';
  try {
    for await (const chunk of input) {
      const lines = (rest + String(chunk)).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > LONGEST_LINE) throw new Error('a line is too long');
      if (lines.length > 0) yield lines;
    }
    if (rest !== '') yield [rest];
  } finally {
    input.destroy();
    source.destroy();
  }
}

async function isCompressed(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer.readUInt16BE(0) === GZIP;
  } finally {
    await handle.close();
  }
}
