import { expect, test } from 'vitest';
import {
  ANN,
  BEN,
  counts,
  from,
  ME,
  openAll,
  page,
  sealed,
  startMessages,
  URL,
} from '../../../tests/support/messages/messages-world.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { secretOf } from '../../events/account/keys/secret.ts';
import { signingFailure } from '../../events/account/signing/signing-error.ts';
import type { OutboxRecord } from '../../events/publish/outbox/outbox.ts';
import { foldOutbox } from '../../events/publish/outbox/outbox-fold.ts';
import type { OutboxEntryDraft } from '../../events/publish/outbox/outbox-entry.ts';
import { templateOf } from '../../events/publish/outbox/event-template.ts';
import { millis, seconds } from '../../events/core/time.ts';
import { conversationMachine } from './conversation.machine.ts';
import { messagesMachine } from './messages.machine.ts';
import { pressed } from '../../events/nostr/ours.ts';

test('DM-02 INV-TAGGED crossing responses each reach their own conversation', () => {
  const it = startMessages();
  it.find();
  it.select(ANN);
  it.select(BEN);
  it.answerOf(BEN, page(from(BEN, 5)));
  it.answerOf(ANN, page(from(ANN, 4), from(BEN, 6)));
  openAll(it);
  expect([it.texts(ANN), it.texts(BEN)]).toEqual([['from b'], ['from c']]);
});

test('INV-TAGGED a conversation that accepts every page is caught (planted)', () => {
  const careless = conversationMachine.provide({
    actions: {
      receivePage: ({ context }, { outcome }) => {
        if (outcome.ok)
          Object.assign(context, { messages: [...context.messages, ...outcome.answer.events] });
      },
    },
  });
  const it = startMessages(messagesMachine.provide({ actors: { conversation: careless } }));
  it.find();
  it.select(ANN);
  it.answerOf(ANN, page(from(ANN, 4), from(BEN, 6)));
  openAll(it);
  expect(it.texts(ANN)).not.toEqual(['from b']);
});

const questions = (it: ReturnType<typeof startMessages>, verb: string) =>
  it.questions().flatMap(({ query }) => (query.verb === verb ? [query.payload] : []));

test('DM-02 DM-04 LIMIT-02 messages load in pages of 20, and viewed ones are marked with a signed event', () => {
  const it = startMessages();
  it.find();
  it.select(ANN);
  expect(questions(it, 'get_directmsgs')).toEqual([
    { receiver: ME, sender: ANN, since: 0, limit: 20, offset: 0 },
  ]);
  it.answer(counts({ [ANN]: 2 }), 'get_directmsg_contacts');
  const proof = it.requests.find(({ act }) => act.do === 'sign');
  expect(proof).toMatchObject({ quiet: true, reason: { code: 'sign.markRead' } });
  it.sign(trusted({ kind: 30_078, pubkey: ME }), proof);
  expect(questions(it, 'reset_directmsg_count')).toMatchObject([{ sender: ANN }]);
  it.answer({}, 'reset_directmsg_count');
  expect(it.context('contacts').lists.get('follows').contacts.get(ANN).unread).toBe(0);
  it.answerOf(ANN, page(from(ANN, 9)));
  it.send({ type: 'unread.changed', count: 1 });
  // messages from up to an hour before may arrive late
  expect(questions(it, 'get_directmsgs')).toEqual([
    { receiver: ME, sender: ANN, since: 0, limit: 1_000, offset: 0 },
  ]);
  it.answerOf(ANN, page(from(ANN, 9), from(ANN, 10)));
  // the second batch starts after the first one is open
  openAll(it);
  openAll(it);
  expect(it.texts(ANN)).toEqual(['from b', 'from b']);
  expect(questions(it, 'get_directmsg_contacts')).toHaveLength(1);
});

test('DM-04 a message in the open conversation is marked as read, also from an unlisted contact', () => {
  const it = startMessages();
  it.find();
  it.select(ANN);
  it.answer(counts({}), 'get_directmsg_contacts');
  it.answerOf(ANN, page(from(ANN, 9)));
  openAll(it);
  expect(it.pending()).toEqual([]);
  // the message was shown before its count arrived
  it.send({ type: 'unread.changed', count: 1 });
  const proof = it.pending().find(({ act }) => act.do === 'sign');
  expect(proof).toMatchObject({ quiet: true, reason: { code: 'sign.markRead' } });
});

