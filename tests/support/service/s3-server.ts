import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BucketPlace } from '../../../service/media/s3-client.ts';

/** Reason to skip tests that need an S3-compatible server, or `undefined`. */
export const noS3: string | undefined =
  Number(process.versions.node.split('.', 1)[0]) < 24 ? 's3rver needs Node 24' : undefined;

/** The credentials that the server accepts. */
export const S3_KEYS = { keyId: 'S3RVER', secret: 'S3RVER' };

/** A server with one empty bucket. */
export interface S3Server {
  readonly place: BucketPlace;
  /** Its address in the form of `--files`. */
  readonly address: string;
  /** Stop it and delete its objects. */
  stop(): Promise<void>;
}

export async function startS3(): Promise<S3Server> {
  const { default: S3rver } = await import('@20minutes/s3rver');
  const directory = mkdtempSync(join(tmpdir(), 'starling-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'media' }],
  });
  const { port } = await server.run();
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    place: {
      endpoint,
      region: 'us-east-1',
      bucket: 'media',
      prefix: 'town/',
      token: undefined,
      ...S3_KEYS,
    },
    address: `s3://media/town?endpoint=${endpoint}`,
    async stop() {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
