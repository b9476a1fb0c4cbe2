import { describe, expect, test } from 'vitest';
import { NOW, RELAYS, signedNote } from '../../../tests/support/outbox-desk.ts';
import { trusted } from '../../../tests/support/trusted.ts';
import { KIND } from '../../events/kinds.ts';
import { foldOutbox, type OutboxRecord } from '../../events/publish/outbox.ts';
import type { OutboxEntry, OutboxLine } from '../../events/publish/outbox-entry.ts';
import { actsAfter, actsOn, type CitizenContext, done, failed, failureNews, relaysIn, stillHeld, writeUrls } from './citizen-context.ts';

const ME = '1'.repeat(64);
const NOTE = 'e'.repeat(64);
const HOME = { url: 'wss://here.example', read: true, write: true };
const like = { kind: KIND.Reaction, tags: [['e', NOTE]], content: '+' };
const ACT = `7 ${NOTE}`;
const of = (...more: readonly OutboxLine[]): OutboxRecord => record(signedNote('j', like), more);
const unsigned = (...more: readonly OutboxLine[]): OutboxRecord => record(signedNote('j', like).slice(0, 2), more);
const ok: OutboxLine = { job: 'j', type: 'answered', relay: RELAYS[0], accepted: true, reason: '' };
const nobody: readonly OutboxLine[] = [
  ...RELAYS.map((relay): OutboxLine => ({ job: 'j', type: 'silent', relay, reason: 'relay connection errored' })),
  { job: 'j', type: 'broadcast', accepted: [], reason: 'No publish confirmation' },
];

function record(log: readonly OutboxEntry[], more: readonly OutboxLine[]): OutboxRecord {
  const found = foldOutbox(new Map(), [...log, ...more.map((line) => ({ ...line, at: NOW }))]).get('j');
  return found ?? expect.fail();
}

/** What `actsAfter` and its kin look at. */
function known(over: Partial<CitizenContext> = {}): CitizenContext {
  const nothing = {
    promised: new Map(),
    acts: new Set<string>(),
    retracting: new Map(),
    retracted: new Set<string>(),
    failed: new Set<string>(),
  };
  return { account: ME, home: 'http://here.example', homeRelay: HOME.url, held: new Map(), ...nothing, ...over } as CitizenContext;
}

const news = (of: OutboxRecord) => ({ type: 'outbox.news', record: of }) as const;

test('RELAY-02 the relays of the newest own list; who has none that is written to publishes on the page’s own, too', () => {
  const list = (created_at: number, tags: readonly string[][], pubkey = ME) => trusted({ kind: KIND.RelayList, pubkey, created_at, tags });
  const [old, fresh] = [
    list(1, [['r', 'wss://old.example']]),
    list(2, [
      ['r', 'wss://new.example', 'write'],
      ['r', 'wss://in.example', 'read'],
    ]),
  ];
  const foreign = list(9, [['r', 'wss://theirs.example']], '2'.repeat(64));
  const other = trusted({ kind: KIND.Contacts, pubkey: ME, created_at: 9 });
  const found = relaysIn([foreign, old, fresh, other], known());
  expect(found).toEqual([
    { url: 'wss://new.example', read: false, write: true },
    { url: 'wss://in.example', read: true, write: false },
  ]);
  expect(writeUrls(found)).toEqual(['wss://new.example']);
  expect(relaysIn([foreign], known())).toEqual([HOME]);
  expect(relaysIn([list(3, [['r', 'wss://in.example', 'read']])], known())).toEqual([
    { url: 'wss://in.example', read: true, write: false },
    HOME,
  ]);
});