test('BEYOND-03 DM-06 viewing never prompts, and a requested batch stops at the first refusal', () => {
  const it = startMessages(messagesMachine, false);
  it.find();
  it.select(ANN);
  it.answerOf(ANN, page(from(ANN, 4), from(ANN, 5), from(ANN, 6)));
  expect(it.requests.map(({ quiet }) => quiet)).toEqual([true, true, true]);
  it.refuse(it.requests[0]);
  const conversation = it.child(`conversation ${ANN}`);
  expect([conversation?.getSnapshot().hasTag('sealed'), it.pending()]).toEqual([true, []]);
  it.wait(60_000);
  expect(it.requests).toHaveLength(3);
  it.send({ type: 'messages.allowPrompts' });
  expect(it.pending().map(({ quiet, reason }) => [quiet, reason])).toEqual(
    Array.from({ length: 3 }, () => [false, { code: 'sign.readMessages', params: { count: 3 } }]),
  );
  it.sign('first');
  it.refuse(it.pending()[0], signingFailure('bad-cipher'));
  it.refuse();
  expect([it.texts(ANN), it.pending(), conversation?.getSnapshot().hasTag('sealed')]).toEqual([
    ['first', undefined, undefined],
    [],
    true,
  ]);
  expect(it.log.told()).toEqual([{ type: 'log.line', text: 'messages.unreadable' }]);
});

test('DM-06 FEED-14 the first text shows at once, later ones are grouped, the last one does not wait', () => {
  const it = startMessages();
  it.find();
  it.select(ANN);
  it.answerOf(ANN, page(from(ANN, 4), from(ANN, 5), from(ANN, 6), from(ANN, 7)));
  const shown = () => it.texts(ANN).filter((text: string | undefined) => text !== undefined);
  const open = (text: string) =>
    it.sign(
      text,
      it.pending().find(({ act }) => act.do === 'decrypt'),
    );
  open('first');
  expect(shown()).toEqual(['first']);
  open('second');
  open('third');
  expect(shown()).toEqual(['first']);
  it.wait(50);
  expect(shown()).toEqual(['first', 'second', 'third']);
  open('fourth');
  expect(shown()).toHaveLength(4);
});

test('NIP-42 a service with private messages gets a proof, automatically only if it needs no prompt', () => {
  const it = startMessages(messagesMachine, false);
  it.find();
  it.select(ANN);
  it.refuseQuestion('get_directmsgs', 'auth-required: who are you');
  expect(it.pending()).toMatchObject([{ quiet: true, reason: { code: 'sign.askMessages' } }]);
  expect(it.pending()[0]?.act).toMatchObject({
    template: {
      kind: 30_078,
      tags: [
        ['relay', URL],
        ['d', 'Starling', 'direct_messages'],
      ],
    },
  });
  it.refuse();
  expect(it.child(`conversation ${ANN}`)?.getSnapshot().hasTag('closed')).toBe(true);
  it.send({ type: 'messages.allowPrompts' });
  it.refuseQuestion('get_directmsgs', 'auth-required: who are you');
  const proof = trusted({ kind: 30_078, pubkey: ME });
  it.sign(proof);
  expect(questions(it, 'get_directmsgs')).toMatchObject([{ sender: ANN, event_from_user: proof }]);
});

test('DM-06 BEYOND-03 once the key is open, a conversation and the contacts load at once', () => {
  const it = startMessages();
  it.find();
  it.select(ANN);
  for (const verb of ['get_directmsgs', 'get_directmsg_contacts'] as const)
    it.refuseQuestion(verb, 'auth-required: who are you');
  while (it.pending().length > 0) it.refuse();
  const closed = () =>
    [`conversation ${ANN}`, 'contacts'].map((id) => it.child(id)?.getSnapshot().hasTag('closed'));
  expect(closed()).toEqual([true, true]);
  it.send({ type: 'account.unlocked' });
  expect(closed()).toEqual([false, false]);
});

test("NIP-42 a proof names the connection's challenge, and a new challenge is answered once", () => {
  const it = startMessages();
  it.find();
  it.select(ANN);
  const challenges = () =>
    it.requests.flatMap(({ act }) =>
      act.do === 'sign' ? [act.template.tags.find(([name]) => name === 'challenge')?.[1]] : [],
    );
  it.refuseQuestion('get_directmsgs', 'auth-required: who are you; challenge=aa11');
  expect(challenges()).toEqual(['aa11']);
  it.sign(trusted({ kind: 30_078, pubkey: ME }));
  // the proof was lost with its connection
  it.refuseQuestion(
    'get_directmsgs',
    'auth-required: not signed for this connection; challenge=bb22',
  );
  expect(challenges()).toEqual(['aa11', 'bb22']);
  const proof = trusted({ kind: 30_078, pubkey: ME, content: 'new' });
  it.sign(proof);
  expect(questions(it, 'get_directmsgs')).toMatchObject([{ event_from_user: proof }]);
  it.refuseQuestion(
    'get_directmsgs',
    'auth-required: not signed for this connection; challenge=cc33',
  );
  expect(challenges()).toEqual(['aa11', 'bb22']);
});

