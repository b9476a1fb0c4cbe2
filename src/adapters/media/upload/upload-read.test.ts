import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { readFile } from './upload-read.ts';

const sha256 = async (blob: Blob) =>
  createHash('sha256')
    .update(Buffer.from(await blob.arrayBuffer()))
    .digest('hex');
const segment = (marker: number, text: string) => [
  0xff,
  marker,
  0,
  text.length + 2,
  ...Buffer.from(text),
];
const pixels = [...segment(0xdb, 'q'), ...segment(0xda, 's'), 1, 2, 3, 0xff, 0xd9];

test('MEDIA-01 a picture is hashed as it is sent: without its location metadata', async () => {
  const told = new File(
    [Uint8Array.from([0xff, 0xd8, ...segment(0xe1, 'Exif\0\0 48.2N'), ...pixels])],
    'a.jpg',
    { type: 'image/jpeg' },
  );
  const read = await readFile(told);
  expect(read && [...new Uint8Array(await read.bytes.arrayBuffer())]).toEqual([
    0xff,
    0xd8,
    ...pixels,
  ]);
  expect([read?.stripped, read?.hash, read?.bytes.type]).toEqual([
    true,
    read && (await sha256(read.bytes)),
    'image/jpeg',
  ]);
});

test('a file without removable metadata is sent unchanged, at any size', async () => {
  const bare = new File([Uint8Array.from([0xff, 0xd8, ...pixels])], 'a.jpg', {
    type: 'image/jpeg',
  });
  const video = new File([new Uint8Array(3_000_000).fill(7)], 'a.mp4', { type: 'video/mp4' });
  for (const file of [bare, video])
    expect(await readFile(file)).toEqual({
      bytes: file,
      hash: await sha256(file),
      stripped: false,
    });
});

test('a damaged picture is not read; a missing file rejects', async () => {
  expect(
    await readFile(
      new File([Uint8Array.from([0xff, 0xd8, 0xff, 0xe1, 9])], 'a.jpg', { type: 'image/jpeg' }),
    ),
  ).toBeUndefined();
  const gone = new Proxy(new Blob(['x'], { type: 'video/mp4' }), {
    get: (blob, name) =>
      name === 'stream'
        ? () => new ReadableStream({ pull: () => Promise.reject(new Error('gone')) })
        : Reflect.get(blob, name),
  });
  await expect(readFile(gone)).rejects.toThrow('gone');
});