describe('acts of this page', () => {
  test('INV-OUTCOME a like stands from its signature on, until it failed or was given up; what is not signed is none', () => {
    expect(actsAfter(known(), of()).acts).toEqual(new Set([ACT]));
    expect(actsAfter(known(), of(ok)).acts).toEqual(new Set([ACT]));
    expect(actsAfter(known(), unsigned()).acts).toEqual(new Set());
    const acts = new Set(['6 x', ACT]);
    for (const gone of [unsigned(), of(...nobody), of({ job: 'j', type: 'discarded' })])
      expect(actsAfter(known({ acts }), gone).acts).toEqual(new Set(['6 x']));
  });

  test('what changes nothing leaves all as it was, and what points at nothing is no act', () => {
    const context = known({ acts: new Set([ACT]) });
    expect(actsAfter(context, of()).acts).toBe(context.acts);
    expect(actsAfter(known(), record(signedNote('j'), [])).acts).toEqual(new Set());
  });

  test('a like that was taken back and is given anew stands again', () => {
    const again = actsAfter(known({ acts: new Set([ACT]), retracted: new Set([ACT, '6 x']) }), of());
    expect([again.acts, again.retracted]).toEqual([new Set([ACT]), new Set(['6 x'])]);
  });

  test('NIP-09 a like is taken back once somebody took the request, not before; one that came to nothing leaves it', () => {
    const order = { type: 'citizen.retract', target: NOTE, kind: 7, now: 1, failed: 'no', missing: 'none' } as const;
    const retracting = new Map([
      [ACT, order],
      ['6 x', order],
    ]);
    const context = known({ acts: new Set([ACT, '6 x']), retracting, promised: new Map([['j', { retracts: ACT }]]) });
    const request = (...more: readonly OutboxLine[]) =>
      actsAfter(context, record(signedNote('j', { kind: 5, tags: [['e', 'f'.repeat(64)]] }), more));
    expect(request(ok)).toEqual({ acts: new Set(['6 x']), retracting: new Map([['6 x', order]]), retracted: new Set([ACT]) });
    expect(request()).toEqual({ acts: context.acts, retracting, retracted: new Set() });
    for (const more of [nobody, [{ job: 'j', type: 'discarded' }] as const])
      expect(request(...more)).toEqual({ acts: context.acts, retracting: new Map([['6 x', order]]), retracted: new Set() });
  });

  test('the acts on one thing are those of that kind that stand', () => {
    const named = (job: string, log: readonly OutboxEntry[]) => log.map((entry) => ({ ...entry, job }));
    const records = foldOutbox(new Map(), [
      ...named('a', signedNote('a', like)),
      ...named('b', signedNote('b', { ...like, kind: KIND.Repost })),
      ...named('c', signedNote('c', { ...like, tags: [['e', 'd'.repeat(64)]] })),
      ...named('d', signedNote('d', { ...like, content: '🤙' })),
      { job: 'd', at: NOW, type: 'discarded' },
      ...named('f', signedNote('f', { ...like, content: '❤' }).slice(0, 2)),
    ]);
    expect(actsOn(records, NOTE, KIND.Reaction).map(({ job }) => job)).toEqual(['a']);
  });
});

test('BEYOND-09 what is held can be undone until it is signed, refused or taken back', () => {
  const held = new Map([
    ['j', { act: ACT, text: 'Liked' }],
    ['other', { act: '6 x', text: 'Reposted' }],
  ]);
  expect(stillHeld(held, unsigned())).toBe(held);
  for (const over of [of(), unsigned({ job: 'j', type: 'refused', reason: 'no' }), unsigned({ job: 'j', type: 'discarded' })])
    expect([...stillHeld(held, over).keys()]).toEqual(['other']);
  const elsewhere = new Map([['other', { act: '6 x', text: 'Reposted' }]]);
  expect(stillHeld(elsewhere, of())).toBe(elsewhere);
});

describe('PUBLISH-02 what is said', () => {
  const promised = new Map([['j', { done: 'Liked', failed: 'Not liked' }]]);

  test('that it is done, with somebody’s OK; that it failed, once', () => {
    expect([done(known({ promised }), news(of(ok))), done(known({ promised }), news(of()))]).toEqual(['Liked', undefined]);
    expect(done(known(), news(of(ok)))).toBeUndefined();
    expect(failed(known(), news(of(...nobody)))).toBe('No publish confirmation');
    expect(failed(known({ failed: new Set(['j']) }), news(of(...nobody)))).toBeUndefined();
    expect(failed(known(), news(of()))).toBeUndefined();
    expect([failed(known(), { type: 'citizen.slept' }), done(known({ promised }), { type: 'citizen.slept' })]).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('in the words of its order and with the reason; what was not signed is said as such', () => {
    expect(failureNews(known({ promised }), news(of(...nobody)))).toEqual({
      type: 'citizen.failed',
      text: 'Not liked',
      why: { code: 'unreachable', again: true },
    });
    const refused = failureNews(known({ promised }), news(unsigned({ job: 'j', type: 'refused', reason: 'no' })));
    expect([refused.text, refused.why?.code]).toEqual(['Note not signed', expect.any(String)]);
    expect(failureNews(known(), news(of(...nobody))).text).toBe('No publish confirmation');
    expect(failureNews(known(), { type: 'citizen.slept' })).toEqual({ type: 'citizen.failed', text: '' });
  });
});