test('DM-03 DM-08 all messages are marked as read with one signed event, and a failure is reported', () => {
  const it = startMessages();
  it.find();
  it.answer(counts({ [ANN]: 2, [BEN]: 1 }), 'get_directmsg_contacts');
  it.send({ type: 'messages.markAll' });
  it.send({ type: 'messages.markAll' });
  expect(it.pending()).toHaveLength(1);
  it.sign(trusted({ kind: 30_078, pubkey: ME }));
  it.answer({}, 'reset_directmsg_counts');
  expect([...it.state().context.unread.values()]).toEqual([0, 0]);
  it.send({ type: 'messages.markAll' });
  it.refuse();
  expect(it.told.filter(({ type }) => type === 'toast.show')).toMatchObject([
    { kind: 'error', message: { code: 'messages.notMarked' } },
  ]);
  it.send({ type: 'unread.changed', count: 3 });
  it.select(ANN);
  it.send({
    type: 'contacts.changed',
    contacts: new Map(),
    latest: new Map(),
    unread: new Map([[ANN, 3]]),
  });
  it.sign(
    trusted({ kind: 30_078, pubkey: ME }),
    it.pending().find(({ act }) => act.do === 'sign'),
  );
  it.refuseQuestion('reset_directmsg_count', 'error');
  expect(it.log.told().map(({ text }) => text)).toEqual([
    'Failed to mark as read',
    'Failed to reset message count',
  ]);
});

const TEMPLATE = templateOf(
  pressed({ kind: 4, content: sealed(1), tags: [['p', ANN]] }),
  ME,
  seconds(7),
);
const event = trusted(TEMPLATE);
function recordOf(...more: OutboxEntryDraft[]): OutboxRecord {
  const { kind, tags, content } = TEMPLATE;
  const lines: OutboxEntryDraft[] = [
    {
      job: 'j',
      type: 'intended',
      account: ME,
      wish: { type: 'event', draft: pressed({ kind, tags, content }) },
    },
    { job: 'j', type: 'drafted', template: TEMPLATE, relays: [pressed(URL)] },
    ...more,
  ];
  const record = foldOutbox(
    new Map(),
    lines.map((line) => ({ ...line, at: seconds(1) })),
  ).get('j');
  if (!record) throw new Error('no record');
  return record;
}
const SIGNED: OutboxEntryDraft = { job: 'j', type: 'signed', event };
const FAILED: readonly OutboxEntryDraft[] = [
  SIGNED,
  { job: 'j', type: 'answered', relay: pressed(URL), accepted: false },
  { job: 'j', type: 'broadcast', accepted: [] },
];
const TAKEN: readonly OutboxEntryDraft[] = [
  SIGNED,
  { job: 'j', type: 'answered', relay: pressed(URL), accepted: true },
];

test('DM-01 DM-05 INV-NO-LOSS INV-OUTCOME a draft is cleared after an OK, and a retry keeps its signature', () => {
  const it = startMessages();
  it.find();
  it.answer(counts({ [BEN]: 0 }), 'get_directmsg_contacts');
  it.select(ANN);
  const outgoing = it.child(`outgoing ${ANN}`);
  const text = () => outgoing?.getSnapshot().context.outgoing.text.reveal();
  const orders = (type: string) => it.told.filter((one) => one.type === type);
  outgoing?.send({ type: 'outgoing.write', text: secretOf(' hello '), now: millis(5) });
  outgoing?.send({ type: 'outgoing.send', now: millis(7_000) });
  outgoing?.send({ type: 'outgoing.send', now: millis(7_000) });
  expect(it.pending().map(({ act }) => act)).toEqual([
    { do: 'encrypt', scheme: 'nip04', peer: ANN, text: 'hello' },
  ]);
  it.sign(sealed(1));
  expect(orders('intents.publish')).toMatchObject([
    {
      draft: { kind: 4, content: sealed(1), tags: [['p', ANN]] },
      now: seconds(7),
      origin: `message:${ANN} 5`,
    },
  ]);
  // the outbox receives only the encrypted text, and the logs receive nothing
  expect(
    JSON.stringify([orders('intents.publish')[0]?.['draft'], it.log.told(), it.drafts.told()]),
  ).not.toContain('hello');
  outgoing?.send({ type: 'outbox.jobCreated', job: 'j' });
  outgoing?.send({ type: 'outbox.jobChanged', record: recordOf(...FAILED) });
  expect([text(), outgoing?.getSnapshot().context.failure.message.code]).toEqual([
    ' hello ',
    'publish.failed',
  ]);
  outgoing?.send({ type: 'outgoing.send', now: millis(9_000) });
  expect([orders('intents.publish').length, orders('outbox.retry')]).toMatchObject([
    1,
    [{ job: 'j' }],
  ]);
  outgoing?.send({ type: 'outbox.jobChanged', record: recordOf(...TAKEN) });
  expect([text(), it.texts(ANN)]).toEqual(['', [' hello ']]);
  // contacts are requested again for their new order (DM-01)
  expect(questions(it, 'get_directmsg_contacts')).toMatchObject([{ relation: 'follows' }]);
  expect(it.drafts.told().at(-1)).toMatchObject({
    type: 'messageDrafts.keep',
    outgoing: { peer: ANN },
  });
  // the second of two messages in one second gets a later date
  outgoing?.send({ type: 'outgoing.write', text: secretOf('again'), now: millis(7_100) });
  outgoing?.send({ type: 'outgoing.send', now: millis(7_200) });
  it.sign(sealed(2));
  expect(orders('intents.publish').at(-1)).toMatchObject({
    now: seconds(8),
    origin: `message:${ANN} 7100`,
  });
});

