import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { noS3, S3_KEYS, type S3Server, startS3 } from '../../tests/support/service/s3-server.ts';
import { sha256Hex } from '../hash.ts';
import { openStore } from '../store/sqlite/sqlite-store.ts';
import type { Store } from '../store/store.ts';
import { FilesUnavailable, UnusableFiles } from '../errors.ts';
import { type Blobs, openBlobs } from './blobs.ts';
import { openBucket } from './s3-client.ts';
import { diskFiles } from './disk-files.ts';
import { type Files, LEFT_BEHIND } from './files.ts';
import { openFiles, readFilesPlace } from './open-files.ts';
import { s3Files } from './s3-files.ts';
import { isLong } from '../../tests/support/runs.ts';

const root = mkdtempSync(join(tmpdir(), 'starling-files-'));
const MB = 2 ** 20;
const KEYS = { AWS_ACCESS_KEY_ID: S3_KEYS.keyId, AWS_SECRET_ACCESS_KEY: S3_KEYS.secret };
const wanted = async () => true;
const unwanted = async () => false;

afterAll(() => rmSync(root, { recursive: true }));

async function read(
  files: Pick<Files, 'stream'>,
  hash: string,
  start = 0,
  end = 100 * MB,
): Promise<Buffer | string> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of files.stream(hash, start, end))
      if (chunk instanceof Uint8Array) chunks.push(chunk);
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
  return Buffer.concat(chunks);
}

async function keep(files: Files, bytes: Uint8Array): Promise<string> {
  const incoming = await files.begin();
  const middle = Math.floor(bytes.length / 2);
  await incoming.append(bytes.subarray(0, middle));
  await incoming.append(bytes.subarray(middle));
  const whole = await incoming.whole();
  await whole.settle(sha256Hex(bytes));
  await whole.settle(sha256Hex(bytes));
  await whole.end();
  return sha256Hex(bytes);
}

/** `name`: of the storage. Equal names share one storage. */
function anyFiles(open: (name: string) => Files): void {
  test('bytes are read as they were written, whole and in ranges, by all processes', async () => {
    const [one, other] = [open('read'), open('read')];
    const [small, large] = [randomBytes(1_000), randomBytes(11 * MB)];
    await one.write(sha256Hex(small), small);
    await other.write(sha256Hex(small), small);
    const kept = await keep(other, large);
    for (const files of [one, other]) {
      expect(await read(files, sha256Hex(small))).toEqual(small);
      expect(await read(files, sha256Hex(small), 10, 19)).toEqual(small.subarray(10, 20));
      expect(sha256Hex(Buffer.from(await read(files, kept)))).toBe(kept);
      expect(await read(files, kept, 6 * MB - 5, 6 * MB + 4)).toEqual(
        large.subarray(6 * MB - 5, 6 * MB + 5),
      );
      expect(await read(files, 'a'.repeat(64))).toBe('ENOENT');
    }
  });

  test('an empty file is valid, and a dropped upload is not stored', async () => {
    const files = open('none');
    await keep(files, new Uint8Array());
    await files.remove(sha256Hex(new Uint8Array()), unwanted);
    const incoming = await files.begin();
    await incoming.append(randomBytes(10));
    await incoming.drop();
  });

  test('a removed file is gone unless it is wanted again; removing a missing file succeeds', async () => {
    const [one, other] = [open('remove'), open('remove')];
    const hash = await keep(one, randomBytes(500));
    const bytes = await read(one, hash);
    await other.remove(hash, wanted);
    expect(await read(one, hash)).toEqual(bytes);
    await other.remove(hash, unwanted);
    expect(await read(one, hash)).toBe('ENOENT');
    await one.remove(hash, wanted);
    expect(await read(other, hash)).toBe('ENOENT');
  });

  test('a process that dies during a removal leaves no trace: a later sweep restores wanted files', async () => {
    const files = open('cut off');
    const [lost, kept] = [await keep(files, randomBytes(50)), await keep(files, randomBytes(60))];
    const end = () => Promise.reject(new Error('ended'));
    for (const hash of [lost, kept]) await expect(files.remove(hash, end)).rejects.toThrow('ended');
    const incoming = await files.begin();
    await incoming.append(randomBytes(10));
    await files.sweep(async (hash) => hash === kept);
    expect(await read(files, kept)).toBe('ENOENT');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + LEFT_BEHIND + 60_000 });
    await files.sweep(async (hash) => hash === kept).finally(() => vi.useRealTimers());
    expect(await read(files, kept)).toHaveLength(60);
    expect(await read(files, lost)).toBe('ENOENT');
    await incoming.drop();
  });

  test('E-48 two processes on one storage: a file that one registers and the other deletes is readable', async () => {
    const store = openStore(':memory:');
    const names = ['a', 'b'].map((digit) => digit.repeat(64));
    const [ann = '', ben = ''] = names;
    const upload = async (blobs: Blobs, bytes: Uint8Array, pubkey: string) => {
      const incoming = await blobs.begin();
      await incoming.append(bytes);
      const blob = {
        hash: sha256Hex(bytes),
        mime: 'image/png',
        size: bytes.length,
        width: 0,
        height: 0,
      };
      return blobs.putUpload(await incoming.whole(), blob, pubkey);
    };
    type Step = 'forgetUpload' | 'keepUpload' | 'file';
    // At each step of one process all steps of the other run before it or after it.
    for (const step of ['forgetUpload', 'keepUpload', 'file'] satisfies Step[]) {
      for (const isAfter of [false, true]) {
        const bytes = randomBytes(100);
        const hash = sha256Hex(bytes);
        let between = async () => undefined as unknown;
        const once = () => {
          const work = between;
          between = async () => undefined;
          return work();
        };
        const around =
          <A extends readonly unknown[], T>(work: (...args: A) => Promise<T>) =>
          async (...args: A) => {
            if (!isAfter) await once();
            const result = await work(...args);
            if (isAfter) await once();
            return result;
          };
        const slowed: Store = {
          ...store,
          [step]: around(store[step] as (...args: readonly unknown[]) => Promise<unknown>),
        };
        const [slow, quick] = [openBlobs(slowed, open('race')), openBlobs(store, open('race'))];
        await upload(quick, bytes, ann);
        if (step === 'keepUpload') {
          between = () => quick.removeUpload(hash, ann);
          await upload(slow, bytes, ben);
        } else {
          between = () => upload(quick, bytes, ben);
          await slow.removeUpload(hash, ann);
        }
        expect(await store.file(hash), `${step} ${isAfter}`).toMatchObject({ hash });
        expect(await read(quick, hash), `${step} ${isAfter}`).toEqual(bytes);
        await quick.removeUpload(hash, ben);
        expect([await store.file(hash), await read(quick, hash)]).toEqual([undefined, 'ENOENT']);
      }
    }
  });
}

