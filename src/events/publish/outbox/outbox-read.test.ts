import { failureReason } from './publish-failure.ts';
import { failureOf } from './outbox.ts';
import { foldOutbox } from './outbox-fold.ts';
import { saying } from '../../../../tests/support/views/in-english.ts';
import { quotedMessage } from '../../account/user-message.ts';
import { describe, expect, test } from 'vitest';
import { trusted } from '../../../../tests/support/events/trusted.ts';
import { verifyWith } from '../../nostr/verify.ts';
import { readOutboxEntry } from './outbox-read.ts';

const me = '1'.repeat(64);
const verify = verifyWith(() => true);
const base = { job: 'j', at: 100 };
const draft = { kind: 1, tags: [['t', 'x']], content: 'hello' };
const template = { ...draft, pubkey: me, created_at: 5 };
const event = trusted(template);
const intent = { act: 'add', tag: ['p', me] };
const wishes = {
  note: { type: 'event', draft },
  reply: { type: 'event', draft, origin: 'root' },
  profile: { type: 'event', draft: { ...draft, kind: 0 }, base: '{"name":"ann"}' },
  list: {
    type: 'list',
    list: 'mutes',
    intents: [
      intent,
      { ...intent, act: 'remove', secret: true },
      { ...intent, act: 'set' },
      { ...intent, act: 'first' },
    ],
  },
};
const intended = (wish: unknown, account: unknown = me) => ({
  ...base,
  type: 'intended',
  account,
  wish,
});
const drafted = { ...base, type: 'drafted', template, relays: ['wss://a.example'] };
const answered = {
  ...base,
  type: 'answered',
  relay: 'wss://a.example',
  accepted: false,
  reason: quotedMessage('blocked: no'),
};
const silent = {
  ...base,
  type: 'silent',
  relay: 'wss://a.example',
  reason: { code: 'publish.unconfirmed' },
};
const refused = { ...base, type: 'refused', reason: { code: 'event_not_signed' } };
const broadcast = { ...base, type: 'broadcast', accepted: ['wss://b.example'] };
const whole: readonly Record<string, unknown>[] = [
  ...Object.values(wishes).map((wish) => intended(wish)),
  drafted,
  { ...base, type: 'signed', event },
  answered,
  { ...answered, accepted: true },
  silent,
  refused,
  broadcast,
  { ...base, type: 'retried' },
  { ...base, type: 'retried', relay: 'wss://a.example' },
  { ...base, type: 'imported' },
  { ...base, type: 'discarded' },
  { ...intended({ type: 'event', draft: { kind: 0, tags: [], content: '{}' } }), at: 0 },
];
const read = (value: unknown) => readOutboxEntry(value, verify);