test('DM-05 PUBLISH-04 a changed text is a new message, and a signer that refuses keeps the text', () => {
  const it = startMessages();
  it.find({ drafts: [{ peer: ANN, text: secretOf('kept'), changedAt: millis(5) }] });
  it.select(ANN);
  const outgoing = it.child(`outgoing ${ANN}`);
  expect(it.told).toContainEqual(
    expect.objectContaining({ type: 'outbox.subscribeToOrigin', origin: `message:${ANN} 5` }),
  );
  // an earlier page had sent it, and no relay accepted it
  outgoing?.send({ type: 'outbox.jobCreated', job: 'j' });
  outgoing?.send({ type: 'outbox.jobChanged', record: recordOf(...FAILED) });
  outgoing?.send({ type: 'outgoing.write', text: secretOf('changed'), now: millis(8) });
  expect(it.told).toContainEqual({ type: 'outbox.discard', job: 'j' });
  outgoing?.send({ type: 'outgoing.send', now: millis(9) });
  it.refuse();
  const { outgoing: left, failure } = outgoing?.getSnapshot().context ?? {};
  expect([left.text.reveal(), left.changedAt, failure.message.code]).toEqual([
    'changed',
    millis(8),
    'event_not_signed',
  ]);
});

test('DM-05 PUBLISH-04 a message left in the outbox by a crash is not written again', () => {
  for (const [lines, text] of [
    [TAKEN, ''],
    [[], 'kept'],
  ] as const) {
    const it = startMessages();
    it.find({ drafts: [{ peer: ANN, text: secretOf('kept'), changedAt: millis(5) }] });
    it.select(ANN);
    const outgoing = it.child(`outgoing ${ANN}`);
    outgoing?.send({ type: 'outbox.jobCreated', job: 'j' });
    outgoing?.send({ type: 'outbox.jobChanged', record: recordOf(...lines) });
    expect(outgoing?.getSnapshot().context.outgoing.text.reveal()).toBe(text);
    expect(it.told.some(({ type }) => type === 'outbox.discard')).toBe(lines.length === 0);
    expect(it.requests).toEqual([]);
  }
});

test('COMPOSE-12 INV-NO-LOSS an accepted text hides no unsent one, and leaving tells of those', () => {
  const it = startMessages();
  it.find();
  it.select(ANN);
  const change = (id: string, text: string) => {
    const outgoing = { peer: ANN, id, text: secretOf(text), changedAt: millis(Number(id)) };
    it.send({ type: 'outgoing.changed', outgoing });
  };
  const drafts = () =>
    it
      .state()
      .context.drafts.get(ANN)
      ?.map(({ text }) => text.reveal());
  change('1', 'sent');
  change('2', 'next');
  expect(drafts()).toEqual(['next', 'sent']);
  change('1', '');
  expect(drafts()).toEqual(['next']);
  change('3', 'typed');
  change('3', '');
  it.send({ type: 'account.ending', isErased: false } as never);
  expect(it.told.filter(({ type }) => type === 'toast.show')).toHaveLength(1);
  change('2', '');
  expect(drafts()).toEqual(['']);
});

test('DM-01 LIMIT-02 the last conversation is remembered, and at most 20 stay open', () => {
  const it = startMessages();
  it.find({ place: { relation: 'other', peer: BEN } });
  expect([it.state().context.last, it.state().context.peer]).toEqual([BEN, undefined]);
  expect(questions(it, 'get_directmsg_contacts')).toMatchObject([{ relation: 'other', limit: 20 }]);
  it.select(ANN);
  expect(it.drafts.told().at(-1)).toEqual({
    type: 'messageDrafts.keepPlace',
    place: { relation: 'other', peer: ANN },
  });
  for (let at = 0; at < 20; at++) it.select(String(at).padStart(64, '0'));
  expect([it.child(`conversation ${ANN}`), it.state().context.open.length]).toEqual([
    undefined,
    20,
  ]);
});
