import { field, isRecord, parseJson } from '../../core/json.ts';
import { clipLine } from '../../core/text.ts';
import { printFeedSpec } from './feed-spec.ts';
import { legacySpec } from './legacy-spec.ts';
import type { OwnFeed } from './own-feeds.ts';
import { readFeedSpec, sameSpec } from './parse-feed-spec.ts';

/** Limit of entries that are read, and of characters of a name. */
const MOST = 100;
const LONGEST_NAME = 100;

/**
 * Return the feeds that are available to an account besides those of its pages. They are the
 * `feeds` of its saved settings, each once. Older programs store them as `hex`, `includeReplies`
 * and `name`, so they are converted to a spec. The follows of the account's own key are its latest
 * notes. Malformed entries are left out. `content`: the text of the settings.
 */
export function availableFeeds(content: string, account: string): readonly OwnFeed[] {
  const settings = parseJson(content);
  const list = isRecord(settings) ? field(settings, 'feeds') : undefined;
  if (!Array.isArray(list)) return [];
  const entries: readonly unknown[] = list.slice(0, MOST);
  const feeds = entries.flatMap((entry) => availableFeed(entry, account) ?? []);
  return feeds.filter(({ spec }, at) => feeds.findIndex((one) => sameSpec(one.spec, spec)) === at);
}

function availableFeed(entry: unknown, account: string): OwnFeed | undefined {
  if (!isRecord(entry)) return undefined;
  const [named, hex] = [field(entry, 'name'), field(entry, 'hex')];
  if (typeof named !== 'string' || typeof hex !== 'string') return undefined;
  const includeReplies = field(entry, 'includeReplies') === true;
  const id = hex === account ? 'latest;following' : hex;
  const spec = legacySpec(id, includeReplies) ?? readFeedSpec(id);
  const name = clipLine(named, LONGEST_NAME);
  return spec && name !== '' ? { name, spec: printFeedSpec(spec) } : undefined;
}
