import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { parseJson } from '../../core/json.ts';
import { seconds } from '../../core/time.ts';
import { canResend, failureOf, isDue, jobFrom, outdated, stateOf, WEEK } from './outbox.ts';
import { foldOutbox } from './outbox-fold.ts';
import type { OutboxEntry, OutboxRequest } from './outbox-entry.ts';
import { readOutboxEntry } from './outbox-read.ts';
import { missedBy } from './resend.ts';
import { type Template, templateOf } from './event-template.ts';
import { pressed } from '../../nostr/ours.ts';

const [ME, PEER, NOBODY] = ['1', '2', '3'].map((digit) => digit.repeat(64)) as [
  string,
  string,
  string,
];
const [A, B] = ['wss://a.example', 'wss://b.example'];
const wrap = trusted({ kind: 1059, pubkey: NOBODY, content: 'sealed', tags: [['p', PEER]] });
const copy = trusted({
  kind: 1059,
  pubkey: '4'.repeat(64),
  content: 'sealed for me',
  tags: [['p', ME]],
});
const at = (line: object): OutboxEntry =>
  ({ job: 'first', at: seconds(9), ...line }) as OutboxEntry;
const begun = (
  event = wrap,
  wish: OutboxRequest = { type: 'wrap', id: event.id, to: PEER, origin: 'message:x' },
  job = 'first',
) => [
  at({ job, type: 'intended', account: ME, wish }),
  at({
    job,
    type: 'drafted',
    template: templateOf(pressed(event), event.pubkey, event.created_at),
    relays: [A, B],
  }),
  at({ job, type: 'signed', event }),
];
const own = begun(copy, { type: 'wrap', id: copy.id, to: ME, after: 'first' }, 'second');
const fold = (...lines: readonly OutboxEntry[]) => foldOutbox(new Map(), lines);
const first = (...lines: readonly OutboxEntry[]) => {
  const record = fold(...lines).get('first');
  if (!record) throw new Error('no record');
  return record;
};

describe('gift wraps', () => {
  test('DM-09 INV-IDENTITY a wrap is accepted only for the request with its id', () => {
    expect([first(...begun()).event, stateOf(first(...begun()))]).toEqual([wrap, 'sending']);
    const [intended, drafted, signed] = begun() as [OutboxEntry, OutboxEntry, OutboxEntry];
    // for the request of a note or a list, only the account drafts
    for (const wish of [
      { type: 'event', draft: { kind: 1059, tags: wrap.tags, content: wrap.content } },
      { type: 'list', list: 'relays', intents: [] },
    ] as const)
      expect(first(at({ type: 'intended', account: ME, wish }), drafted, signed)).toMatchObject({
        template: undefined,
        event: undefined,
      });
    expect(first(intended, signed).event).toBeUndefined();
    expect(first(intended, drafted, at({ type: 'signed', event: copy })).event).toBeUndefined();
  });

  test('DM-09 INV-IDENTITY a wrap of another kind, author, time, content or recipient is never accepted', () => {
    const [intended] = begun() as [OutboxEntry];
    const other = fc.record(
      {
        kind: fc.constantFrom(1, 3, 4, 13, 14, 1060, 10_050),
        pubkey: fc.constantFrom(ME, PEER),
        content: fc.string(),
        created_at: fc.nat().map(seconds),
        tags: fc.constantFrom(
          [],
          [['p', ME]],
          [['p', PEER, '']],
          [...wrap.tags, ['e', wrap.id]],
          [['e', PEER]],
        ),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(other, (change) => {
        const template: Template = {
          ...templateOf(pressed(wrap), wrap.pubkey, wrap.created_at),
          ...change,
        };
        const event = trusted(template);
        fc.pre(event.id !== wrap.id);
        // Also if the request has this id, but the event has another kind or recipient.
        for (const id of event.kind === 1059 &&
        JSON.stringify(event.tags) === JSON.stringify(wrap.tags)
          ? [wrap.id]
          : [wrap.id, event.id]) {
          const wish = at({ type: 'intended', account: ME, wish: { type: 'wrap', id, to: PEER } });
          const record = first(
            wish,
            at({ type: 'drafted', template, relays: [A] }),
            at({ type: 'signed', event }),
          );
          expect([record.template, record.event]).toEqual([undefined, undefined]);
        }
      }),
    );
    expect(first(intended).event).toBeUndefined();
  });

  test('DM-09 INV-FALLBACK a wrap fails with its relays; copy and broadcast of the service do not count', () => {
    const said = (relay: string, accepted: boolean) => at({ type: 'answered', relay, accepted });
    const failed = first(...begun(), said(A, false), said(B, false));
    expect([stateOf(failed), failureOf(failed)]).toEqual(['failed', 'publish.failed']);
    const silent = [A, B].map((relay) =>
      at({ type: 'silent', relay, reason: { code: 'publish.unconfirmed' } }),
    );
    expect(failureOf(first(...begun(), ...silent))).toBe('publish.unconfirmed');
    expect(
      stateOf(first(...begun(), said(A, false), at({ type: 'broadcast', accepted: [B] }))),
    ).toBe('sending');
    expect(first(...begun(), said(A, true), at({ type: 'imported' })).imported).toBe(false);
    expect([stateOf(first(...begun(), said(A, false), said(B, true)))]).toEqual(['accepted']);
    // a wrap that did not reach a relay is resent when the relay is back
    expect(missedBy(fold(...begun(), ...silent), A, seconds(10))).toEqual([
      { job: 'first', relay: A },
    ]);
    // but never to a relay that is not of its recipient
    const other = pressed('wss://other.example');
    expect(canResend(first(...begun(), ...silent), other)).toBe(false);
  });

  test('DM-09 INV-OUTCOME the own copy is due once the message is accepted, and is dropped with it', () => {
    const both = fold(...begun(), ...own);
    const second = (records: typeof both) => records.get('second') ?? first();
    expect(isDue(second(both), both)).toBe(false);
    const taken = fold(...begun(), ...own, at({ type: 'answered', relay: A, accepted: true }));
    expect(isDue(second(taken), taken)).toBe(true);
    const lost = fold(
      ...begun(),
      ...own,
      ...[A, B].map((relay) => at({ type: 'answered', relay, accepted: false })),
    );
    const later = (records: typeof both) =>
      outdated(records, seconds(100 + (WEEK as unknown as number)));
    expect([later(lost), later(both)]).toEqual([['first', 'second'], []]);
    expect(
      later(
        fold(
          ...begun(),
          ...own,
          ...[A, B].map((relay) => at({ type: 'answered', relay, accepted: true })),
        ),
      ),
    ).toEqual(['first']);
    expect(jobFrom(both, 'message:x')?.job).toBe('first');
  });

  test('DM-09 E-47 a wrap is read back from the log unchanged; without an id or a recipient it is not read', () => {
    const read = (entry: unknown) =>
      readOutboxEntry(parseJson(JSON.stringify(entry)), (event) => trusted(event));
    for (const entry of [...begun(), ...own]) expect(read(entry)).toEqual(entry);
    for (const wish of [
      { type: 'wrap', id: 'x', to: PEER },
      { type: 'wrap', id: wrap.id },
      { type: 'wrap', id: wrap.id, to: PEER.slice(1) },
    ])
      expect(read(at({ type: 'intended', account: ME, wish }))).toBeUndefined();
  });
});
