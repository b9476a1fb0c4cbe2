import { safeUrl } from '../../src/events/core/url.ts';
import { inSeconds, seconds } from '../../src/events/core/time.ts';
import { INTERNET, type Network } from '../public-network.ts';
import type { Guard } from '../relay/enforce-policy.ts';
import type { Store } from '../store/store.ts';
import { fetchEmbed, fetchPage, type FetchedPage } from './fetch-page.ts';
import { openFailures } from './failed-pages.ts';
import { readEmbed } from './oembed.ts';
import { ownPageMeta } from './own-page-meta.ts';
import { isOld } from './preview-age.ts';
import { type PageMeta, readPageMeta } from './page-meta.ts';

/** The response of `/link-preview`. */
interface Preview {
  readonly mimetype: string;
  readonly title: string;
  readonly description: string;
  readonly image: string;
  readonly icon_url: string;
  /** When the page was read. Seconds. */
  readonly fetched_at: number;
}

/**
 * The reason for no preview, as an HTTP status. 400: invalid address. 404: not found. 502:
 * unreachable. 503: too many requests.
 */
interface NoPreview {
  readonly status: 400 | 404 | 502 | 503;
}

/**
 * Return a page's metadata, cached for a week, and failures for ten minutes to a day. `from`: the
 * address of the client.
 */
export type Previewer = (address: string, from: string) => Promise<Preview | NoPreview>;

const MOST_AT_ONCE = 12;
/** Size of the texts of a page, besides its address. */
const ROW_BYTES = 4_000;

export interface PreviewerOptions {
  readonly network?: Network | undefined;
  /** Aborted when the service stops. */
  readonly ending?: AbortSignal | undefined;
}

/**
 * `isOwn` is true if a host (with port) is this service. A cached page counts for the address that
 * requested it first.
 */
export function openPreviewer(
  store: Store,
  isOwn: (host: string) => boolean,
  guard: Pick<Guard, 'objectionToKeeping'>,
  { network = INTERNET, ending }: PreviewerOptions = {},
): Previewer {
  const failures = openFailures(() => store.now());
  const asking = new Map<string, Promise<Preview | NoPreview>>();
  const fetched = async (url: string, address: string): Promise<Preview | NoPreview> => {
    try {
      const signal = signalOf(network, ending);
      const page = await readPage(await fetchPage(url, network, signal), network, signal);
      ending?.throwIfAborted();
      const preview = { ...page, fetched_at: inSeconds(store.now()) };
      await keep(store, preview, new Set([url, address]));
      failures.succeeded(url);
      return preview;
    } catch {
      if (ending?.aborted) return { status: 503 };
      failures.failed(url);
      // An old preview is better than none.
      return (await knownPreview(store, [url])) ?? { status: 502 };
    } finally {
      asking.delete(url);
    }
  };
  return async (address, from) => {
    const href = safeUrl(address);
    const url = href === undefined ? undefined : new URL(href);
    if (!href || !url || !url.protocol.startsWith('http')) return { status: 400 };
    const fresh = await knownPreview(store, [...new Set([address, href])], 'fresh');
    if (fresh) return fresh;
    if (isOwn(url.host)) return ownPreview(store, url);
    if (failures.has(href)) return (await knownPreview(store, [href])) ?? { status: 502 };
    const objection = asking.has(href)
      ? undefined
      : await guard.objectionToKeeping({ from, bytes: href.length + ROW_BYTES });
    const asked = asking.get(href);
    if (asked) return asked;
    if (objection !== undefined || asking.size >= MOST_AT_ONCE) return { status: 503 };
    const answer = fetched(href, address);
    asking.set(href, answer);
    return answer;
  };
}

/** Events name a page in several spellings. Answers look it up as it is written. */
async function keep(store: Store, preview: Preview, spellings: ReadonlySet<string>): Promise<void> {
  const { mimetype: mime, icon_url: icon, fetched_at: at, ...rest } = preview;
  for (const url of spellings)
    await store.putPreview({ url, mime, icon, ...rest, fetchedAt: seconds(at) });
}

/** Return the cached preview of the first of these addresses that has one. */
async function knownPreview(
  store: Store,
  urls: readonly string[],
  age: 'fresh' | 'any' = 'any',
): Promise<Preview | undefined> {
  const rows = await store.previewsByUrl(urls);
  const row = urls
    .flatMap((url) => rows.find((each) => each.url === url) ?? [])
    .find(({ fetchedAt }) => age === 'any' || !isOld(fetchedAt, store.now()));
  if (!row) return undefined;
  return {
    mimetype: row.mime,
    title: row.title,
    description: row.description,
    image: row.image,
    icon_url: row.icon,
    fetched_at: inSeconds(row.fetchedAt),
  };
}

async function ownPreview(store: Store, url: URL): Promise<Preview | NoPreview> {
  const meta = await ownPageMeta(store, url.pathname);
  if (!meta) return { status: 404 };
  return { ...previewOf('text/html', meta, url.href), fetched_at: inSeconds(store.now()) };
}

type PagePreview = Omit<Preview, 'fetched_at'>;

/** A page and its oEmbed document have one deadline. */
function signalOf({ deadline }: Network, ending: AbortSignal | undefined): AbortSignal {
  const late = AbortSignal.timeout(deadline);
  return ending ? AbortSignal.any([late, ending]) : late;
}

async function readPage(
  { url, mime, body }: FetchedPage,
  network: Network,
  signal: AbortSignal,
): Promise<PagePreview> {
  if (mime.startsWith('image/'))
    return previewOf(mime, { title: '', description: '', image: url, icon: '' }, url);
  const { embed = '', base = '', ...meta } = readPageMeta(body);
  const from = absolute(base, url) || url;
  const preview = previewOf(mime, meta, from);
  if (preview.title !== '' && preview.image !== '') return preview;
  return completed(preview, absolute(embed, from), network, signal);
}

/** Pages of players often name their title and picture in an oEmbed document only. */
async function completed(
  preview: PagePreview,
  embed: string,
  network: Network,
  signal: AbortSignal,
): Promise<PagePreview> {
  if (embed === '') return preview;
  const found = await fetchEmbed(embed, network, signal).then(readEmbed, () => undefined);
  if (!found) return preview;
  return {
    ...preview,
    title: preview.title || found.title,
    description: preview.description || found.author,
    image: preview.image || absolute(found.image, embed),
  };
}

function previewOf(mimetype: string, meta: PageMeta, base: string): PagePreview {
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
