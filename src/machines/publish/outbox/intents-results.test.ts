import { inEnglish } from '../../../../tests/support/views/in-english.ts';
import { quotedMessage } from '../../../events/account/user-message.ts';
import { describe, expect, test } from 'vitest';
import { NOW, RELAYS, signedNote } from '../../../../tests/support/publish/outbox-harness.ts';
import { KIND } from '../../../events/nostr/kinds.ts';
import { type OutboxRecord } from '../../../events/publish/outbox/outbox.ts';
import { foldOutbox } from '../../../events/publish/outbox/outbox-fold.ts';
import type { OutboxEntry, OutboxEntryDraft } from '../../../events/publish/outbox/outbox-entry.ts';
import { millis, seconds } from '../../../events/core/time.ts';
import {
  done,
  failed,
  failureNews,
  type IntentsContext,
  publishOrder,
  retractionsAfter,
  stillHeld,
} from './intents.machine.ts';
import { pressed } from '../../../events/nostr/ours.ts';

const ME = '1'.repeat(64);
const NOTE = 'e'.repeat(64);
const HOME = { url: pressed('wss://here.example'), read: true, write: true };
const like = { kind: KIND.Reaction, tags: [['e', NOTE]], content: '+' };
const ACT = `7 ${NOTE}`;
const of = (...more: readonly OutboxEntryDraft[]): OutboxRecord =>
  record(signedNote('j', like), more);
const unsigned = (...more: readonly OutboxEntryDraft[]): OutboxRecord =>
  record(signedNote('j', like).slice(0, 2), more);
const ok: OutboxEntryDraft = { job: 'j', type: 'answered', relay: RELAYS[0], accepted: true };
const nobody: readonly OutboxEntryDraft[] = [
  ...RELAYS.map(
    (relay): OutboxEntryDraft => ({
      job: 'j',
      type: 'silent',
      relay: pressed(relay),
      reason: { code: 'relay.errored' },
    }),
  ),
  { job: 'j', type: 'broadcast', accepted: [], reason: { code: 'publish.unconfirmed' } },
];

function record(log: readonly OutboxEntry[], more: readonly OutboxEntryDraft[]): OutboxRecord {
  const found = foldOutbox(new Map(), [
    ...log,
    ...more.map((line) => ({ ...line, at: seconds(NOW) })),
  ]).get('j');
  return found ?? expect.fail();
}

/** Return a context for `retractionsAfter` and similar functions. */
function known(over: Partial<IntentsContext> = {}): IntentsContext {
  const nothing = {
    promised: new Map(),
    retracting: new Map(),
    retracted: new Set<string>(),
    failed: new Set<string>(),
    records: new Map(),
  };
  return { account: ME, held: new Map(), ...nothing, ...over } as IntentsContext;
}

const news = (of: OutboxRecord) => ({ type: 'outbox.jobChanged', record: of }) as const;

test('BEYOND-09 BEYOND-14 an order keeps its fields and adds only the read relays of mentioned people', () => {
  const draft = pressed({ kind: KIND.Text, content: 'hello', tags: [['p', '2'.repeat(64)]] });
  const intent = { type: 'intents.publish', draft, now: seconds(9) } as const;
  const context = known({ relays: [HOME] });
  const inboxes = new Map([['2'.repeat(64), [pressed('wss://theirs.example')]]]);
  const relays = [HOME.url, 'wss://theirs.example'];
  expect(publishOrder(context, intent, inboxes)).toStrictEqual({ draft, now: seconds(9), relays });
  expect(publishOrder(context, intent, new Map()).relays).toEqual([HOME.url]);
  const more = { origin: 'root 1', hold: millis(5), about: ['f'.repeat(64)] };
  const also = [pressed('wss://also.example')];
  expect(publishOrder(context, { ...intent, ...more, also }, inboxes)).toStrictEqual({
    draft,
    now: seconds(9),
    relays: expect.arrayContaining([...relays, ...also]),
    ...more,
  });
});

