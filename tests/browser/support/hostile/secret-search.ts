import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nsecEncode } from 'nostr-tools/nip19';
import type { Page } from '../test.ts';

/** Text by the place where it was found. */
export type Places = ReadonlyMap<string, string>;

/**
 * Secrets that must be found nowhere, by name: each in every common encoding, in pieces long enough
 * to exclude chance.
 */
export type Needles = ReadonlyMap<string, string>;

const PIECE = 20;

/** Encodings of a secret key, its seed words, and the PIN or passphrase that opens it. */
export function needlesOf({
  key,
  words,
  typed,
}: {
  key: Uint8Array;
  words?: string;
  typed: readonly string[];
}): Needles {
  const bytes = Buffer.from(key);
  const hex = bytes.toString('hex');
  const nsec = nsecEncode(key);
  const list = [...key];
  const needles = new Map([
    ...pieces('nsec', nsec.slice('nsec1'.length)),
    ...pieces('hex', hex),
    ...encoded('key', bytes),
    ...encoded('nsec', Buffer.from(nsec)),
    ...encoded('hex', Buffer.from(hex)),
    ['bytes as a list', list.slice(0, 8).join(',')],
    [
      'bytes as an object',
      list
        .slice(0, 8)
        .map((byte, at) => `"${at}":${byte}`)
        .join(','),
    ],
    ['bytes as text', bytes.toString('latin1').slice(0, 10)],
  ]);
  return new Map([
    ...needles,
    ...(words === undefined ? [] : needlesOfWords(words)),
    ...needlesIn(typed),
  ]);
}

/** Encodings of seed words. */
export function needlesOfWords(words: string): Needles {
  const all = words.split(' ');
  const places = Array.from({ length: Math.floor(all.length / 3) }, (_, at) => at * 3);
  return new Map(
    places.flatMap((at) =>
      [' ', '%20', '+', ',', '","'].map(
        (gap) => [`words ${at} "${gap}"`, all.slice(at, at + 3).join(gap)] as const,
      ),
    ),
  );
}

/** Encodings of a typed text. */
export function needlesIn(typed: readonly string[]): Needles {
  return new Map(
    typed.flatMap((one) => [...inAddress(one), ...encoded(`typed ${one}`, Buffer.from(one))]),
  );
}

/** The plain text, and its encodings in URLs and forms. */
function inAddress(text: string): Array<[string, string]> {
  const ways = new Set([
    text,
    encodeURI(text),
    encodeURIComponent(text),
    new URLSearchParams({ text }).toString().slice('text='.length),
  ]);
  return [...ways].map((way, at) => [at === 0 ? `typed ${text}` : `typed ${text} as ${way}`, way]);
}

/** Return `<needle> in <place>` for each leak. The search ignores case. */
export function leaksIn(places: Places, needles: Needles): string[] {
  return [...places].flatMap(([place, text]) => {
    const lower = text.toLowerCase();
    return [...needles].flatMap(([name, needle]) =>
      lower.includes(needle.toLowerCase()) ? [`${name} in ${place}`] : [],
    );
  });
}

function pieces(name: string, text: string): Array<[string, string]> {
  const count = Math.floor(text.length / PIECE);
  return Array.from({ length: count }, (_, at) => [
    `${name} from ${at * PIECE}`,
    text.slice(at * PIECE, (at + 1) * PIECE),
  ]);
}

/** The base64 encodings depend on the offset in a longer text. */
function encoded(name: string, bytes: Buffer): Array<[string, string]> {
  const inner = (text: string, from: number) => text.slice(from, from + PIECE);
  return [
    [`${name} in base64`, inner(bytes.toString('base64'), 0)],
    [`${name} in base64url`, inner(bytes.toString('base64url'), 0)],
    [`${name} in hex`, inner(bytes.toString('hex'), 0)],
    ...[1, 2].map((shift): [string, string] => {
      const shifted = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
      return [`${name} in base64 behind ${shift}`, inner(shifted, 4)];
    }),
  ];
}

/**
 * Record all data that a page sends from now on, workers included. `heard` returns the new data
 * since the last call.
 */
