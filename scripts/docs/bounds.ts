import { bare, entriesOf, numberIn, sourceOf } from './source.ts';

/** One limit: a constant of a file (`NAME`, or `NAME.key` of an object) and its meaning. */
interface Bound {
  readonly file: string;
  readonly constant: string;
  /** `#` stands for the number. */
  readonly text: string;
  /** Values are divided by it, for example milliseconds by 1,000. */
  readonly unit?: number;
}

const MIB = 2 ** 20;
const SECOND = 1_000;

const BOUNDS: readonly Bound[] = [
  {
    file: 'service/http/client-address.ts',
    constant: 'CONNECTION_LIMITS.address',
    text: '# open sockets of one address',
  },
  {
    file: 'service/http/in-flight.ts',
    constant: 'IN_FLIGHT.address',
    unit: MIB,
    text: '# MiB of unfinished messages and bodies of one address',
  },
  {
    file: 'service/http/api.ts',
    constant: 'LARGEST',
    unit: MIB,
    text: '# MiB for the body of `POST /api`; a larger one gets status 413',
  },
  {
    file: 'service/cache/connection.ts',
    constant: 'LARGEST_FRAME',
    text: '# characters in a message of the client; a longer one is ignored',
  },
  {
    file: 'service/cache/frames.ts',
    constant: 'LONGEST_ID',
    text: '# characters in a subscription id; a message with a longer one is ignored',
  },
  {
    file: 'service/cache/frames.ts',
    constant: 'MOST_FILTERS',
    text: '# requests in one `REQ`; a message with more is ignored',
  },
  {
    file: 'service/cache/connection.ts',
    constant: 'MOST_OPEN',
    text: '# open subscriptions of a connection; one more gets a NOTICE and closes it',
  },
  {
    file: 'service/cache/connection.ts',
    constant: 'MOST_WAITING',
    text: '# queued requests of a connection; one more gets a NOTICE and closes it',
  },
  {
    file: 'service/cache/connection.ts',
    constant: 'LARGEST_QUEUE',
    text: '# characters of queued requests, then the service reads no further',
  },
  {
    file: 'service/cache/connection.ts',
    constant: 'LARGEST_BACKLOG',
    text: '# unsent bytes, then results of streams are dropped',
  },
  {
    file: 'service/cache/connection.ts',
    constant: 'IDLE_MS',
    unit: SECOND,
    text: '# seconds without a message, then the connection is closed',
  },
  {
    file: 'service/cache/frames.ts',
    constant: 'LARGEST_FRAME',
    text: '# characters of results in one frame; more results take several frames',
  },
  {
    file: 'service/cache/answer-verb.ts',
    constant: 'SLOW_MS',
    unit: SECOND,
    text: '# seconds for an answer, then it ends with a PartialResponse',
  },
  {
    file: 'service/cache/payload.ts',
    constant: 'MOST_IDS',
    text: '# ids or public keys in a list, unless the verb states another number',
  },
  {
    file: 'service/cache/payload.ts',
    constant: 'MOST_KINDS',
    text: '# kinds in `kinds`; further ones are ignored',
  },
  { file: 'service/cache/payload.ts', constant: 'MOST_SKIPPED', text: '# in `offset`' },
  {
    file: 'service/cache/feeds/page-range.ts',
    constant: 'MOST_SCANNED',
    text: '# rows that are read for one page of a filtered list',
  },
  {
    file: 'service/cache/verbs/profiles.ts',
    constant: 'MOST_PEOPLE',
    text: '# public keys in `user_infos`',
  },
  { file: 'service/cache/verbs/search.ts', constant: 'LONGEST', text: '# characters in a search' },
  {
    file: 'service/cache/verbs/zaps.ts',
    constant: 'MOST_INVOICES',
    text: '# invoices in `invoices_to_zap_receipts`',
  },
  {
    file: 'service/cache/verbs/publish.ts',
    constant: 'MOST_IMPORTED',
    text: '# events in `import_events`',
  },
  {
    file: 'service/cache/verbs/publish.ts',
    constant: 'MOST_BROADCAST',
    text: '# events in `broadcast_events`',
  },
  { file: 'service/relay/broadcast.ts', constant: 'MOST_RELAYS', text: '# relays of a broadcast' },
  {
    file: 'service/relay/broadcast.ts',
    constant: 'TIMEOUT_MS',
    unit: SECOND,
    text: '# seconds for all relays of a broadcast',
  },
  {
    file: 'service/preview/well-known.ts',
    constant: 'MOST_A_MINUTE',
    text: '# lookups a minute of one address with `verified_name` and `zap_provider`',
  },
  {
    file: 'service/preview/preview-queue.ts',
    constant: 'MOST_OF_HOST',
    text: '# pages of one host in an hour are fetched for previews in the background',
  },
  {
    file: 'service/media/proxy/download-queue.ts',
    constant: 'HOURLY.address',
    text: '# downloads of pictures an hour for `/media-cache`, caused by one address',
  },
  {
    file: 'service/media/proxy/download-queue.ts',
    constant: 'PLAYED_HOURLY.address',
    text: '# parts of videos and streams an hour for `/media-cache`, caused by one address',
  },
  {
    file: 'service/media/proxy/fetch-original.ts',
    constant: 'ORIGINAL_LIMITS.bytes',
    unit: MIB,
    text: '# MiB for a picture of `/media-cache`',
  },
  {
    file: 'service/media/proxy/media-streams.ts',
    constant: 'STREAM_LIMITS.part',
    unit: MIB,
    text: '# MiB for a part of a stream (HLS) that `/media-cache` passes on',
  },
  {
    file: 'service/media/proxy/playlist-text.ts',
    constant: 'MOST_ADDRESSES',
    text: '# addresses in a playlist that `/media-cache` passes on',
  },
  {
    file: 'service/cache/verbs/settings.ts',
    constant: 'MOST_SUBKEYS',
    text: '# parts of the settings of an account',
  },
  {
    file: 'service/cache/verbs/settings.ts',
    constant: 'LONGEST_SUBKEY',
    text: '# characters in the name of such a part',
  },
  {
    file: 'service/cache/signed-request.ts',
    constant: 'FRESH',
    text: '# seconds between the time of a proof and the time of the service',
  },
  {
    file: 'service/cache/signed-request.ts',
    constant: 'MOST_PROVED',
    text: '# accounts with a proof on one connection',
  },
];

/** Rows of a table with every bound and the file that holds it. */
export function boundRows(): readonly string[] {
  return BOUNDS.map(({ file, constant, text, unit = 1 }) => {
    const value = valueOf(file, constant) / unit;
    return `| ${text.replace('#', value.toLocaleString('en'))} | \`${file}\` |`;
  });
}

function valueOf(file: string, constant: string): number {
  const source = sourceOf(file);
  const [name = '', key] = constant.split('.');
  const whole = source.constants.get(name);
  const part = whole && key ? entriesOf(bare(whole)).find((one) => one.name === key)?.value : whole;
  if (!part) throw new Error(`${file} has no constant ${constant}`);
  return numberIn(source, part);
}
