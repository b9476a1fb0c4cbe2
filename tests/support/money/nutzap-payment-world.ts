import type { AnyEventObject } from 'xstate';
import type { Draft } from '../../../src/events/nostr/event.ts';
import { secretOf } from '../../../src/events/account/keys/secret.ts';
import type { Proof } from '../../../src/events/money/ecash/cashu.ts';
import { lockedSecret } from '../../../src/events/money/ecash/p2pk.ts';
import { foldOutbox } from '../../../src/events/publish/outbox/outbox-fold.ts';
import type { OutboxEntry, OutboxLine } from '../../../src/events/publish/outbox/outbox-entry.ts';
import { type OutboxRecord, type OutboxRecords, stateOf } from '../../../src/events/publish/outbox/outbox.ts';
import { templateOf } from '../../../src/events/publish/outbox/event-template.ts';
import { seconds } from '../../../src/events/core/time.ts';
import { ME, type MoneyTab } from './money-world.ts';
import { trusted } from '../events/trusted.ts';
import { pressed } from '../../../src/events/nostr/ours.ts';

const POINT = `02${'c'.repeat(64)}`;
const PART = '5'.repeat(64);

/** Proofs of a mint that are locked to that key, each with what NUT-12 wants. */
export function lockedProofs(key: string, amounts: readonly number[], name = 'n'): readonly Proof[] {
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

/** What hears the orders of tabs beside them: nothing of it goes with a page but what was on its way. `seen`: orders that were taken. */
export function giftWorld() {
  /** What was locked, by job: done once by its name, as the log of ecash has it. How often a mint was had lock anything. */
  const locked = new Map<string, readonly Proof[]>();
  const locks: string[] = [];
  /** What its mint refused: that too is in the log of ecash, so that it is not locked later by the same name. */
  const refused = new Set<string>();
  /** What its mint has not answered yet, and whether it was told: it is locked once the mint speaks. */
  const open = new Map<string, { readonly order: AnyEventObject; readonly isTold: boolean }>();
  /** The log of the outbox: one record for what comes from one origin. */
  let records: OutboxRecords = new Map();
  const followers = new Map<string, AnyEventObject['from']>();
  const seen = new Set<AnyEventObject>();
  /** Words that are on their way. */
  const unsaid: Array<() => void> = [];
  const mood = { mintRefuses: false, isFull: false, isSilent: false, isTold: false, signs: true, relayTakes: true };
  /** For planted breaches: what there was no room for is said to have failed; what its mint was told of is called off. */
  const planted = { failsFull: false, callsOffTold: false };

  const say = (to: AnyEventObject['from'], told: AnyEventObject) => () => to.getSnapshot().status === 'active' && to.send(told);
  const write = (lines: readonly OutboxLine[]): void => {
    const entries = lines.map((line): OutboxEntry => ({ ...line, at: seconds(1_700_000_000) }));
    records = foldOutbox(records, entries);
    for (const { job } of lines) {
      const [record, from] = [records.get(job), followers.get(job)];
      if (record && from) unsaid.push(say(from, { type: 'outbox.news', record }));
    }
  };
  const lock = (order: AnyEventObject): void => {
    const { job, amount, lock: key, from } = order;
    if (open.has(job)) return;
    // the log of ecash takes no new order now, and says nothing of that
    if (!locked.has(job) && !refused.has(job) && mood.isFull) return void (planted.failsFull && unsaid.push(say(from, ended(job))));
    if (mood.isSilent && !locked.has(job) && !refused.has(job)) return void open.set(job, { order, isTold: mood.isTold });
    if (!locked.has(job) && mood.mintRefuses) refused.add(job);
    if (refused.has(job)) return void unsaid.push(say(from, ended(job)));
    if (!locked.has(job)) {
      locks.push(job);
      locked.set(job, lockedProofs(key, powers(amount), String(locks.length)));
    }
    unsaid.push(say(from, given(job, locked.get(job) ?? [])));
  };
  /** As the log of ecash has it: what its mint was told of is not called off, and what it never heard of it does not take any more. */
  const callOff = ({ job, from }: AnyEventObject): void => {
    const isTold = open.get(job)?.isTold === true;
    if (isTold && !planted.callsOffTold) return void unsaid.push(say(from, { type: 'ecash.held', job, why: 'told' }));
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
    const { draft, relays, now, origin, from }: { draft: Draft; relays: readonly string[] } & AnyEventObject = order;
    const known = [...records.values()].filter(({ wish }) => wish.type === 'event' && wish.origin === origin);
    const open = known.find((record) => !['unsigned', 'discarded'].includes(stateOf(record)));
    const job = open?.job ?? `job ${records.size}`;
    followers.set(job, from);
    if (open) {
      if (stateOf(open) === 'failed') write([{ job, type: 'retried' }]);
      else unsaid.push(say(from, { type: 'outbox.news', record: open }));
      return;
    }
    const template = templateOf(pressed(draft), ME, now);
    write([
      { job, type: 'intended', account: ME, wish: { type: 'event', draft: pressed(draft), origin } },
      { job, type: 'drafted', template, relays: relays.map((url) => pressed(url)) },
    ]);
  };
  /** What is ordered by now is done, each order once. */
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
      if (!mood.signs) return write([{ job, type: 'refused', reason: { code: 'publish.unsigned' } }]);
      return write([{ job, type: 'signed', event: trusted({ ...template, tags: template.tags.map((tag) => [...tag]) }) }]);
    }
    if (state !== 'sending') return;
    const waiting = [...record.relays].filter(([, { outcome }]) => outcome === 'waiting');
    write(waiting.map(([relay]) => ({ job, type: 'answered', relay, accepted: mood.relayTakes, reason: undefined })));
    if (!mood.relayTakes) write([{ job, type: 'broadcast', accepted: [], reason: { code: 'publish.failed' } }]);
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
    taken: () => [...records.values()].filter((record) => stateOf(record) === 'accepted').flatMap(({ event }) => (event ? [event] : [])),
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
