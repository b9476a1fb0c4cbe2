import type { LongQueryCounts } from '../long-query-turns.ts';
import type { Message } from '../relay/client-message.ts';
import {
  type Counter,
  counter,
  type Histogram,
  histogram,
  type Metric,
  metricsPage,
  OTHER,
  reading,
} from './prometheus.ts';

/** Metrics of the service. No label contains an account, a text or an address. */
export interface ServiceMetrics {
  /** Requests of the caching service, by verb. */
  readonly verbs: Histogram;
  /** Requests that were answered with a NOTICE. */
  readonly failures: Counter;
  readonly messages: Histogram;
  /** Outcome of an event that was offered to the relay: its prefix of NIP-01. */
  readonly verdict: (accepted: boolean, reason: string) => void;
  readonly store: Histogram;
  /** Bytes of received and sent files. */
  readonly blobs: Counter;
  /** Count an open socket or stream. Returns the function that ends it. */
  open(what: 'socket' | 'stream'): () => void;
  /** Reads the number of the relay's open subscriptions. */
  subscriptions: () => number;
  longQueries: () => LongQueryCounts;
  readonly page: () => string;
}

const MESSAGES = [
  'EVENT',
  'REQ',
  'COUNT',
  'CLOSE',
  'AUTH',
  'NEG-OPEN',
  'NEG-MSG',
  'NEG-CLOSE',
  'bad',
] as const satisfies Message['type'][];
/** NIP-01, NIP-42, and our own `replaced`. */
const VERDICTS = [
  'accepted',
  'duplicate',
  'pow',
  'blocked',
  'rate-limited',
  'invalid',
  'restricted',
  'mute',
  'error',
  'auth-required',
  'replaced',
];
/** `question` stands for all other queries of the store. */
const STORE = ['insert', 'filter', 'question', 'sweep'];

export function openServiceMetrics(verbs: Iterable<string>): ServiceMetrics {
  const names = [...verbs];
  const open = { socket: 0, stream: 0 };
  const events = counter({
    name: 'starling_relay_events_total',
    help: 'Events offered to the relay, by what became of them.',
    label: 'verdict',
    values: VERDICTS,
  });
  const meter = {
    verbs: histogram({
      name: 'starling_requests_seconds',
      help: 'Requests of the caching service, by verb, and how long each took.',
      label: 'verb',
      values: names,
    }),
    failures: counter({
      name: 'starling_requests_refused_total',
      help: 'Requests of the caching service that were answered with a notice.',
      label: 'verb',
      values: names,
    }),
    messages: histogram({
      name: 'starling_relay_messages_seconds',
      help: 'Messages to the relay, by type, and how long each took.',
      label: 'type',
      values: MESSAGES,
    }),
    store: histogram({
      name: 'starling_store_seconds',
      help: 'What the store was asked or given, and how long it took.',
      label: 'operation',
      values: STORE,
    }),
    blobs: counter({
      name: 'starling_blob_bytes_total',
      help: 'Bytes of files.',
      label: 'direction',
      values: ['in', 'out'],
    }),
    open(what: 'socket' | 'stream') {
      open[what]++;
      return () => void open[what]--;
    },
    subscriptions: () => 0,
    longQueries: () => ({ running: 0, waiting: 0, refused: 0 }),
  };
  const { verbs: requests, failures, messages, store, blobs } = meter;
  const result: ServiceMetrics = {
    ...meter,
    verdict: (accepted, reason) => events.add(verdictOf(accepted, reason)),
    page: () =>
      metricsPage([
        requests,
        failures,
        messages,
        events,
        store,
        blobs,
        ...standing(open, () => result.subscriptions()),
        ...longQueries(() => result.longQueries()),
        ...memory(),
      ]),
  };
  return result;
}

/** Return the prefix of NIP-01 of a verdict, or `other` for an unknown one. */
export function verdictOf(accepted: boolean, reason: string): string {
  const prefix = reason.split(':', 1)[0] ?? '';
  if (accepted && prefix === '') return 'accepted';
  return VERDICTS.includes(prefix) ? prefix : OTHER;
}

function standing(
  open: { readonly socket: number; readonly stream: number },
  subscriptions: () => number,
): Metric[] {
  return [
    reading({ name: 'starling_sockets', help: 'Open WebSockets.' }, 'gauge', () => open.socket),
    reading(
      { name: 'starling_streams', help: 'Open streams of the caching service.' },
      'gauge',
      () => open.stream,
    ),
    reading(
      { name: 'starling_subscriptions', help: 'Open subscriptions at the relay.' },
      'gauge',
      subscriptions,
    ),
  ];
}

function longQueries(counts: () => LongQueryCounts): Metric[] {
  return [
    reading(
      { name: 'starling_long_queries_running', help: 'Expensive queries of the store that run.' },
      'gauge',
      () => counts().running,
    ),
    reading(
      { name: 'starling_long_queries_waiting', help: 'Expensive queries that wait for a turn.' },
      'gauge',
      () => counts().waiting,
    ),
    reading(
      {
        name: 'starling_long_queries_refused_total',
        help: 'Expensive queries refused because too many waited.',
      },
      'counter',
      () => counts().refused,
    ),
  ];
}

/** Under the usual names of exporters. */
function memory(): Metric[] {
  const started = Date.now() / 1_000 - process.uptime();
  return [
    reading(
      { name: 'process_resident_memory_bytes', help: 'Memory of the process.' },
      'gauge',
      () => process.memoryUsage.rss(),
    ),
    reading(
      { name: 'nodejs_heap_size_used_bytes', help: 'Memory that JavaScript uses.' },
      'gauge',
      () => process.memoryUsage().heapUsed,
    ),
    reading(
      { name: 'process_cpu_seconds_total', help: 'Time that processors worked for it.' },
      'counter',
      () => {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1e6;
      },
    ),
    reading({ name: 'process_start_time_seconds', help: 'When it began.' }, 'gauge', () => started),
  ];
}
