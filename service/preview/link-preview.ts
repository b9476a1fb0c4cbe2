import { safeUrl } from '../../src/events/core/url.ts';
import { minus, type Seconds, seconds } from '../../src/events/core/time.ts';
import { INTERNET, type Network } from '../public-network.ts';
import type { Guard } from '../relay/enforce-policy.ts';
import type { Store } from '../store/store.ts';
import { fetchPage } from './fetch-page.ts';
import { ownPageMeta } from './own-page-meta.ts';
import { type PageMeta, readPageMeta } from './page-meta.ts';

/** The response of `/link-preview`. */
interface Preview {
  readonly mimetype: string;
  readonly title: string;
  readonly description: string;
  readonly image: string;
  readonly icon_url: string;
}

/**
 * The reason for no preview, as an HTTP status. 400: invalid address. 404: not found. 502:
 * unreachable. 503: too many requests.
 */
interface NoPreview {
  readonly status: 400 | 404 | 502 | 503;
}

/**
 * Return a page's metadata, cached for a week, and failures for ten minutes. `from`: the address of
 * the client.
 */
export type Previewer = (address: string, from: string) => Promise<Preview | NoPreview>;

const KEPT = seconds(7 * 86_400);
const FAILED = seconds(600);
const MOST_FAILURES = 1_000;
const MOST_AT_ONCE = 12;
/** Size of the texts of a page, besides its address. */
const ROW_BYTES = 4_000;

/**
 * `isOwn` is true if a host (with port) is this service. A cached page counts for the address that
 * requested it first.
 */
export function openPreviewer(
  store: Store,
  isOwn: (host: string) => boolean,
  guard: Pick<Guard, 'objectionToKeeping'>,
  network: Network = INTERNET,
): Previewer {
  const failures = new Map<string, Seconds>();
  const asking = new Map<string, Promise<Preview | NoPreview>>();
  const fetched = async (url: string): Promise<Preview | NoPreview> => {
    try {
      const preview = readPreview(await fetchPage(url, network));
      const { mimetype: mime, icon_url: icon, ...rest } = preview;
      await store.putPreview({ url, mime, icon, ...rest, fetchedAt: store.now() });
      return preview;
    } catch {
      // An old preview is better than none.
      const old = await knownPreview(store, url);
      if (old) return old;
      if (failures.size >= MOST_FAILURES) failures.clear();
      failures.set(url, store.now());
      return { status: 502 };
    } finally {
      asking.delete(url);
    }
  };
  return async (address, from) => {
    const href = safeUrl(address);
    const url = href === undefined ? undefined : new URL(href);
    if (!href || !url || !url.protocol.startsWith('http')) return { status: 400 };
    const fresh =
      (await knownPreview(store, address, KEPT)) ?? (await knownPreview(store, href, KEPT));
    if (fresh) return fresh;
    if (isOwn(url.host)) return ownPreview(store, url);
    const failed = failures.get(href);
    if (failed !== undefined && failed > minus(store.now(), FAILED)) return { status: 502 };
    const objection = asking.has(href)
      ? undefined
      : await guard.objectionToKeeping({ from, bytes: href.length + ROW_BYTES });
    const asked = asking.get(href);
    if (asked) return asked;
    if (objection !== undefined || asking.size >= MOST_AT_ONCE) return { status: 503 };
    const answer = fetched(href);
    asking.set(href, answer);
    return answer;
  };
}

/** Return the cached preview of a page, unless it is older than `age`. */
async function knownPreview(
  store: Store,
  url: string,
  age = seconds(Infinity),
): Promise<Preview | undefined> {
  const [row] = await store.previewsByUrl([url]);
  if (!row || row.fetchedAt < minus(store.now(), age)) return undefined;
  return {
    mimetype: row.mime,
    title: row.title,
    description: row.description,
    image: row.image,
    icon_url: row.icon,
  };
}

async function ownPreview(store: Store, url: URL): Promise<Preview | NoPreview> {
  const meta = await ownPageMeta(store, url.pathname);
  return meta ? previewOf('text/html', meta, url.href) : { status: 404 };
}

function readPreview({ url, mime, body }: { url: string; mime: string; body: string }): Preview {
  if (mime.startsWith('image/'))
    return previewOf(mime, { title: '', description: '', image: url, icon: '' }, url);
  return previewOf(mime, readPageMeta(body), url);
}

function previewOf(mimetype: string, meta: PageMeta, base: string): Preview {
  return {
    mimetype,
    title: meta.title,
    description: meta.description,
    image: absolute(meta.image, base),
    icon_url: absolute(meta.icon, base),
  };
}

/** Only web addresses, because a page's values go into attributes. */
function absolute(address: string, base: string): string {
  if (address === '' || !URL.canParse(address, base)) return '';
  const url = safeUrl(new URL(address, base).href);
  return url?.startsWith('http') ? url : '';
}
