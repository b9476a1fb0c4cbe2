import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import type { Blobs } from '../../media/blobs.ts';
import { matches } from '../client/serve-client.ts';
import { BLOB_HEADERS, COMMON_HEADERS } from '../headers.ts';
import { type Range, readRange } from '../range.ts';
import { send, sendText } from '../send-response.ts';

const PATH = /^\/([0-9a-f]{64})(?:\.[a-z0-9]{1,8})?$/;

/** Return the hash in a path with or without extension (BUD-01), or `undefined` for other paths. */
export function blobPath(path: string): string | undefined {
  return path.length <= 80 ? PATH.exec(path)?.[1] : undefined;
}

/** Serve a file by its hash. It never changes, supports ranges, and contains nothing that runs. */
export async function serveBlob(
  blobs: Blobs,
  request: IncomingMessage,
  response: ServerResponse,
  hash: string,
): Promise<void> {
  const blob = await blobs.served(hash);
  if (!blob)
    return sendText(request, response, 404, 'Not found', {
      ...BLOB_HEADERS,
      'X-Reason': 'there is no such file',
    });
  const headers = {
    ...BLOB_HEADERS,
    'Content-Type': blob.mime,
    'Cache-Control': 'public, max-age=31536000, immutable',
    ETag: `"${hash}"`,
    'Accept-Ranges': 'bytes',
  };
  if (matches(request.headers['if-none-match'], `"${hash}"`))
    return send(request, response, 304, headers);
  const range =
    request.headers['if-range'] === undefined || request.headers['if-range'] === `"${hash}"`
      ? readRange(request.headers.range, blob.size)
      : undefined;
  if (range === 'unsatisfiable')
    return send(request, response, 416, { ...headers, 'Content-Range': `bytes */${blob.size}` });
  const part = range ?? { start: 0, end: blob.size - 1 };
  const partial = range ? { 'Content-Range': `bytes ${part.start}-${part.end}/${blob.size}` } : {};
  response.writeHead(range ? 206 : 200, {
    ...COMMON_HEADERS,
    ...headers,
    ...partial,
    'Content-Length': String(part.end - part.start + 1),
  });
  if (request.method === 'HEAD' || blob.size === 0) return void response.end();
  return stream(blobs, hash, part, response);
}

function stream(blobs: Blobs, hash: string, part: Range, response: ServerResponse): void {
  // A read error aborts the response, because its length was already sent.
  pipeline(blobs.stream(hash, part.start, part.end), response, (error) => {
    if (error) response.destroy();
  });
}
