import { quotedMessage } from '../../account/user-message.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { endOf } from '../../../../tests/support/machines/planted.ts';
import { follow } from '../../account/lists/list-intents.ts';
import { seconds } from '../../core/time.ts';
import { verifyWith } from '../../nostr/verify.ts';
import {
  type OutboxRecord,
  type OutboxRecords,
  acceptedBy,
  admits,
  areSilent,
  canRetry,
  isSettled,
  isUnfinished,
  stateOf,
} from './outbox.ts';
import { foldOutbox } from './outbox-fold.ts';
import type { OutboxEntry } from './outbox-entry.ts';
import { readOutboxEntry } from './outbox-read.ts';
import { templateOf } from './event-template.ts';
import { pressed } from '../../nostr/ours.ts';
import { runs } from '../../../../tests/support/runs.ts';

const me = '1'.repeat(64);
const [A, B, C] = ['wss://a.example', 'wss://b.example', 'wss://c.example'];
const draft = pressed({ kind: 1, tags: [], content: 'hello' });
const template = templateOf(draft, me, seconds(100));
const event = trusted(template);
const later = templateOf(draft, me, seconds(200));
type Kind<T> = Extract<OutboxEntry, { type: T }>;
const line = <T extends OutboxEntry['type']>(
  type: T,
  fields: Omit<Kind<T>, 'job' | 'at' | 'type'>,
) => ({ job: 'j', at: 100, type, ...fields }) as unknown as OutboxEntry;
const intended = line('intended', { account: me, wish: { type: 'event', draft } });
const drafted = line('drafted', { template, relays: [pressed(A), pressed(B)] });
const signed = line('signed', { event });
const ok = (relay: string) => line('answered', { relay: pressed(relay), accepted: true });
const no = (relay: string, reason = 'blocked: no') =>
  line('answered', { relay: pressed(relay), accepted: false, reason: quotedMessage(reason) });
const silent = (relay: string) =>
  line('silent', { relay: pressed(relay), reason: { code: 'publish.unconfirmed' } });
const broadcast = (...accepted: string[]) => line('broadcast', { accepted });
const imported = line('imported', {});
const retried = line('retried', {});
const discarded = line('discarded', {});
const refused = line('refused', { reason: { code: 'event_not_signed' } });
const EMPTY: OutboxRecords = new Map();
const fold = (...entries: OutboxEntry[]) => foldOutbox(EMPTY, entries).get('j');
const state = (...entries: OutboxEntry[]) => {
  const record = fold(...entries);
  return record && stateOf(record);
};
const sent = [intended, drafted, signed];

