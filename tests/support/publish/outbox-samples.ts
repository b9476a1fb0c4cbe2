import { reportedMessage, quotedMessage } from '../../../src/events/account/user-message.ts';
import { jobOf, type OutboxRecord } from '../../../src/events/publish/outbox/outbox.ts';
import { foldOutbox } from '../../../src/events/publish/outbox/outbox-fold.ts';
import type {
  OutboxEntryDraft,
  OutboxRequest,
} from '../../../src/events/publish/outbox/outbox-entry.ts';
import { seconds } from '../../../src/events/core/time.ts';
import { A, HERE } from '../account/session-world.ts';
import { trusted } from '../events/trusted.ts';
import { pressed } from '../../../src/events/nostr/ours.ts';

/** Seconds. */
export const NOW = 1_700_000_000;
/** The publishing relays of the test account. */
export const RELAYS = [HERE.homeRelay, pressed('wss://two.example')] as const;
export const draft = pressed({ kind: 1, tags: [], content: 'walked' });
const wish: OutboxRequest = { type: 'event', draft };
/** The outbox's job name for that draft at that time. */
export const job = jobOf(A, wish, seconds(NOW), 0);
export const event = trusted({ ...draft, pubkey: A, created_at: seconds(NOW) });
const answered = (relay: string, accepted: boolean, reason = ''): OutboxEntryDraft => ({
  job,
  type: 'answered',
  relay: pressed(relay),
  accepted,
  reason: reportedMessage(reason),
});
export const LINES = {
  signed: { job, type: 'signed', event },
  refused: { job, type: 'refused', reason: quotedMessage('not today') },
  no: answered(RELAYS[0], false, 'blocked: no'),
  ok: answered(RELAYS[0], true),
  silent: { job, type: 'silent', relay: RELAYS[1], reason: { code: 'publish.unconfirmed' } },
  none: { job, type: 'broadcast', accepted: [], reason: quotedMessage('nobody there') },
  byCache: { job, type: 'broadcast', accepted: ['wss://by-cache.example'] },
  imported: { job, type: 'imported' },
  retried: { job, type: 'retried' },
  discarded: { job, type: 'discarded' },
} satisfies Record<string, OutboxEntryDraft>;
type Line = keyof typeof LINES;
export const isLine = (name: string): name is Line => Object.hasOwn(LINES, name);

const BEGUN: readonly OutboxEntryDraft[] = [
  { job, type: 'intended', account: A, wish },
  {
    job,
    type: 'drafted',
    template: pressed({ ...draft, pubkey: A, created_at: seconds(NOW) }),
    relays: RELAYS,
  },
];

/** Possible logs of that job after its draft. Each one extends another, or is a start. */
export const LOGS = [
  'refused',
  'discarded',
  'signed',
  'signed discarded',
  'signed ok',
  'signed ok imported',
  'signed ok imported silent',
  'signed ok imported silent retried',
  'signed no',
  'signed no ok',
  'signed no silent',
  'signed no silent byCache',
  'signed no silent none',
  'signed no silent none ok',
  'signed no silent none retried',
  'signed no silent none discarded',
];

export function recordOf(log: string): OutboxRecord {
  const lines = [
    ...BEGUN,
    ...log.split(' ').flatMap((name) => (isLine(name) ? [LINES[name]] : [])),
  ];
  const record = foldOutbox(
    new Map(),
    lines.map((line) => ({ ...line, at: seconds(NOW) })),
  ).get(job);
  if (!record) throw new Error('no record');
  return record;
}

/** Records by their content; of two logs with equal records the shorter one. */
const SUMS = new Map(['', ...LOGS].toReversed().map((log) => [sumOf(recordOf(log)), log]));
export const logOf = (record: OutboxRecord) => SUMS.get(sumOf(record));
function sumOf({
  relays,
  event: signed,
  refusal,
  broadcast,
  imported,
  discarded,
}: OutboxRecord): string {
  return JSON.stringify([[...relays], signed?.id, refusal, broadcast, imported, discarded]);
}
