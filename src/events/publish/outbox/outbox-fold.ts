import { type Editable, editCopy } from '../../nostr/edit-copy.ts';
import {
  admits,
  outcomeOf,
  type OutboxRecord,
  type OutboxRecords,
  type RelayOutcome,
  WAITING,
} from './outbox.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import type { Ours } from '../../nostr/ours.ts';

/** Fold lines in the order of the log. A line that the record does not admit changes nothing. */
export function foldOutbox(records: OutboxRecords, entries: Iterable<OutboxEntry>): OutboxRecords {
  let next: Map<string, OutboxRecord> | undefined;
  for (const entry of entries) {
    const before = (next ?? records).get(entry.job);
    if (!admits(before, entry)) continue;
    const row = before ? editCopy(before, (record) => write(record, entry)) : begun(entry);
    if (!row) continue;
    next ??= new Map(records);
    next.set(entry.job, row);
  }
  return next ?? records;
}

function begun(entry: OutboxEntry): OutboxRecord | undefined {
  if (entry.type !== 'intended') return undefined;
  const { job, at, account, wish } = entry;
  const nothing = {
    template: undefined,
    event: undefined,
    refusal: undefined,
    relays: new Map(),
    broadcast: WAITING,
    broadcastTo: [],
  };
  return { job, account, wish, at, ...nothing, imported: false, discarded: false };
}

function write(record: Editable<OutboxRecord>, entry: OutboxEntry): void {
  switch (entry.type) {
    case 'drafted':
      record.template = entry.template;
      record.refusal = undefined;
      record.relays = new Map(entry.relays.map((url) => [url, WAITING]));
      return;
    case 'signed':
      record.event = entry.event;
      record.refusal = undefined;
      return;
    case 'refused':
      record.refusal = entry.reason;
      return;
    case 'answered':
    case 'silent':
      if (entry.type === 'answered' && entry.accepted) record.acceptedAt ??= entry.at;
      record.relays.set(entry.relay, outcomeOf(entry));
      return;
    case 'broadcast':
      record.broadcastTo = [...new Set([...record.broadcastTo, ...entry.accepted])];
      if (record.broadcastTo.length > 0) record.acceptedAt ??= entry.at;
      record.broadcast = {
        outcome: record.broadcastTo.length > 0 ? 'accepted' : 'rejected',
        reason: entry.reason,
      };
      return;
    case 'imported':
      record.imported = true;
      return;
    case 'held':
      record.isHeld = entry.on;
      return;
    case 'retried':
      sendAgain(record, entry.relay);
      return;
    case 'discarded':
      record.discarded = true;
      return;
    case 'intended':
      return;
  }
}

/** Sends to that relay, or to all that have not accepted it. */
function sendAgain(record: Editable<OutboxRecord>, relay: Ours<string> | undefined): void {
  if (relay !== undefined) {
    record.relays.set(relay, WAITING);
    return;
  }
  const again = (one: RelayOutcome) => (one.outcome === 'accepted' ? one : WAITING);
  record.refusal = undefined;
  record.broadcast = again(record.broadcast);
  record.relays = new Map([...record.relays].map(([url, one]) => [url, again(one)]));
}