describe('the life of a job', () => {
  test('COMPOSE-03 all relays timed out, some are still pending, or one answered', () => {
    const are = (...entries: OutboxEntry[]) => areSilent(fold(...sent, ...entries) as OutboxRecord);
    expect([are(), are(silent(A)), are(silent(A), silent(B)), are(silent(A), no(B))]).toEqual([
      false,
      false,
      true,
      false,
    ]);
  });

  test('each step has its state', () => {
    expect(state()).toBeUndefined();
    expect(state(intended)).toBe('intended');
    expect(state(intended, drafted)).toBe('drafted');
    expect(state(intended, drafted, refused)).toBe('unsigned');
    expect(state(intended, drafted, refused, retried)).toBe('drafted');
    expect(state(...sent)).toBe('sending');
    expect(state(...sent, silent(A), no(B))).toBe('sending');
    expect(state(...sent, silent(A), no(B), broadcast())).toBe('failed');
    expect(state(...sent, silent(A), no(B), broadcast(), retried)).toBe('sending');
    expect(state(...sent, silent(A), no(B), broadcast(C))).toBe('accepted');
    expect(state(...sent, ok(A))).toBe('accepted');
    expect(state(intended, discarded)).toBe('discarded');
    expect(state(...sent, discarded)).toBe('discarded');
  });

  test('E-19 an OK outweighs any other answer, repeated or late, even after a failure or a discard', () => {
    const accepted = (...entries: OutboxEntry[]) => acceptedBy(fold(...sent, ...entries)!);
    expect(accepted(ok(A), ok(A))).toEqual([A]);
    expect(accepted(no(A), ok(A))).toEqual([A]);
    expect(accepted(ok(A), no(A))).toEqual([A]);
    expect(accepted(silent(A), silent(B), broadcast(), ok(B))).toEqual([B]);
    expect(state(...sent, silent(A), discarded, ok(A))).toBe('accepted');
    expect(accepted(broadcast(C), ok(C), ok(A))).toEqual([A, C]);
    expect(accepted(ok('wss://unasked.example'))).toEqual(['wss://unasked.example']);
  });

  test('it is settled once all relays have answered or timed out', () => {
    const settled = (...entries: OutboxEntry[]) => isSettled(fold(...sent, ...entries)!);
    expect(settled()).toBe(false);
    expect(settled(ok(A))).toBe(false);
    expect(settled(ok(A), silent(B))).toBe(true);
    expect(settled(silent(A), silent(B))).toBe(false);
    expect(settled(silent(A), silent(B), broadcast())).toBe(true);
  });

  test('BEYOND-05 a partly accepted event is resent to the other relays, and stays accepted meanwhile', () => {
    const partly = [...sent, ok(A), no(B)];
    expect([...fold(...partly, retried)!.relays]).toEqual([
      [A, { outcome: 'accepted' }],
      [B, { outcome: 'waiting' }],
    ]);
    expect([state(...partly, retried), isSettled(fold(...partly, retried)!)]).toEqual([
      'accepted',
      false,
    ]);
    expect(acceptedBy(fold(...partly, retried, ok(B))!)).toEqual([A, B]);
    const byCache = [...sent, silent(A), silent(B), broadcast(C)];
    expect([
      fold(...byCache, retried)!.broadcast.outcome,
      acceptedBy(fold(...byCache, retried)!),
    ]).toEqual(['accepted', [C]]);
    const retries = [
      [...sent, ok(A)],
      partly,
      sent,
      [...sent, ok(A), ok(B)],
      [intended, drafted, refused],
    ];
    expect(retries.map((entries) => canRetry(fold(...entries)!))).toEqual([
      false,
      true,
      false,
      false,
      true,
    ]);
  });

  test('BEYOND-05 a job is unfinished until a relay accepts it or it is discarded', () => {
    const logs = [
      [intended],
      [intended, drafted],
      sent,
      [...sent, no(A), no(B), broadcast()],
      [...sent, ok(A)],
      [...sent, discarded],
    ];
    expect(logs.map((entries) => isUnfinished(fold(...entries)!))).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  test('a list may be drafted again on a newer base, but not with another kind or for another account', () => {
    const wish = line('intended', {
      account: me,
      wish: { type: 'list', list: 'follows', intents: [follow(me)] },
    });
    const list = templateOf(pressed({ kind: 3, tags: [['p', me]], content: '' }), me, seconds(5));
    const draftOf = (fields: Partial<typeof list>) =>
      line('drafted', { template: pressed({ ...list, ...fields }), relays: [pressed(A)] });
    expect(fold(wish, draftOf({}), draftOf({ created_at: seconds(9) }))?.template?.created_at).toBe(
      9,
    );
    expect(fold(wish, draftOf({ kind: 10_000 }))?.template).toBeUndefined();
    expect(fold(wish, draftOf({ pubkey: '2'.repeat(64) }))?.template).toBeUndefined();
    expect(
      fold(
        intended,
        line('drafted', { template: pressed({ ...template, content: 'other' }), relays: [] }),
      )?.template,
    ).toBeUndefined();
  });
});

const anyLine: fc.Arbitrary<OutboxEntry> = fc.oneof(
  fc.constantFrom(
    intended,
    drafted,
    line('drafted', { template: later, relays: [pressed(B), pressed(C)] }),
    line('drafted', {
      template: pressed({ ...template, pubkey: '2'.repeat(64) }),
      relays: [pressed(A)],
    }),
    signed,
    line('signed', { event: trusted(later) }),
    line('signed', { event: trusted({ ...template, content: 'forged' }) }),
    line('signed', { event: trusted({ ...template, pubkey: '2'.repeat(64) }) }),
  ),
  fc
    .constantFrom(A, B, C)
    .chain((relay) => fc.constantFrom(ok(relay), no(relay), no(relay, 'pow: more'), silent(relay))),
  fc.constantFrom(
    broadcast(),
    broadcast(C),
    broadcast(A, B),
    imported,
    retried,
    discarded,
    refused,
  ),
);
const logs = fc.array(anyLine, { maxLength: 30 }).map((entries) => [intended, drafted, ...entries]);

type Fold = (entries: readonly OutboxEntry[]) => OutboxRecord | undefined;
const rightly: Fold = (entries) => fold(...entries);

/** A success has its evidence in the log, written after the signature that it is about. */
const successHasEvidence = (foldLog: Fold) =>
  fc.property(logs, (entries) => {
    const record = foldLog(entries);
    if (!record || stateOf(record) !== 'accepted') return;
    const since = entries.slice(entries.findIndex((entry) => entry.type === 'signed'));
    const evidence = new Set(
      since.flatMap((entry) =>
        entry.type === 'answered' && entry.accepted
          ? [entry.relay]
          : entry.type === 'broadcast'
            ? entry.accepted
            : [],
      ),
    );
    expect(record.event).toBeDefined();
    expect(acceptedBy(record).filter((relay) => !evidence.has(relay))).toEqual([]);
  });

/** The signed event never changes, and equals the draft for that account. */
const signedOnce = (foldLog: Fold) =>
  fc.property(logs, (entries) => {
    const seen = new Set<string>();
    for (let length = 1; length <= entries.length; length++) {
      const record = foldLog(entries.slice(0, length));
      if (!record?.event) continue;
      seen.add(record.event.id);
      expect(record.event.pubkey).toBe(me);
      expect(record.event.content).toBe('hello');
    }
    expect(seen.size).toBeLessThanOrEqual(1);
  });

const orderOfAnswersIsNothing = (foldLog: Fold) =>
  fc.property(
    fc
      .array(fc.constantFrom(ok(A), no(A), silent(A), ok(B), no(B), silent(B), silent(C), no(C)), {
        maxLength: 12,
      })
      .chain((all) =>
        fc.tuple(
          fc.constant(all),
          fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
        ),
      ),
    ([all, shuffled]) => {
      const outcomes = (answers: readonly OutboxEntry[]) => {
        const relays =
          foldLog([...sent, ...answers])?.relays ?? new Map<string, { outcome: string }>();
        return [...relays].map(([url, { outcome }]) => `${url} ${outcome}`).toSorted();
      };
      expect(outcomes(shuffled)).toEqual(outcomes(all));
      expect(outcomes([...all, ...shuffled])).toEqual(outcomes(all));
    },
  );

/** Folds without checking whether lines are admitted, like a store that only appends. */
const unguarded: Fold = (entries) => {
  let record: OutboxRecord | undefined;
  for (const entry of entries) {
    record = foldOutbox(EMPTY, [entry]).get('j') ?? record;
    if (record && entry.type === 'signed') record = { ...record, event: entry.event };
    if (record && (entry.type === 'answered' || entry.type === 'silent')) {
      const outcome = entry.type === 'answered' && entry.accepted ? 'accepted' : 'silent';
      record = { ...record, relays: new Map(record.relays).set(entry.relay, { outcome }) };
    }
  }
  return record;
};
/** Treats a relay's silence as an OK. */
const hopeful: Fold = (entries) =>
  fold(...entries.map((entry) => (entry.type === 'silent' ? ok(entry.relay) : entry)));
const RUNS = { numRuns: runs(1_000) };
const fails = <T>(property: fc.IProperty<T>) => expect(endOf(property)).toBe('AssertionError');

describe('for every log', () => {
  test('INV-OUTCOME a success is reported only for relays that accepted the event', () =>
    fc.assert(successHasEvidence(rightly), RUNS));
  test('INV-OUTCOME taking silence or a send for success is caught (planted)', () => {
    fails(successHasEvidence(hopeful));
  });
  test('INV-IDENTITY a job is signed once, as drafted, by its account, and the signed event never changes', () => {
    fc.assert(signedOnce(rightly), RUNS);
  });
  test('INV-IDENTITY a store that accepts every signature is caught (planted)', () =>
    fails(signedOnce(unguarded)));
  test('E-19 answers may come in any order and any number of times', () =>
    fc.assert(orderOfAnswersIsNothing(rightly), RUNS));
  test('E-19 believing the last answer is caught (planted)', () =>
    fails(orderOfAnswersIsNothing(unguarded)));

  test('a line that is not admitted changes nothing, and an admitted one adds something or drafts again', () => {
    fc.assert(
      fc.property(logs, anyLine, (entries, entry) => {
        const before = foldOutbox(EMPTY, entries);
        const after = foldOutbox(before, [entry]);
        if (!admits(before.get('j'), entry)) expect(after).toBe(before);
        else if (entry.type !== 'drafted') expect(after.get('j')).not.toEqual(before.get('j'));
      }),
      RUNS,
    );
  });

  test('a job is discarded once, and an accepted one cannot be discarded', () => {
    const record = (...entries: OutboxEntry[]) => fold(...sent, ...entries);
    expect(admits(record(), discarded)).toBe(true);
    expect(admits(record(discarded), discarded)).toBe(false);
    expect(admits(record(ok(A)), discarded)).toBe(false);
    expect(admits(record(broadcast(C)), discarded)).toBe(false);
  });
});

describe('reading it back', () => {
  const verify = verifyWith(() => true);
  const stored = (entry: unknown) => readOutboxEntry(JSON.parse(JSON.stringify(entry)), verify);

  test('every line is read back unchanged', () => {
    fc.assert(
      fc.property(anyLine, (entry) => {
        expect(stored(entry)).toEqual(entry);
      }),
    );
    const wish = {
      type: 'list',
      list: 'mutes',
      intents: [{ act: 'add', tag: ['p', me], secret: true }],
    } as const;
    const list = line('intended', { account: me, wish });
    expect(stored(list)).toEqual(list);
    const note = line('intended', { account: me, wish: { type: 'event', draft, origin: 'root' } });
    expect(stored(note)).toEqual(note);
  });

  test('E-47 any other value is left out, and reading never throws', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        readOutboxEntry(value, verify);
      }),
    );
    fc.assert(
      fc.property(
        anyLine,
        fc.constantFrom(
          'job',
          'at',
          'type',
          'wish',
          'template',
          'event',
          'relay',
          'accepted',
          'reason',
        ),
        fc.anything(),
        (entry, key, value) => {
          const broken = { ...entry, [key]: value };
          const read = readOutboxEntry(broken, verify);
          if (read) expect(stored(read)).toEqual(read);
        },
      ),
    );
  });

  test('INV-VERIFIED a signed event that does not verify any more is left out', () => {
    expect(
      readOutboxEntry(
        { ...signed },
        verifyWith(() => false),
      ),
    ).toBeUndefined();
    expect(stored({ ...signed, event: { ...event, content: 'changed' } })).toBeUndefined();
  });
});