describe('in a directory of its own', () =>
  anyFiles((name) =>
    diskFiles(join(root, 'own', name), { isShared: existsSync(join(root, 'own', name)) }),
  ));

describe('in a directory that several processes have', () => {
  anyFiles((name) => diskFiles(join(root, 'shared', name), { isShared: true }));

  test('a starting process keeps files that another process is writing', async () => {
    const dir = join(root, 'starts');
    const one = diskFiles(dir, { isShared: true });
    const bytes = randomBytes(100);
    const incoming = await one.begin();
    await incoming.append(bytes);
    const other = diskFiles(dir, { isShared: true });
    await other.sweep(unwanted);
    const whole = await incoming.whole();
    await whole.settle(sha256Hex(bytes));
    await whole.end();
    expect(await read(other, sha256Hex(bytes))).toEqual(bytes);
    expect(readdirSync(join(dir, 'incoming'))).toEqual([]);
  });

  test('unfinished files in an unshared directory are removed at once', () => {
    const dir = join(root, 'left');
    mkdirSync(join(dir, 'incoming'), { recursive: true });
    writeFileSync(join(dir, 'incoming', 'part'), 'half');
    diskFiles(dir);
    expect(existsSync(join(dir, 'incoming'))).toBe(false);
  });
});

describe.skipIf(noS3)(`in a bucket${noS3 ? `: ${noS3}` : ''}`, () => {
  let server: S3Server;
  beforeAll(async () => {
    server = await startS3();
  });
  afterAll(() => server.stop());
  const open = (name: string, part = 5 * MB) =>
    s3Files(
      openBucket({ ...server.place, prefix: `${name.replaceAll(' ', '-')}/` }),
      join(root, 'spool'),
      part,
    );
  anyFiles((name) => open(name));

  test.runIf(isLong)(
    'a wrong signing key is refused; an aborted large file is not stored',
    async () => {
      const other = openBucket({ ...server.place, secret: 'other' });
      await expect(other.list('')).rejects.toThrow('the store says 403 SignatureDoesNotMatch');
      const [bytes, bucket] = [
        randomBytes(11 * MB),
        openBucket({ ...server.place, prefix: 'broken/' }),
      ];
      const body = {
        length: bytes.length,
        open(start: number, end: number) {
          if (start > 0) throw new Error('the disk breaks');
          return Readable.from([bytes.subarray(start, end)]);
        },
      };
      await expect(bucket.putParts(sha256Hex(bytes), body, 5 * MB)).rejects.toThrow(
        FilesUnavailable,
      );
      expect(await bucket.size(sha256Hex(bytes))).toBeUndefined();
    },
  );

  test.runIf(isLong)('an unreachable storage is reported, at the start and later', async () => {
    const gone = await startS3();
    const files = s3Files(openBucket(gone.place), join(root, 'spool'));
    const hash = await keep(files, randomBytes(10));
    await gone.stop();
    await expect(files.write(hash, randomBytes(10))).rejects.toThrow(FilesUnavailable);
    expect(await read(files, hash)).toContain('where files lie is away');
    await expect(openFiles(gone.place, undefined)).rejects.toThrow(UnusableFiles);
  });
});

test('--files names a directory, or a bucket with keys in the environment; others are errors', () => {
  expect(readFilesPlace('/srv/media', {})).toEqual({ dir: '/srv/media' });
  expect(readFilesPlace('s3://media/town?endpoint=http://10.0.0.1:9000/&region=eu', KEYS)).toEqual({
    endpoint: 'http://10.0.0.1:9000',
    region: 'eu',
    bucket: 'media',
    prefix: 'town/',
    ...S3_KEYS,
    token: undefined,
  });
  expect(readFilesPlace('s3://media', { ...KEYS, AWS_REGION: 'eu-west-1' })).toMatchObject({
    endpoint: 'https://s3.eu-west-1.amazonaws.com',
    prefix: '',
  });
  for (const wrong of [
    '',
    'http://x',
    's3://',
    's3://UP_',
    's3://media/a b',
    's3://key@media',
    's3://media?endpoint=ftp://x',
  ])
    expect(readFilesPlace(wrong, KEYS), wrong).toContain('Not');
  expect(readFilesPlace('s3://media', {})).toContain('AWS_ACCESS_KEY_ID');
});
