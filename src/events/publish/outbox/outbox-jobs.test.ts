import {
  type UserMessage,
  reportedMessage,
  quotedMessage as saidBy,
} from '../../account/user-message.ts';
import { describe, expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { KIND } from '../../nostr/kinds.ts';
import { inSeconds, millis, seconds } from '../../core/time.ts';
import { BLANK } from '../writing/writing.ts';
import {
  admits,
  canResend,
  canRetry,
  failureOf,
  isSettled,
  jobFrom,
  jobOf,
  onceOf,
  outdated,
  type OutboxRecords,
  textJobOf,
  WEEK,
} from './outbox.ts';
import { foldOutbox } from './outbox-fold.ts';
import type { OutboxEntry, OutboxRequest } from './outbox-entry.ts';
import { refusedIn } from './schedule.ts';
import { templateOf } from './event-template.ts';
import { pressed } from '../../nostr/ours.ts';

const UNCONFIRMED = { code: 'publish.unconfirmed' } as const;

const me = '1'.repeat(64);
const NOW = 1_700_000_000;
const [A, B, C] = ['wss://a.example', 'wss://b.example', 'wss://c.example'];
const NOBODY: OutboxRecords = new Map();
const said = (content: string) => ({ kind: 1, tags: [], content });
const note = (content: string, origin?: string): OutboxRequest => ({
  type: 'event',
  draft: pressed(said(content)),
  ...(origin === undefined ? {} : { origin }),
});

/** Return the lines of a job from the request to the signature, and possible later lines. */
function job(
  name: string,
  {
    wish = note(name),
    at = NOW,
    account = me,
  }: { wish?: OutboxRequest; at?: number; account?: string } = {},
) {
  const template = templateOf(
    pressed(wish.type === 'event' ? wish.draft : said('')),
    account,
    seconds(at),
  );
  const line = (entry: object): OutboxEntry =>
    ({ job: name, at: seconds(at), ...entry }) as OutboxEntry;
  const answered = (relay: string, accepted: boolean) =>
    line({ type: 'answered', relay, accepted });
  return {
    event: trusted(template),
    wished: [line({ type: 'intended', account, wish })],
    drafted: [
      line({ type: 'intended', account, wish }),
      line({ type: 'drafted', template, relays: [A, B] }),
    ],
    sent: [
      line({ type: 'intended', account, wish }),
      line({ type: 'drafted', template, relays: [A, B] }),
      line({ type: 'signed', event: trusted(template) }),
    ],
    ok: (relay = A) => answered(relay, true),
    no: (relay: string) => answered(relay, false),
    silent: (relay: string) =>
      line({ type: 'silent', relay, reason: { code: 'publish.unconfirmed' } }),
    broadcast: (reason: UserMessage | string, ...accepted: string[]) =>
      line({
        type: 'broadcast',
        accepted,
        reason: typeof reason === 'string' ? reportedMessage(reason) : reason,
      }),
    refused: (reason: UserMessage = { code: 'event_not_signed' }) =>
      line({ type: 'refused', reason }),
    retried: (relay?: string) =>
      line({ type: 'retried', ...(relay === undefined ? {} : { relay }) }),
    imported: line({ type: 'imported' }),
    discarded: line({ type: 'discarded' }),
  };
}
const fold = (...entries: readonly OutboxEntry[]) => foldOutbox(NOBODY, entries);
const only = (...entries: readonly OutboxEntry[]) => [...fold(...entries).values()][0]!;

describe('messages to the user', () => {
  const { sent, drafted, ok, no, silent, broadcast, refused, discarded } = job('j');

  test('PUBLISH-02 unsigned, refused and unconfirmed jobs have a message; pending and done ones have none', () => {
    const told = (...entries: OutboxEntry[]) => failureOf(only(...entries));
    expect(told(...drafted, refused())).toBe('publish.unsigned');
    expect(told(...sent, no(A), silent(B), broadcast(UNCONFIRMED))).toBe('publish.failed');
    expect(told(...sent, silent(A), silent(B), broadcast('blocked: spam'))).toBe('publish.failed');
    expect(told(...sent, silent(A), silent(B), broadcast(UNCONFIRMED))).toBe('publish.unconfirmed');
    for (const log of [
      drafted,
      sent,
      [...sent, no(A)],
      [...sent, no(A), no(B), broadcast(''), ok(C)],
      [...sent, discarded],
    ])
      expect(told(...log)).toBeUndefined();
  });

  test('COMPOSE-03 a job can be resent to an unreachable relay as long as no relay has accepted it', () => {
    const can = (relay: string, ...entries: OutboxEntry[]) =>
      canResend(only(...sent, ...entries), pressed(relay));
    expect([can(A, silent(A)), can(A, silent(A), silent(B), broadcast(''))]).toEqual([true, true]);
    expect([can(B, silent(A)), can(A, no(A))]).toEqual([false, false]);
    // it joined the relay list later
    expect(can(C, silent(A))).toBe(true);
    expect([can(A, silent(A), ok(B)), can(A, silent(A), discarded)]).toEqual([false, false]);
  });

  test('BEYOND-05 failed, unsigned and partly accepted jobs can be retried; pending ones cannot', () => {
    const can = (...entries: OutboxEntry[]) => canRetry(only(...entries));
    expect([can(...sent, silent(A), silent(B), broadcast('')), can(...drafted, refused())]).toEqual(
      [true, true],
    );
    expect([
      can(...sent, ok(A), silent(B)),
      can(...sent, ok(A), no(B)),
      can(...sent, ok(A)),
    ]).toEqual([true, true, false]);
    expect([can(...drafted), can(...sent), can(...sent, discarded)]).toEqual([false, false, false]);
  });

  test('a discarded job is settled', () => expect(isSettled(only(...sent, discarded))).toBe(true));
});

describe('admitted lines', () => {
  const { sent, drafted, wished, ok, silent, broadcast, refused, retried, imported, discarded } =
    job('j');
  const may = (entry: OutboxEntry, ...entries: readonly OutboxEntry[]) =>
    admits(fold(...entries).get('j'), entry);

  test('INV-IDENTITY a job has one request, which comes first, and no draft or signature after its end', () => {
    const [intended, draft, sign] = [sent[0]!, sent[1]!, sent[2]!];
    expect([may(intended), may(draft), may(discarded)]).toEqual([true, false, false]);
    expect([
      may(intended, ...wished),
      may(draft, ...wished),
      may(sign, ...wished),
      may(sign, ...drafted),
    ]).toEqual([false, true, false, true]);
    expect([
      may(draft, ...sent),
      may(draft, ...wished, discarded),
      may(sign, ...drafted, discarded),
    ]).toEqual([false, false, false]);
  });

  test('INV-OUTCOME an answer needs a signed event; a known answer is not written twice', () => {
    for (const entry of [ok(), silent(A), broadcast('', C), imported]) {
      expect(may(entry, ...drafted)).toBe(false);
      expect(may(entry, ...sent)).toBe(true);
      expect(may(entry, ...sent, entry)).toBe(false);
    }
    expect(may(broadcast('', C, B), ...sent, broadcast('', C))).toBe(true);
    expect([
      may(refused(), ...drafted, refused()),
      may(refused(saidBy('another')), ...drafted, refused()),
      may(refused(), ...sent),
    ]).toEqual([false, true, false]);
  });

  test('COMPOSE-03 after a resend to one relay only that relay is pending', () => {
    const log = [...sent, silent(A), silent(B), broadcast(UNCONFIRMED)];
    expect([may(retried(A), ...log), may(retried(B), ...sent), may(retried(), ...sent)]).toEqual([
      true,
      false,
      false,
    ]);
    const record = only(...log, retried(A));
    expect([...record.relays].map(([url, { outcome }]) => [url, outcome])).toEqual([
      [A, 'waiting'],
      [B, 'silent'],
    ]);
    expect(record.broadcast.outcome).toBe('rejected');
    expect(only(...drafted, refused(), retried()).refusal).toBeUndefined();
    expect(only(...drafted, refused(), sent[2]!).refusal).toBeUndefined();
    expect(only(...sent, imported).imported).toBe(true);
  });
});

describe('names of jobs', () => {
  test('PUBLISH-04 a text is one job, however often it is published, until it is discarded or unsigned', () => {
    const wish = note('hello', 'root');
    const first = textJobOf(NOBODY, me, wish);
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    const { wished, drafted, sent, ok, refused, discarded } = job(first, { wish });
    for (const log of [wished, drafted, sent, [...sent, ok()]])
      expect(textJobOf(fold(...log), me, wish)).toBe(first);
    const second = textJobOf(fold(...wished, discarded), me, wish);
    expect(second).not.toBe(first);
    expect(textJobOf(fold(...drafted, refused()), me, wish)).toBe(second);
    const again = job(second, { wish });
    const third = textJobOf(fold(...wished, discarded, ...again.wished, again.discarded), me, wish);
    expect(new Set([first, second, third]).size).toBe(3);
    expect([
      textJobOf(NOBODY, me, note('hello')),
      textJobOf(NOBODY, '2'.repeat(64), wish),
    ]).not.toContain(first);
    expect(
      new Set([
        jobOf(me, wish, seconds(1), 0),
        jobOf(me, wish, seconds(1), 1),
        jobOf(me, wish, seconds(2), 0),
      ]).size,
    ).toBe(3);
  });

  const ID = 'e'.repeat(64);
  const like = pressed({
    kind: KIND.Reaction,
    tags: [
      ['p', me],
      ['e', ID],
    ],
    content: '+',
  });
  const wish: OutboxRequest = { type: 'event', draft: like };
  const first = onceOf(NOBODY, me, like, seconds(NOW))!;

  test('PUBLISH-04 a name never changes: the same job is found in the log of an older version', () => {
    expect(textJobOf(NOBODY, me, note('hello'))).toBe(
      'b9946b026b5d694378d585da542447fb9115f570eb44aa69d661f0b7e105044d',
    );
    expect(first).toBe('4f5632d2ecd3100abe5db009e897129f123e03d1bee016d695a00b4f2eae6873');
  });

  test('PUBLISH-04 each reaction and each repost of a note is one job; other kinds are not', () => {
    const repost = { ...like, kind: KIND.Repost, content: '{"a":1}' };
    expect(onceOf(NOBODY, me, { ...like, tags: [['e', ID]] }, seconds(NOW + 1))).toBe(first);
    expect(onceOf(NOBODY, me, { ...repost, content: '' }, seconds(NOW))).toBe(
      onceOf(NOBODY, me, repost, seconds(NOW)),
    );
    const others = [
      { ...like, content: '🤙' },
      { ...like, tags: [['e', 'f'.repeat(64)]] },
      repost,
      { ...repost, kind: KIND.GenericRepost },
    ];
    expect(
      new Set([first, ...others.map((draft) => onceOf(NOBODY, me, draft, seconds(NOW)))]).size,
    ).toBe(5);
    expect(onceOf(NOBODY, '2'.repeat(64), like, seconds(NOW))).not.toBe(first);
    expect([
      onceOf(NOBODY, me, { ...like, kind: 1 }, seconds(NOW)),
      onceOf(NOBODY, me, { ...like, tags: [['a', ID]] }, seconds(NOW)),
    ]).toEqual([undefined, undefined]);
  });

  test('PUBLISH-04 a reaction is a new job if the last was discarded, deleted or accepted 10 minutes ago', () => {
    const { event, wished, sent, ok, no, broadcast, refused, drafted, discarded } = job(first, {
      wish,
    });
    const next = (now: number, ...entries: readonly OutboxEntry[]) =>
      onceOf(fold(...entries), me, like, seconds(now));
    const failed = [...sent, no(A), no(B), broadcast('')];
    for (const log of [wished, drafted, [...drafted, refused()], sent, failed])
      expect(next(NOW + 9_999, ...log)).toBe(first);
    const second = next(NOW, ...wished, discarded);
    expect(second).not.toBe(first);
    expect([next(NOW + 600, ...sent, ok()), next(NOW + 601, ...sent, ok())]).toEqual([
      first,
      second,
    ]);
    const back = (id: string) =>
      job('back', {
        wish: {
          type: 'event',
          draft: pressed({
            kind: KIND.EventDeletion,
            tags: [
              ['k', '7'],
              ['e', id],
            ],
            content: '',
          }),
        },
      });
    const undo = back(event.id);
    expect(next(NOW, ...sent, ok(), ...undo.sent, undo.ok())).toBe(second);
    expect(next(NOW, ...sent, ok(), ...undo.sent)).toBe(first);
    const other = back(ID);
    expect(next(NOW, ...sent, ok(), ...other.sent, other.ok())).toBe(first);
    const mention = job('mention', {
      wish: { type: 'event', draft: pressed({ kind: 1, tags: [['e', event.id]], content: '' }) },
    });
    expect(next(NOW, ...sent, ok(), ...mention.sent, mention.ok())).toBe(first);
    const more = job(second!, { wish });
    expect([first, second]).not.toContain(
      next(NOW, ...wished, discarded, ...more.wished, more.discarded),
    );
  });

  test('COMPOSE-03 a composer finds the last job that came from it, unless it was discarded', () => {
    const [one, two, three] = [
      job('1', { wish: note('a', 'root') }),
      job('2', { wish: note('b', 'root') }),
      job('3', { wish: note('c', 'else') }),
    ];
    const list = job('4', { wish: { type: 'list', list: 'follows', intents: [] } });
    const all = [...one.wished, ...two.wished, ...three.wished, ...list.wished];
    expect(jobFrom(fold(...all), 'root')?.job).toBe('2');
    expect(jobFrom(fold(...all, two.discarded), 'root')?.job).toBe('1');
    expect(jobFrom(fold(...all), 'nowhere')).toBeUndefined();
  });
});

test('BEYOND-05 settled jobs are dropped after a week or beyond 500; unsettled ones never are', () => {
  const one = (name: string, at: number, isSettled = true) => {
    const { sent, ok, silent } = job(name, { at });
    return isSettled ? [...sent, ok(A), silent(B)] : sent;
  };
  const log = [
    ...one('week', NOW - inSeconds(WEEK)),
    ...one('older', NOW - inSeconds(WEEK) - 1),
    ...one('open', NOW - 2 * inSeconds(WEEK), false),
  ];
  expect(outdated(fold(...log), seconds(NOW))).toEqual(['older']);
  const many = Array.from({ length: 501 }, (_, nth) => one(`job ${nth}`, NOW - ((nth * 7) % 501)));
  const oldest = Array.from({ length: 501 }, (_, nth) => nth).find(
    (nth) => (nth * 7) % 501 === 500,
  );
  expect(outdated(fold(...many.flat()), seconds(NOW))).toEqual([`job ${oldest}`]);
  expect(outdated(fold(...many.slice(1).flat()), seconds(NOW))).toEqual([]);
});

test('INV-NO-LOSS a refused scheduled note keeps its plan, which has its text, as long as its job is kept', () => {
  const writing = { ...BLANK, text: 'good *morning*', begun: millis(5) };
  const wish = { type: 'event', draft: pressed(said('good morning')), origin: 'root 5' } as const;
  const planned = { ...wish, due: seconds(NOW - 60), writing };
  const old = NOW - 3 * inSeconds(WEEK);
  const plan = job('plan', { wish: planned, at: old });
  const sent = job('sent', { wish, at: NOW - 60 });
  const other = job('other', { wish: { ...planned, origin: 'root 6' }, at: old });
  const gone = (now: number, ...entries: OutboxEntry[]) =>
    outdated(fold(...entries), seconds(now)).toSorted();
  const planning = [...plan.wished, ...other.wished, other.discarded, plan.discarded];
  const refused = [...planning, ...sent.drafted, sent.refused()];
  expect(gone(NOW, ...planning)).toEqual(['other', 'plan']);
  expect(gone(NOW, ...refused)).toEqual(['other']);
  const left = new Map([...fold(...refused)].filter(([name]) => name !== 'other'));
  expect(refusedIn(left).map((one) => [one.job, one.wish.writing?.text])).toEqual([
    ['sent', 'good *morning*'],
  ]);
  // an unsigned job never settles without the user
  expect(gone(NOW + 3 * inSeconds(WEEK), ...refused)).toEqual(['other']);
  // refused by all relays, or discarded: both are dropped in one step
  const failed = [
    ...planning,
    ...sent.sent,
    sent.no(A),
    sent.no(B),
    sent.broadcast('blocked: spam'),
  ];
  expect(gone(NOW, ...failed)).toEqual(['other']);
  expect(gone(NOW + inSeconds(WEEK), ...failed)).toEqual(['other', 'plan', 'sent']);
  expect(gone(NOW + inSeconds(WEEK), ...refused, sent.discarded)).toEqual([
    'other',
    'plan',
    'sent',
  ]);
});
