import { expect, onTestFinished, test } from 'vitest';
import { openPictureOrigin } from '../../../tests/support/service/picture-origin.ts';
import { readRange } from '../../http/range.ts';
import { openDownloadQueue } from './download-queue.ts';
import { openSlices, SLICE } from './media-slices.ts';

const video = Buffer.alloc(SLICE * 2 + 1_000, 5);
video.write('\x00\x00\x00\x20ftypisom', 0, 'latin1');

/** Files by path; `/whole/...` ignores ranges, `/lies` sends another part than the wanted one. */
async function openHost() {
  const files: Record<string, Buffer> = {
    '/video': video,
    '/page': Buffer.from('<!doctype html>'.padEnd(900, ' ')),
    '/whole/short': video.subarray(0, 5_000),
    '/whole/long': video,
    '/lies': video,
  };
  const host = await openPictureOrigin((request, response) => {
    const path = request.url ?? '';
    const file = files[path];
    if (!file) return void response.writeHead(404).end();
    const range = readRange(request.headers.range, file.byteLength);
    if (path.startsWith('/whole/') || !range)
      return void response.setHeader('Content-Length', file.byteLength).end(file);
    if (range === 'unsatisfiable') return void response.writeHead(416).end();
    const start = path === '/lies' ? range.start + 1 : range.start;
    const headers = { 'Content-Range': `bytes ${start}-${range.end}/${file.byteLength}` };
    return void response.writeHead(206, headers).end(file.subarray(start, range.end + 1));
  });
  onTestFinished(() => host.close());
  const slices = openSlices({ network: host.network, downloads: openDownloadQueue(() => 0) });
  return { ...host, slice: (path: string, start = 0) => slices(host.at(path), start, 'here') };
}

test('MEDIA-04 a video comes in bounded parts, with its type by its first bytes', async () => {
  const { slice, asked } = await openHost();
  // a later part needs the first bytes once
  expect(await slice('/video', SLICE * 2)).toEqual({
    mime: 'video/mp4',
    start: SLICE * 2,
    end: SLICE * 2 + 999,
    total: video.byteLength,
    bytes: video.subarray(SLICE * 2),
  });
  expect(asked).toHaveLength(2);
  const first = await slice('/video');
  expect(first).toMatchObject({ start: 0, end: SLICE - 1, total: video.byteLength });
  expect(asked).toHaveLength(3);
  expect(await slice('/whole/short')).toMatchObject({ start: 0, end: 4_999, total: 5_000 });
});

test('E-52 parts of pages, lying hosts and missing files are refused', async () => {
  const { slice } = await openHost();
  expect(await slice('/page')).toBe(415);
  expect(await slice('/page', 20)).toBe(415);
  expect(await slice('/none')).toBe(404);
  expect(await slice('/video', 99_999_999)).toBe(416);
  expect(await slice('/lies')).toBe(502);
  expect(await slice('/whole/long')).toBe(502);
  expect(await slice('/whole/short', 100)).toBe(502);
});