export function listen(page: Page): {
  readonly heard: () => Places;
  readonly frames: () => number;
} {
  const said = new Map<string, string>();
  let frames = 0;
  const note = (place: string, text: string) =>
    said.set(place, `${said.get(place) ?? ''}\n${text}`);
  page.on('request', (request) => {
    note('requests', `${request.method()} ${request.url()} ${JSON.stringify(request.headers())}`);
    note('request bodies', request.postDataBuffer()?.toString('latin1') ?? '');
  });
  page.on('websocket', (socket) => {
    note('requests', socket.url());
    socket.on('framesent', ({ payload }) => {
      frames++;
      note('frames sent', payload.toString());
    });
    socket.on('framereceived', ({ payload }) => note('frames received', payload.toString()));
  });
  page.on('console', (message) => note('console', message.text()));
  page.on('pageerror', (error) => note('console', `${error.message} ${error.stack ?? ''}`));
  page.on('framenavigated', (frame) => note('addresses', frame.url()));
  const heard = (): Places => {
    const fresh = new Map(said);
    said.clear();
    return fresh;
  };
  return { heard, frames: () => frames };
}

/** All data that a page stores and shows now. */
export async function kept(page: Page): Promise<Places> {
  const cookies = JSON.stringify(await page.context().cookies());
  const found = await page.evaluate(look);
  return new Map([...found, ['cookies', cookies]]);
}

/**
 * All strings on the main thread's heap after garbage collection. The worker that holds keys has
 * its own heap.
 */
export async function remembered(page: Page): Promise<Places> {
  const session = await page.context().newCDPSession(page);
  const parts: string[] = [];
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => parts.push(chunk));
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  await session.detach();
  return new Map([['memory', parts.join('')]]);
}

/**
 * Runs in the page, so it uses nothing outside itself. A field that is being typed into may contain
 * the typed text.
 */
async function look(): Promise<Array<[string, string]>> {
  const bytesIn = (value: ArrayBufferView) => {
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    return `${bytes.join(',')} ${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')} ${String.fromCharCode(...bytes.slice(0, 10_000))}`;
  };
  const show = async (value: unknown, depth = 0): Promise<string> => {
    if (typeof value !== 'object' || value === null || depth > 12) return String(value);
    if (value instanceof CryptoKey)
      return value.extractable
        ? show(await crypto.subtle.exportKey('jwk', value))
        : '(a key that stays)';
    if (ArrayBuffer.isView(value)) return bytesIn(value);
    if (value instanceof ArrayBuffer) return bytesIn(new Uint8Array(value));
    if (value instanceof Blob) return value.text();
    const parts =
      value instanceof Map || value instanceof Set
        ? [...value].flat()
        : [...Object.keys(value), ...Object.values(value)];
    const plain =
      JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one)) ??
      '';
    return `${plain} ${(await Promise.all(parts.map((part) => show(part, depth + 1)))).join(' ')}`;
  };
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('no database')));
    });
  const inDatabases = async () => {
    const texts: string[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name));
      for (const store of database.objectStoreNames) {
        const rows = database.transaction(store).objectStore(store);
        const [keys, values] = await Promise.all([done(rows.getAllKeys()), done(rows.getAll())]);
        texts.push(name, store, await show(keys), await show(values));
      }
      database.close();
    }
    return texts.join('\n');
  };
  const inCaches = async () => {
    const texts: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        texts.push(name, request.url, (await (await cache.match(request))?.text()) ?? '');
    }
    return texts.join('\n');
  };
  const inFiles = async () => {
    const texts: string[] = [];
    const walk = async (folder: FileSystemDirectoryHandle): Promise<void> => {
      for await (const [name, handle] of Reflect.get(folder, 'entries').call(folder)) {
        texts.push(name);
        if (handle instanceof FileSystemDirectoryHandle) await walk(handle);
        else texts.push(await (await handle.getFile()).text());
      }
    };
    await walk(await navigator.storage.getDirectory());
    return texts.join('\n');
  };
  const fields = [...document.querySelectorAll('input, textarea')].filter(
    (field) => field !== document.activeElement,
  );
  return [
    ['local storage', await show(localStorage)],
    ['session storage', await show(sessionStorage)],
    ['databases', await inDatabases()],
    ['caches', await inCaches()],
    ['files', await inFiles()],
    ['address', location.href],
    ['history', await show(history.state)],
    ['name of the window', window.name],
    ['title', document.title],
    ['document', document.documentElement.outerHTML],
    ['text', document.body.innerText],
    ['fields', fields.map((field) => String(Reflect.get(field, 'value'))).join('\n')],
    ['performance', JSON.stringify(performance.getEntries())],
    ['clipboard', await navigator.clipboard.readText().catch(() => '')],
  ];
}

/** All files of a service on the disk. */
export function filesOf(data: string): Places {
  const names = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    names.map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), 'latin1')]),
  );
}
