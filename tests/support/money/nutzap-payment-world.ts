import type { AnyEventObject } from 'xstate';
import type { Draft } from '../../../src/events/nostr/event.ts';
import { secretOf } from '../../../src/events/account/keys/secret.ts';
import type { Proof } from '../../../src/events/money/ecash/cashu.ts';
import { lockedSecret } from '../../../src/events/money/ecash/p2pk.ts';
import { foldOutbox } from '../../../src/events/publish/outbox/outbox-fold.ts';
import type {
  OutboxEntry,
  OutboxEntryDraft,
} from '../../../src/events/publish/outbox/outbox-entry.ts';
import {
  type OutboxRecord,
  type OutboxRecords,
  stateOf,
} from '../../../src/events/publish/outbox/outbox.ts';
import { templateOf } from '../../../src/events/publish/outbox/event-template.ts';
import { seconds } from '../../../src/events/core/time.ts';
import { ME, type MoneyTab } from './money-world.ts';
import { trusted } from '../events/trusted.ts';
import { pressed } from '../../../src/events/nostr/ours.ts';

const POINT = `02${'c'.repeat(64)}`;
const PART = '5'.repeat(64);

/** Proofs of a mint, locked to that key, each with its DLEQ (NUT-12). */
export function lockedProofs(
  key: string,
  amounts: readonly number[],
  name = 'n',
): readonly Proof[] {
  return amounts.map((amount, at) => ({
    id: '00a1b2c3d4e5f607',
    amount,
    secret: secretOf(lockedSecret(key, `${name}x${at}x`.padEnd(64, '0'))),
    C: POINT,
    dleq: { e: PART, s: PART, r: PART },
  }));
}

const powers = (sats: number): readonly number[] =>
  Array.from({ length: 20 }, (_, bit) => 2 ** bit).filter((power) => (sats & power) !== 0);

/**
 * The part that receives the orders of tabs. A closing page loses only messages in transit. `seen`:
 * accepted orders.
 */