describe('retractions', () => {
  const request = (...more: readonly OutboxEntryDraft[]) =>
    record(signedNote('j', { kind: 5, tags: [['e', 'f'.repeat(64)]] }), more);
  const order = {
    type: 'intents.retract',
    target: NOTE,
    kind: 7,
    now: seconds(1),
    failed: quotedMessage('no'),
    missing: quotedMessage('none'),
  } as const;
  const retracting = new Map([
    [ACT, order],
    ['6 x', order],
  ]);
  const context = known({ retracting, promised: new Map([['j', { retracts: ACT }]]) });

  test('NIP-09 a like is retracted once a relay accepted the request, and stays if the request failed', () => {
    const after = (...more: readonly OutboxEntryDraft[]) =>
      retractionsAfter(context, request(...more), new Set());
    expect(after(ok)).toEqual({ retracting: new Map([['6 x', order]]), retracted: new Set([ACT]) });
    expect(after()).toEqual({ retracting, retracted: new Set() });
    for (const more of [nobody, [{ job: 'j', type: 'discarded' }] as const])
      expect(after(...more)).toEqual({
        retracting: new Map([['6 x', order]]),
        retracted: new Set(),
      });
  });

  test('a repeated action is no longer retracted, and other news such as a late OK change nothing', () => {
    const both = known({ retracted: new Set([ACT, '6 x']) });
    expect(retractionsAfter(both, of(), new Set([ACT])).retracted).toEqual(new Set(['6 x']));
    expect(retractionsAfter(both, of(ok), new Set(['7 y'])).retracted).toBe(both.retracted);
  });
});

test('BEYOND-09 a held action can be undone until it is signed, refused or discarded', () => {
  const held = new Map([
    ['j', ACT],
    ['other', '6 x'],
  ]);
  expect(stillHeld(held, unsigned())).toBe(held);
  for (const over of [
    of(),
    unsigned({ job: 'j', type: 'refused', reason: quotedMessage('no') }),
    unsigned({ job: 'j', type: 'discarded' }),
  ])
    expect([...stillHeld(held, over).keys()]).toEqual(['other']);
  const elsewhere = new Map([['other', '6 x']]);
  expect(stillHeld(elsewhere, of())).toBe(elsewhere);
});

describe('PUBLISH-02 reported results', () => {
  const promised = new Map([
    ['j', { done: quotedMessage('Liked'), failed: quotedMessage('Not liked') }],
  ]);

  test('success is reported with any OK, and failure is reported once', () => {
    expect([
      done(known({ promised }), news(of(ok))),
      done(known({ promised }), news(of())),
    ]).toEqual([quotedMessage('Liked'), undefined]);
    expect(done(known(), news(of(ok)))).toBeUndefined();
    expect(failed(known(), news(of(...nobody)))).toBe('publish.unconfirmed');
    expect(failed(known({ failed: new Set(['j']) }), news(of(...nobody)))).toBeUndefined();
    expect(failed(known(), news(of()))).toBeUndefined();
    expect([
      failed(known(), { type: 'outbox.started' }),
      done(known({ promised }), { type: 'outbox.started' }),
    ]).toEqual([undefined, undefined]);
  });

  test('a failure uses the words of its intent and the reason, and an unsigned event has its own message', () => {
    expect(failureNews(known({ promised }), news(of(...nobody)))).toEqual({
      type: 'account.failed',
      message: quotedMessage('Not liked'),
      why: { code: 'unreachable', again: true },
    });
    const refused = failureNews(
      known({ promised }),
      news(unsigned({ job: 'j', type: 'refused', reason: quotedMessage('no') })),
    );
    expect([inEnglish(refused.message), refused.why?.code]).toEqual([
      'Note not signed',
      expect.any(String),
    ]);
    expect(inEnglish(failureNews(known(), news(of(...nobody))).message)).toBe(
      'No publish confirmation',
    );
    expect(failureNews(known(), { type: 'outbox.started' })).toEqual({
      type: 'account.failed',
      message: { code: 'publish.failed' },
    });
  });
});
