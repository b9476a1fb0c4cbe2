import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ServiceProcess } from '../../tests/support/service/service-process.ts';
import { filePermit } from '../../tests/support/publish/upload-permit.ts';
import {
  type FreshDatabase,
  freshDatabase,
  noPostgres,
} from '../../tests/support/store/postgres.ts';
import { noS3, S3_KEYS, type S3Server, startS3 } from '../../tests/support/service/s3-server.ts';
import { isLong } from '../../tests/support/runs.ts';
import { signed } from '../../tests/support/events/signed.ts';
import { startTested } from '../../tests/support/service/tested-service.ts';
import { sha256Hex } from '../hash.ts';

const put = (url: string, bytes: Uint8Array<ArrayBuffer>, key = 1) =>
  fetch(`${url}/upload`, {
    method: 'PUT',
    body: bytes,
    headers: { 'Content-Type': 'video/mp4', ...filePermit('upload', sha256Hex(bytes), key) },
  });
const forget = (url: string, hash: string, key = 1) =>
  fetch(`${url}/${hash}`, { method: 'DELETE', headers: filePermit('delete', hash, key) });
const bytesAt = async (url: string, headers: Record<string, string> = {}) => {
  const response = await fetch(url, { headers });
  return [response.status, Buffer.from(await response.arrayBuffer())] as const;
};

/** Two processes on one database, each with its own directory, and a shared file storage. */
function anywhere(place: () => string): void {
  let database: FreshDatabase;
  let services: ServiceProcess[];
  const dirs: string[] = [];
  const start = () => {
    const data = mkdtempSync(join(tmpdir(), 'starling-several-'));
    dirs.push(data);
    return startTested([
      '--port',
      '0',
      '--data',
      data,
      '--store',
      database.url,
      '--files',
      place(),
      '--no-town',
    ]);
  };
  beforeEach(async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', S3_KEYS.keyId);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', S3_KEYS.secret);
    database = await freshDatabase();
    // The first one creates the tables.
    services = [await start()];
    services.push(await start());
  });
  afterEach(async () => {
    for (const { child } of services) child.kill('SIGKILL');
    await database.drop();
    for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true });
    vi.unstubAllEnvs();
  });

  test.runIf(isLong)(
    'BUD-01 BUD-02 a file of one process is served, listed, shared and deleted by the other',
    async () => {
      const [one, other] = services.map(({ url }) => url);
      if (one === undefined || other === undefined) throw new Error('no services');
      const bytes = Uint8Array.from(randomBytes(300_000));
      const hash = sha256Hex(bytes);
      expect((await put(one, bytes)).status).toBe(201);
      for (const url of [one, other]) {
        expect(await bytesAt(`${url}/${hash}.mp4`)).toEqual([200, Buffer.from(bytes)]);
        expect(await bytesAt(`${url}/${hash}`, { Range: 'bytes=100000-100009' })).toEqual([
          206,
          Buffer.from(bytes.subarray(100_000, 100_010)),
        ]);
      }
      expect((await put(other, bytes, 2)).status).toBe(200);
      const { pubkey } = signed({}, 2);
      expect(await (await fetch(`${one}/list/${pubkey}`)).json()).toMatchObject([
        { sha256: hash, size: bytes.length },
      ]);
      // Two accounts have it: it stays until both delete it, at either process.
      expect((await forget(other, hash)).status).toBe(200);
      expect((await bytesAt(`${one}/${hash}`))[0]).toBe(200);
      expect((await forget(one, hash, 2)).status).toBe(200);
      for (const url of [one, other]) expect((await bytesAt(`${url}/${hash}`))[0]).toBe(404);
      const sent = request(`${one}/upload`, {
        method: 'PUT',
        headers: {
          'Content-Type': 'video/mp4',
          'Content-Length': String(bytes.length),
          ...filePermit('upload', hash),
        },
      });
      sent.on('error', () => undefined);
      await new Promise((resolve) => sent.write(bytes.subarray(0, 200_000), resolve));
      const closed = new Promise<void>((resolve) => sent.on('close', resolve));
      await services.shift()?.end('SIGKILL');
      await closed;
      services.unshift(await start());
      const [again = ''] = services.map(({ url }) => url);
      expect((await bytesAt(`${again}/${hash}`))[0]).toBe(404);
      expect((await put(other, bytes)).status).toBe(201);
      expect(await bytesAt(`${again}/${hash}`)).toEqual([200, Buffer.from(bytes)]);
    },
  );
}

describe.skipIf(noPostgres)(
  `files of two services on one PostgreSQL${noPostgres ? `: ${noPostgres}` : ''}`,
  () => {
    describe('in one directory', () => {
      const dir = mkdtempSync(join(tmpdir(), 'starling-media-'));
      afterAll(() => rmSync(dir, { recursive: true }));
      anywhere(() => dir);
    });

    describe.skipIf(noS3 ?? !isLong)(`in one bucket${noS3 ? `: ${noS3}` : ''}`, () => {
      let server: S3Server;
      beforeAll(async () => {
        server = await startS3();
      });
      afterAll(() => server.stop());
      anywhere(() => server.address);
    });
  },
);