export function nutzapPaymentWorld() {
  /**
   * Locked proofs by job: each job locks once, as in the log of ecash. `locks`: each lock by a
   * mint.
   */
  const locked = new Map<string, readonly Proof[]>();
  const locks: string[] = [];
  /**
   * Jobs refused by the mint. They too are in the log of ecash, so that a later order does not lock
   * under the same name.
   */
  const refused = new Set<string>();
  /**
   * Jobs without a response of the mint, and whether it received them. They are locked once the
   * mint responds.
   */
  const open = new Map<string, { readonly order: AnyEventObject; readonly isTold: boolean }>();
  /** The log of the outbox: one record per origin. */
  let records: OutboxRecords = new Map();
  const followers = new Map<string, AnyEventObject['from']>();
  const seen = new Set<AnyEventObject>();
  /** Messages in transit. */
  const unsaid: Array<() => void> = [];
  const mood = {
    mintRefuses: false,
    isFull: false,
    isSilent: false,
    isTold: false,
    signs: true,
    relayTakes: true,
  };
  /**
   * For planted breaches: report an order that found no room as failed; cancel an order that the
   * mint received.
   */
  const planted = { failsFull: false, callsOffTold: false };

  const say = (to: AnyEventObject['from'], told: AnyEventObject) => () =>
    to.getSnapshot().status === 'active' && to.send(told);
  const write = (lines: readonly OutboxEntryDraft[]): void => {
    const entries = lines.map((line): OutboxEntry => ({ ...line, at: seconds(1_700_000_000) }));
    records = foldOutbox(records, entries);
    for (const { job } of lines) {
      const [record, from] = [records.get(job), followers.get(job)];
      if (record && from) unsaid.push(say(from, { type: 'outbox.jobChanged', record }));
    }
  };
  const lock = (order: AnyEventObject): void => {
    const { job, amount, lock: key, from } = order;
    if (open.has(job)) return;
    // the log of ecash accepts no new order now, and does not report that
    if (!locked.has(job) && !refused.has(job) && mood.isFull)
      return void (planted.failsFull && unsaid.push(say(from, ended(job))));
    if (mood.isSilent && !locked.has(job) && !refused.has(job))
      return void open.set(job, { order, isTold: mood.isTold });
    if (!locked.has(job) && mood.mintRefuses) refused.add(job);
    if (refused.has(job)) return void unsaid.push(say(from, ended(job)));
    if (!locked.has(job)) {
      locks.push(job);
      locked.set(job, lockedProofs(key, powers(amount), String(locks.length)));
    }
    unsaid.push(say(from, given(job, locked.get(job) ?? [])));
  };
  /**
   * As in the log of ecash: an order that the mint received is not cancelled. An order that it did
   * not receive is no longer accepted.
   */
  const callOff = ({ job, from }: AnyEventObject): void => {
    const isTold = open.get(job)?.isTold === true;
    if (isTold && !planted.callsOffTold)
      return void unsaid.push(say(from, { type: 'ecash.held', job, why: 'told' }));
    if (!isTold && !locked.has(job)) {
      refused.add(job);
      open.delete(job);
    }
    const proofs = locked.get(job);
    unsaid.push(say(from, proofs ? given(job, proofs) : ended(job)));
  };
  const tell = ({ job, from }: AnyEventObject): void => {
    if (open.has(job)) return;
    const proofs = locked.get(job);
    const unlocked = refused.has(job) ? ended(job) : { type: 'ecash.unheard', job };
    unsaid.push(say(from, proofs ? given(job, proofs) : unlocked));
  };
  const publish = ({ order }: AnyEventObject): void => {
    const {
      draft,
      relays,
      now,
      origin,
      from,
    }: { draft: Draft; relays: readonly string[] } & AnyEventObject = order;
    const known = [...records.values()].filter(
      ({ wish }) => wish.type === 'event' && wish.origin === origin,
    );
    const open = known.find((record) => !['unsigned', 'discarded'].includes(stateOf(record)));
    const job = open?.job ?? `job ${records.size}`;
    followers.set(job, from);
    if (open) {
      if (stateOf(open) === 'failed') write([{ job, type: 'retried' }]);
      else unsaid.push(say(from, { type: 'outbox.jobChanged', record: open }));
      return;
    }
    const template = templateOf(pressed(draft), ME, now);
    write([
      {
        job,
        type: 'intended',
        account: ME,
        wish: { type: 'event', draft: pressed(draft), origin },
      },
      { job, type: 'drafted', template, relays: relays.map((url) => pressed(url)) },
    ]);
  };
  /** Perform all open orders, each once. */
  const work = (tabs: readonly MoneyTab[]): void => {
    for (const tab of tabs) {
      for (const event of tab.told) {
        if (seen.has(event)) continue;
        seen.add(event);
        if (event.type === 'ecash.send') lock(event);
        if (event.type === 'ecash.tell') tell(event);
        if (event.type === 'ecash.callOff') callOff(event);
        if (event.type === 'outbox.publish') publish(event);
      }
    }
    for (const [job, { order }] of mood.isSilent ? [] : [...open]) {
      open.delete(job);
      lock(order);
    }
    for (const record of records.values()) goOn(record);
  };
  const goOn = (record: OutboxRecord): void => {
    const { job, template } = record;
    const state = stateOf(record);
    if (state === 'drafted' && template) {
      if (!mood.signs)
        return write([{ job, type: 'refused', reason: { code: 'publish.unsigned' } }]);
      return write([
        {
          job,
          type: 'signed',
          event: trusted({ ...template, tags: template.tags.map((tag) => [...tag]) }),
        },
      ]);
    }
    if (state !== 'sending') return;
    const waiting = [...record.relays].filter(([, { outcome }]) => outcome === 'waiting');
    write(
      waiting.map(([relay]) => ({
        job,
        type: 'answered',
        relay,
        accepted: mood.relayTakes,
        reason: undefined,
      })),
    );
    if (!mood.relayTakes)
      write([{ job, type: 'broadcast', accepted: [], reason: { code: 'publish.failed' } }]);
  };
  return {
    mood,
    planted,
    locks,
    locked,
    unsaid,
    work,
    records: () => records,
    events: () => [...records.values()].flatMap(({ event }) => (event ? [event] : [])),
    taken: () =>
      [...records.values()]
        .filter((record) => stateOf(record) === 'accepted')
        .flatMap(({ event }) => (event ? [event] : [])),
    /** For planted breaches. */
    forgetLocks: () => {
      locked.clear();
      refused.clear();
    },
  };
}

function given(job: string, proofs: readonly Proof[]): AnyEventObject {
  return { type: 'ecash.given', job, proofs, feeSats: 1 };
}

function ended(job: string): AnyEventObject {
  return { type: 'ecash.ended', job, isPaid: false, reason: { code: 'notEnough' } };
}
