import { readFile, stat } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { basename, extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, constants, gzip } from 'node:zlib';
import { firstWord } from '../../../src/events/app/screen-preload.ts';
import { screenLinks } from './screen-links.ts';

/** A file of the built client, ready to send. */
export interface Asset {
  readonly mime: string;
  readonly etag: string;
  /** True if the name contains a hash of the content (Vite), so that it can be cached forever. */
  readonly hashed: boolean;
  /**
   * Path of the source map for developer tools. It is sent in a header, because a comment in the
   * file would cost every download.
   */
  readonly sourceMap: string | undefined;
  readonly plain: Uint8Array;
  readonly gzip: Uint8Array | undefined;
  readonly brotli: Uint8Array | undefined;
}

/** Files of the built client by their path on the site. */
export interface Assets {
  find(path: string): Promise<Asset | undefined>;
  /** The page, which every route serves, as it is for that path. */
  page(path: string): Promise<Asset | undefined>;
  /** Compress the page and its files in advance, so that the first visitor does not wait. */
  warm(): Promise<void>;
}

interface Kept {
  readonly stamp: string;
  readonly asset: Promise<Asset>;
}

const MIME: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.map', 'application/json; charset=utf-8'],
  ['.webmanifest', 'application/manifest+json; charset=utf-8'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.wasm', 'application/wasm'],
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.webp', 'image/webp'],
  ['.avif', 'image/avif'],
  ['.ico', 'image/x-icon'],
  ['.woff2', 'font/woff2'],
]);
const PACKED = new Set(['.png', '.jpg', '.webp', '.avif', '.woff2']);
const SMALLEST = 1_000;
/** Bytes by which a window of Brotli is smaller than its power of two. */
const WINDOW_GAP = 16;
const PAGE = '/index.html';
const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);

/**
 * Read the files of a built client on first use, and cache them compressed until they change on
 * disk. `change` may alter the page, for example to name another caching service.
 */
export function openAssets(dir: string, change: (html: string) => string = (html) => html): Assets {
  const kept = new Map<string, Kept>();
  const find = async (path: string): Promise<Asset | undefined> => {
    const file = fileOf(dir, path);
    const stats = file === undefined ? undefined : await stat(file).catch(() => undefined);
    if (file === undefined || !stats?.isFile()) return undefined;
    const stamp = `${stats.mtimeMs} ${stats.size}`;
    const known = kept.get(file);
    if (known?.stamp === stamp) return known.asset;
    const sourceMap = `${file}.map`;
    const asset = Promise.all([readFile(file), stat(sourceMap).catch(() => undefined)]).then(
      ([bytes, mapped]) =>
        pack(
          path,
          path === PAGE ? Buffer.from(change(bytes.toString('utf8'))) : bytes,
          mapped && basename(sourceMap),
        ),
    );
    kept.set(file, { stamp, asset });
    // A file that disappears while it is read is read again next time.
    asset.catch(() => kept.delete(file));
    return asset;
  };
  const opened = new WeakMap<Asset, ReturnType<typeof openedAt>>();
  const page = async (path: string): Promise<Asset | undefined> => {
    const bare = await find(PAGE);
    if (!bare) return undefined;
    const at = opened.get(bare) ?? openedAt(bare);
    opened.set(bare, at);
    return (await at(firstWord(path))) ?? bare;
  };
  const warm = async () => {
    const html = Buffer.from((await find(PAGE))?.plain ?? []).toString('utf8');
    for (const path of html.split('"').filter((part) => part.startsWith('/assets/')))
      await find(path);
  };
  return { find, page, warm };
}

/**
 * Return the file of a path inside the directory, or `undefined` for paths outside of it and for
 * hidden files.
 */
function fileOf(dir: string, path: string): string | undefined {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return undefined;
  }
  if (
    decoded.includes('\0') ||
    decoded.includes('\\') ||
    decoded.split('/').some((part) => part.startsWith('.'))
  )
    return undefined;
  const file = join(dir, decoded);
  return file.startsWith(dir.endsWith(sep) ? dir : dir + sep) ? file : undefined;
}

/**
 * Return a function from a path's first word to its variant of the page, compressed on first use.
 * `undefined` if there are no variants.
 */
function openedAt({ plain }: Asset): (word: string) => Promise<Asset> | undefined {
  const html = Buffer.from(plain).toString('utf8');
  const pages = new Map<string, Promise<Asset>>();
  const links = screenLinks(html);
  return (word) => {
    const added = links.get(word);
    if (added === undefined || pages.has(word)) return pages.get(word);
    const asset = pack(
      PAGE,
      Buffer.from(html.replace('</head>', () => `${added}</head>`)),
      undefined,
    );
    pages.set(word, asset);
    return asset;
  };
}

async function pack(
  path: string,
  plain: Uint8Array,
  sourceMap: string | undefined,
): Promise<Asset> {
  const extension = extname(path);
  const packs = !PACKED.has(extension) && plain.byteLength >= SMALLEST;
  return {
    mime: MIME.get(extension) ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    hashed: path.startsWith('/assets/'),
    sourceMap,
    plain,
    gzip: packs ? await toGzip(plain, { level: 9 }) : undefined,
    brotli: packs ? await toBrotli(plain, brotliOf(plain)) : undefined,
  };
}

/**
 * Return the settings of Brotli. Quality 9, or a window larger than the file, fills tables of
 * megabytes for each file: fifty times the work, for 0.2 % fewer bytes.
 */
function brotliOf({ byteLength }: Uint8Array): BrotliOptions {
  const window = Math.ceil(Math.log2(byteLength + WINDOW_GAP));
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 8,
      [constants.BROTLI_PARAM_LGWIN]: Math.min(window, constants.BROTLI_DEFAULT_WINDOW),
      [constants.BROTLI_PARAM_SIZE_HINT]: byteLength,
    },
  };
}
