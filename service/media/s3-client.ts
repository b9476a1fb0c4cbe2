import { once } from 'node:events';
import { Agent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as TlsAgent, request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { FilesUnavailable } from '../errors.ts';

/** A bucket of an S3-compatible storage with its credentials. `prefix` precedes every key. */
export interface BucketPlace {
  /** Without a trailing slash. The bucket is in the path. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly prefix: string;
  readonly keyId: string;
  readonly secret: string;
  readonly token: string | undefined;
}

/** A key and its modification time (milliseconds). */
interface Listed {
  readonly key: string;
  readonly modified: number;
}

/**
 * Objects by key. Everything rejects with `FilesUnavailable` if the storage does not respond or
 * refuses.
 */
export interface Bucket {
  /** Size of an object in bytes, or `undefined` if it does not exist. */
  size(key: string): Promise<number | undefined>;
  /** `hash`: sha256 of the whole body, which the storage verifies. */
  put(key: string, body: Body, hash: string): Promise<void>;
  /** Upload a body in parts of this many bytes, atomically. */
  putParts(key: string, body: Body, part: number): Promise<void>;
  /** Bytes from `start` to `end`, both inclusive, or `undefined` if the object does not exist. */
  read(key: string, start: number, end: number): Promise<Readable | undefined>;
  copy(from: string, to: string): Promise<void>;
  /** Succeeds also if it does not exist. */
  remove(key: string): Promise<void>;
  /** The first thousand keys with that prefix. */
  list(begin: string): Promise<Listed[]>;
}

/** Bytes that can be read repeatedly, in ranges with an exclusive `end`. */
export interface Body {
  readonly length: number;
  open(start: number, end: number): Readable;
}

interface Asking {
  readonly method: string;
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Body | undefined;
}

/** Milliseconds without traffic until the timeout. */
const SILENCE = 30_000;
const TRIES = 3;
const WAIT = 200;
const TEXT = { 'content-type': 'application/xml' };

export function openBucket(place: BucketPlace): Bucket {
  const ask = asker(place);
  const said = saidBy(ask);
  return {
    async size(key) {
      const response = await ask({ method: 'HEAD', key }, [404]);
      response.resume();
      return response.statusCode === 404 ? undefined : Number(response.headers['content-length']);
    },
    async put(key, body, hash) {
      await said({ method: 'PUT', key, body, headers: { 'x-amz-content-sha256': hash } });
    },
    putParts: (key, body, part) => putParts(ask, key, body, part),
    async read(key, start, end) {
      const response = await ask(
        { method: 'GET', key, headers: { range: `bytes=${start}-${end}` } },
        [404, 416],
      );
      if (response.statusCode === 206) return response;
      response.resume();
      // A 200 sends the whole object instead of the range. An empty object has no range.
      if (response.statusCode === 200) throw new FilesUnavailable('the store gives no stretches');
      return response.statusCode === 416 ? Readable.from([]) : undefined;
    },
    async copy(from, to) {
      const source = encodeURI(`/${place.bucket}/${place.prefix}${from}`);
      // An error after the start of a copy comes with status 200 and an error text.
      if (
        !(
          await said({ method: 'PUT', key: to, headers: { 'x-amz-copy-source': source } })
        ).includes('<CopyObjectResult')
      )
        throw new FilesUnavailable('an object could not be copied');
    },
    remove: async (key) => void (await ask({ method: 'DELETE', key }, [404])).resume(),
    async list(begin) {
      const listed = await said({
        method: 'GET',
        query: { 'list-type': '2', prefix: place.prefix + begin },
      });
      return [...listed.matchAll(/<Contents>.*?<\/Contents>/gs)].map(([one]) => ({
        key: field(one, 'Key').slice(place.prefix.length),
        modified: Date.parse(field(one, 'LastModified')),
      }));
    },
  };
}

async function putParts(ask: Ask, key: string, body: Body, most: number): Promise<void> {
  const said = saidBy(ask);
  const uploadId = field(await said({ method: 'POST', key, query: { uploads: '' } }), 'UploadId');
  try {
    const parts: string[] = [];
    for (let start = 0; start < body.length; start += most) {
      const end = Math.min(body.length, start + most);
      const part: Body = {
        length: end - start,
        open: (from, to) => body.open(start + from, start + to),
      };
      const response = await ask({
        method: 'PUT',
        key,
        query: { partNumber: String(parts.length + 1), uploadId },
        body: part,
      });
      response.resume();
      parts.push(
        `<Part><PartNumber>${parts.length + 1}</PartNumber><ETag>${response.headers.etag ?? ''}</ETag></Part>`,
      );
    }
    const list = bodyOf(
      Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`),
    );
    const answer = await said({
      method: 'POST',
      key,
      query: { uploadId },
      headers: TEXT,
      body: list,
    });
    if (!answer.includes('<CompleteMultipartUploadResult'))
      throw new FilesUnavailable('an object could not be put together');
  } catch (error) {
    await said({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined);
    throw error;
  }
}

/** A body in memory. */
export function bodyOf(bytes: Uint8Array): Body {
  return {
    length: bytes.byteLength,
    open: (start, end) => Readable.from([bytes.subarray(start, end)]),
  };
}

type Ask = (asking: Asking, expected?: readonly number[]) => Promise<IncomingMessage>;

/** Return the text of a response. */
function saidBy(ask: Ask): (asking: Asking) => Promise<string> {
  return async (asking) => text(await ask(asking));
}

/** Send signed requests with retries. Unexpected statuses reject. */
function asker(place: BucketPlace): Ask {
  const agents = {
    'http:': new Agent({ keepAlive: true }),
    'https:': new TlsAgent({ keepAlive: true }),
  };
  const send = async ({
    method,
    key,
    query = {},
    headers = {},
    body,
  }: Asking): Promise<IncomingMessage> => {
    const url = new URL(
      `${place.endpoint}/${place.bucket}${key === undefined ? '' : `/${encodeURI(place.prefix + key)}`}`,
    );
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const { keyId: accessKeyId, secret: secretAccessKey, token: sessionToken, region } = place;
    const who = {
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
      ...(sessionToken !== undefined && { sessionToken }),
    };
    const signed = await new AwsV4Signer({
      ...who,
      method,
      url: url.href,
      headers: { ...headers },
    }).sign();
    // A source that cannot be opened starts no request.
    const source = body?.open(0, body.length);
    const isSecure = signed.url.protocol === 'https:';
    const sent = (isSecure ? requestHttps : requestHttp)(signed.url, {
      method,
      agent: isSecure ? agents['https:'] : agents['http:'],
      headers: {
        ...Object.fromEntries(signed.headers),
        'content-length': String(body?.length ?? 0),
      },
    });
    return answered(sent, source);
  };
  return async (asking, expected = []) => {
    for (let tries = 1; ; tries++) {
      const response = await send(asking).catch((error: unknown) =>
        tries < TRIES ? undefined : Promise.reject(new FilesUnavailable(error)),
      );
      const status = response?.statusCode ?? 500;
      if (response && (status < 300 || expected.includes(status))) return response;
      const why = response && field(await text(response), 'Code');
      const isPassing = status >= 500 || status === 429;
      if (!isPassing || tries === TRIES)
        throw new FilesUnavailable(`the store says ${status}${why ? ` ${why}` : ''}`);
      await pause(WAIT * 2 ** tries);
    }
  };
}

/** Send a body and wait for the headers of the response. */
async function answered(
  sent: ReturnType<typeof requestHttp>,
  source: Readable | undefined,
): Promise<IncomingMessage> {
  sent.setTimeout(SILENCE, () => sent.destroy(new Error('no answer')));
  const response = once(sent, 'response');
  if (source) {
    source.on('error', (error) => sent.destroy(error));
    sent.on('close', () => source.destroy());
    source.pipe(sent);
  } else sent.end();
  const [message]: IncomingMessage[] = await response;
  if (!message) throw new Error('no answer');
  return message;
}

/**
 * Return the content of an XML element, or an empty string. The requested values contain no markup.
 */
function field(xml: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
}