describe('E-47 a line of the log', () => {
  test('PUBLISH-04 is read back unchanged, for every type, without additional fields', () => {
    for (const line of whole) expect(read({ ...line, stray: 1 })).toEqual(line);
  });

  test('is left out if it lacks a required field', () => {
    for (const line of whole) {
      const isNeeded = (key: string) =>
        line['type'] === 'retried'
          ? key !== 'relay'
          : line['type'] === 'refused' || key !== 'reason';
      for (const key of Object.keys(line).filter(isNeeded)) {
        const { [key]: _, ...rest } = line;
        expect(read(rest), `${String(line['type'])} without ${key}`).toBeUndefined();
      }
    }
  });

  test('is left out if a field has another form', () => {
    const odd: readonly unknown[] = [
      ...[-1, 1.5, -0, '100', Number.NaN, 2 ** 53].map((at) => ({ ...refused, at })),
      { ...refused, job: 7 },
      { ...refused, type: 'rejected' },
      { ...answered, accepted: 'true' },
      { ...answered, reason: 1 },
      ...[
        {},
        { code: 'no.such' },
        { code: 'said' },
        { code: 'said', params: { text: 1 } },
        ['said'],
        null,
      ].map((reason) => ({
        ...refused,
        reason,
      })),
      { ...silent, relay: null },
      { ...broadcast, accepted: ['wss://b.example', 1] },
      { ...broadcast, accepted: 'wss://b.example' },
      { ...drafted, relays: [null] },
      ...[
        null,
        { ...template, pubkey: me.slice(1) },
        { ...template, created_at: -1 },
        { ...template, kind: 1.5 },
      ].map((one) => ({
        ...drafted,
        template: one,
      })),
      { ...base, type: 'signed', event: { ...event, sig: 'short' } },
      ...[me.slice(1), 'x'.repeat(64), 5].map((account) => intended(wishes.note, account)),
      ...[
        { ...draft, kind: -1 },
        { ...draft, content: null },
        { ...draft, tags: [[1]] },
        { ...draft, tags: 'x' },
        { ...draft, tags: ['x'] },
        null,
      ].map((one) => intended({ ...wishes.note, draft: one })),
      intended({ ...wishes.list, type: 'lists' }),
      ...['toString', 'friends', 3].map((list) => intended({ ...wishes.list, list })),
      intended({ ...wishes.list, intents: { 0: intent } }),
      ...[
        null,
        { ...intent, act: 'wipe' },
        { ...intent, tag: 'p' },
        { ...intent, tag: ['p', 1] },
      ].map((one) => intended({ ...wishes.list, intents: [intent, one] })),
      [],
      'refused',
      null,
    ];
    for (const line of odd) expect(read(line), JSON.stringify(line)).toBeUndefined();
  });

  test('ACCOUNT-20 keeps a private request private, and makes no other request private', () => {
    const wish = {
      ...wishes.list,
      intents: [
        { ...intent, secret: true },
        { ...intent, secret: 'yes' },
      ],
    };
    expect(read(intended(wish))).toMatchObject({
      wish: { intents: [{ ...intent, secret: true }, intent] },
    });
    expect(read(intended(wish))).not.toHaveProperty('wish.intents.1.secret');
  });
});

describe('a line of an older version with reasons as English texts', () => {
  const line = (rest: object) => read({ ...base, ...rest });
  const silent = (reason: string) => ({ type: 'silent', relay: 'wss://a.example', reason });

  test('PUBLISH-02 RELAY-01 has the same reason, as a code if there is one', () => {
    const texts = [
      'Note not signed',
      'No publish confirmation',
      'Failed to publish note',
      'relay connection timed out',
      'relay connection errored',
      'relay connection closed',
      'This was not signed',
      'The PIN was not entered',
      'Nostr extension is required to send events',
    ];
    for (const text of texts) {
      const reason = line({ type: 'refused', reason: text });
      expect(reason).toMatchObject({ reason: saying(text) });
      expect(reason).not.toMatchObject({ reason: { code: 'said' } });
    }
  });

  test('keeps the words of relays, services and signers; an empty text is no reason', () => {
    expect(line({ type: 'refused', reason: 'The signer refused: not today' })).toMatchObject({
      reason: quotedMessage('The signer refused: not today'),
    });
    expect(
      line({ type: 'answered', relay: 'wss://a.example', accepted: false, reason: 'blocked: no' }),
    ).toEqual(answered);
    expect(
      line({ type: 'answered', relay: 'wss://a.example', accepted: true, reason: '' }),
    ).not.toHaveProperty('reason', expect.anything());
    expect(line({ type: 'refused', reason: '' })).toMatchObject({
      reason: { code: 'event_not_signed' },
    });
  });

  test('PUBLISH-02 leads to the same failure: a relay that timed out was reached, others were not', () => {
    const job = [
      intended(wishes.note),
      { ...drafted, relays: ['wss://a.example'] },
      { ...base, type: 'signed', event },
      { ...base, type: 'broadcast', accepted: [], reason: 'No publish confirmation' },
    ];
    const after = (reason: string) => {
      const entries = [...job, { ...base, ...silent(reason) }].flatMap((one) => read(one) ?? []);
      const [record] = foldOutbox(new Map(), entries).values();
      return record && [failureOf(record), failureReason(record)?.code];
    };
    expect(after('No publish confirmation')).toEqual(['publish.unconfirmed', 'silent']);
    expect(after('relay connection errored')).toEqual(['publish.unconfirmed', 'unreachable']);
  });
});
