import { expect, test } from 'vitest';
import {
  ANN,
  BEN,
  counts,
  from,
  ME,
  openAll,
  page,
  startMessages,
} from '../../../tests/support/messages/messages-world.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { secretOf } from '../../events/account/keys/secret.ts';
import { privateContacts, withOpened } from '../../events/messages/contacts.ts';
import type { OpenedMessage } from '../../events/messages/unwrap.ts';
import { millis, seconds } from '../../events/core/time.ts';
import { messagesMachine } from './messages.machine.ts';

type World = ReturnType<typeof startMessages>;
const PROOF = trusted({ kind: 30_078, pubkey: ME });
const CONTACTS = 'get_directmsg_contacts';
const asked = (it: World, verb: string) =>
  it.questions().flatMap(({ query }) => (query.verb === verb ? [query.payload] : []));
/** Marks that wait for a signature, and whether each may trouble a person. */
const marks = (it: World) =>
  it
    .pending()
    .flatMap(({ act, reason, quiet }) =>
      act.do === 'sign' && reason.code === 'sign.markRead' ? [quiet] : [],
    );
const sign = (it: World) =>
  it.sign(
    PROOF,
    it.pending().find(({ act }) => act.do === 'sign'),
  );
const refuse = (it: World) => it.refuse(it.pending().find(({ act }) => act.do === 'sign'));
const toScope = (it: World, type: string) => it.told.filter((one) => one.type === type);
const said = (peer: string, text: string, at: number): OpenedMessage => ({
  peer,
  message: {
    id: text,
    pubkey: peer,
    created_at: seconds(at),
    form: 'nip17',
    event: trusted({ kind: 1_059 }),
  },
  text: secretOf(text),
});
const bring = (it: World, lost: number, ...all: OpenedMessage[]) => {
  const opened = withOpened(it.state().context.opened, all);
  it.send({
    type: 'giftWraps.changed',
    opened,
    contacts: privateContacts(opened, ME, undefined),
    lost,
  });
};

test('DM-04 a conversation is marked only if it has unread messages and is open', () => {
  const it = startMessages();
  it.find();
  it.answer(counts({ [ANN]: 0, [BEN]: 2 }), CONTACTS);
  it.select(ANN);
  it.answerOf(ANN, page(from(ANN, 5)));
  it.send({ type: 'unread.changed', count: 2 });
  it.send({ type: 'conversation.received', peer: BEN, isNews: true });
  expect(marks(it)).toEqual([]);
  it.select(undefined);
  it.send({
    type: 'contacts.changed',
    contacts: new Map(),
    latest: new Map(),
    unread: new Map([ANN, BEN].map((peer) => [peer, 4])),
  });
  expect(marks(it)).toEqual([]);
  it.select(BEN);
  expect(marks(it)).toEqual([true]);
});

test('DM-04 messages that arrive during a mark are marked once more if the conversation is open', () => {
  const it = startMessages();
  it.find();
  it.answer(counts({ [ANN]: 2 }), CONTACTS);
  it.select(ANN);
  it.send({ type: 'conversation.received', peer: ANN, isNews: true });
  it.send({ type: 'conversation.received', peer: ANN, isNews: true });
  expect(marks(it)).toEqual([true]);
  sign(it);
  it.answer({}, 'reset_directmsg_count');
  expect(marks(it)).toEqual([true]);
  sign(it);
  it.answer({}, 'reset_directmsg_count');
  expect(marks(it)).toEqual([]);
  it.send({ type: 'conversation.received', peer: ANN, isNews: true });
  it.send({ type: 'conversation.received', peer: ANN, isNews: true });
  it.select(BEN);
  sign(it);
  it.answer({}, 'reset_directmsg_count');
  expect(marks(it)).toEqual([]);
});

test('DM-04 messages that arrive during a mark are marked once more if the mark gets no answer', () => {
  const it = startMessages();
  it.find();
  it.answer(counts({ [ANN]: 2 }), CONTACTS);
  it.select(ANN);
  it.send({ type: 'conversation.received', peer: ANN, isNews: true });
  sign(it);
  it.wait(16_000);
  expect(marks(it)).toEqual([true]);
  sign(it);
  it.wait(16_000);
  expect(marks(it)).toEqual([]);
});

test('DM-03 DM-04 after a mark the contacts and the conversation are fetched again', () => {
  const it = startMessages();
  it.find();
  it.select(ANN);
  it.answerOf(ANN, page(from(ANN, 5)));
  it.answer(counts({ [ANN]: 2, [BEN]: 1 }), CONTACTS);
  expect([asked(it, CONTACTS), asked(it, 'get_directmsgs')]).toEqual([[], []]);
  sign(it);
  it.answer({}, 'reset_directmsg_count');
  expect([asked(it, CONTACTS).length, asked(it, 'get_directmsgs')]).toMatchObject([
    1,
    [{ sender: ANN, limit: 1_000 }],
  ]);
  expect([...it.state().context.unread]).toEqual([
    [ANN, 0],
    [BEN, 1],
  ]);
  it.answer(counts({ [ANN]: 0, [BEN]: 1 }), CONTACTS);
  it.answerOf(ANN, page(from(ANN, 5)));
  it.send({ type: 'messages.markAll' });
  sign(it);
  it.answer({}, 'reset_directmsg_counts');
  expect([...it.state().context.unread.values()]).toEqual([0, 0]);
  // of all at once no single conversation is asked
  expect([asked(it, CONTACTS).length, asked(it, 'get_directmsgs')]).toEqual([1, []]);
});

test('BEYOND-03 DM-08 a mark without a permitted signature is no failure; a permitted one is logged', () => {
  const it = startMessages(messagesMachine, false);
  it.find();
  it.answer(counts({ [ANN]: 2 }), CONTACTS);
  it.select(ANN);
  refuse(it);
  expect([it.log.told(), it.state().context.marking.size, toScope(it, 'toast.show')]).toEqual([
    [],
    0,
    [],
  ]);
  it.send({ type: 'messages.allowPrompts' });
  expect([marks(it), toScope(it, 'giftWraps.allowPrompts').length]).toEqual([[false], 1]);
  refuse(it);
  expect([it.log.told(), toScope(it, 'toast.show')]).toEqual([
    [{ type: 'log.line', text: 'Failed to reset message count' }],
    [],
  ]);
});

test('DM-04 an open sender who is not listed is marked once their messages arrive', () => {
  const it = startMessages();
  it.find();
  it.send({ type: 'unread.changed', count: 2 });
  it.select(ANN);
  // a conversation that is still loading is marked once its messages arrive
  expect(marks(it)).toEqual([]);
  it.answerOf(ANN, page(from(ANN, 5)));
  expect(marks(it)).toEqual([true]);
  const again = startMessages();
  again.find();
  again.select(ANN);
  again.select(BEN);
  again.send({ type: 'unread.changed', count: 0 });
  again.select(ANN);
  expect(marks(again)).toEqual([]);
  again.select(BEN);
  again.send({ type: 'unread.changed', count: 2 });
  sign(again);
  again.answer({}, 'reset_directmsg_count');
  again.select(ANN);
  expect(marks(again)).toEqual([true]);
});

test('DM-04 a page of an open sender is marked once if the counts by sender may be old', () => {
  for (const total of [1, 0]) {
    const it = startMessages();
    it.find();
    it.send({ type: 'unread.changed', count: total });
    it.send({
      type: 'contacts.changed',
      unread: new Map([[ANN, 0]]),
      contacts: new Map(),
      latest: new Map(),
    });
    it.select(ANN);
    expect(marks(it)).toEqual([]);
    it.answerOf(ANN, page(from(ANN, 5)));
    expect(marks(it)).toEqual(total === 1 ? [true] : []);
    if (total === 1) refuse(it);
    it.send({ type: 'conversation.received', peer: ANN, isNews: false });
    expect(marks(it)).toEqual([]);
  }
});

test('DM-09 private messages are marked as read by a look at their peer alone, and all of them by a wish', () => {
  const it = startMessages();
  it.find();
  const seen = () => toScope(it, 'giftWraps.markSeen').map(({ peer }) => peer);
  it.select(BEN);
  bring(it, 0, said(ANN, 'one', 3));
  expect(seen()).toEqual([]);
  it.select(ANN);
  it.select(undefined);
  bring(it, 0, said(ANN, 'two', 4));
  expect(seen()).toEqual([ANN]);
  it.send({ type: 'messages.markAll' });
  expect(seen()).toEqual([ANN, undefined]);
});

test('DM-09 DM-08 unreadable messages are logged each time more arrive', () => {
  const it = startMessages();
  it.find();
  for (const lost of [0, 1, 1, 3]) bring(it, lost);
  const line = { type: 'log.line', text: 'messages.unreadable' };
  expect([it.log.told(), it.state().context.lost]).toEqual([[line, line], 3]);
  it.send({ type: 'conversation.unreadable' });
  expect(it.log.told()).toEqual([line, line, line]);
  it.select(ANN);
  bring(it, 3, said(ANN, 'one', 3));
  expect([it.texts(ANN), it.state().context.privately.has(ANN)]).toEqual([['one'], true]);
});

test('ROUTE-06 a choice made before drafts are found is kept; drafts may take 15 seconds', () => {
  const it = startMessages();
  it.select(BEN);
  it.send({ type: 'messages.selectRelation', relation: 'other' });
  it.send({ type: 'unread.changed', count: 3 });
  it.send({ type: 'messages.allowPrompts' });
  it.wait(14_900);
  expect([
    it.state().hasTag('opening'),
    it.questions(),
    toScope(it, 'giftWraps.allowPrompts').length,
  ]).toEqual([true, [], 1]);
  it.wait(100);
  expect([
    it.state().hasTag('opening'),
    asked(it, CONTACTS),
    asked(it, 'get_directmsgs'),
  ]).toMatchObject([false, [{ relation: 'other' }], [{ sender: BEN }]]);
  expect([it.context(`conversation ${BEN}`).quiet, it.state().context.total]).toEqual([false, 3]);
  const found = startMessages();
  found.select(BEN);
  found.find({ place: { relation: 'any', peer: ANN } });
  expect([found.state().context.last, found.state().context.relation]).toEqual([BEN, 'any']);
  found.select(undefined);
  expect([found.state().context.last, found.state().context.peer]).toEqual([BEN, undefined]);
});

test('ROUTE-06 another caching service is asked from then on by all that is open, and contacts at once', () => {
  const it = startMessages();
  it.find();
  it.answer(counts({}), CONTACTS);
  it.select(ANN);
  it.send({ type: 'messages.open', service: 'wss://other.example' });
  const services = () => ['contacts', `conversation ${ANN}`].map((id) => it.context(id).service);
  expect([services(), it.state().context.service, asked(it, CONTACTS).length]).toEqual([
    ['wss://other.example', 'wss://other.example'],
    'wss://other.example',
    1,
  ]);
  it.select(BEN);
  expect(it.context(`conversation ${BEN}`).service).toBe('wss://other.example');
});

test('TRUST-08 no service is asked, and no proof names one, before a page has named the service', () => {
  for (const isEarly of [true, false]) {
    const it = startMessages(undefined, true, '');
    const open = () => it.send({ type: 'messages.open', service: 'wss://other.example' });
    it.select(ANN);
    if (isEarly) open();
    else it.find();
    expect([asked(it, CONTACTS), asked(it, 'get_directmsgs')]).toEqual([[], []]);
    if (isEarly) it.find();
    else open();
    expect([asked(it, CONTACTS).length, asked(it, 'get_directmsgs').length]).toEqual([1, 1]);
    const services = ['contacts', `conversation ${ANN}`].map((id) => it.context(id).service);
    expect(services).toEqual(['wss://other.example', 'wss://other.example']);
  }
});

test('DM-01 another list is shown and kept as the place', () => {
  const it = startMessages();
  it.find();
  it.select(ANN);
  it.send({ type: 'messages.selectRelation', relation: 'other' });
  expect(it.context('contacts').relation).toBe('other');
  expect(it.drafts.told().at(-1)).toEqual({
    type: 'messageDrafts.keepPlace',
    place: { relation: 'other', peer: ANN },
  });
});

test('DM-02 a conversation that is opened again fetches new messages', () => {
  const it = startMessages();
  it.find();
  it.select(ANN);
  it.answerOf(ANN, page(from(ANN, 5)));
  it.select(BEN);
  it.answerOf(BEN, page(from(BEN, 5)));
  openAll(it);
  expect(asked(it, 'get_directmsgs')).toEqual([]);
  it.select(ANN);
  expect(asked(it, 'get_directmsgs')).toMatchObject([{ sender: ANN, limit: 1_000 }]);
});

test('DM-04 each count fetches news for the open conversation only', () => {
  const it = startMessages();
  it.find();
  it.answer(counts({ [ANN]: 1 }), CONTACTS);
  it.select(BEN);
  it.answerOf(BEN, page(from(BEN, 5)));
  it.select(ANN);
  it.answerOf(ANN, page(from(ANN, 5)));
  sign(it);
  it.answer({}, 'reset_directmsg_count');
  // the marked sender has no unread messages; the others keep their counts
  expect(it.state().context.unread.get(ANN)).toBe(0);
  it.answer(counts({ [ANN]: 0 }), CONTACTS);
  for (const { query } of it.questions()) it.answer({}, query.verb);
  expect(asked(it, 'get_directmsgs')).toEqual([]);
  it.send({ type: 'unread.changed', count: 0 });
  expect(asked(it, 'get_directmsgs')).toMatchObject([{ sender: ANN }]);
  expect(asked(it, CONTACTS)).toHaveLength(1);
});

test('COMPOSE-12 unsent texts outlive a conversation that gave way, the latest one first and each once', () => {
  const it = startMessages();
  const outgoingOf = (id: string, text: string) => ({
    peer: ANN,
    id,
    text: secretOf(text),
    changedAt: millis(Number(id)),
  });
  it.find({ drafts: [outgoingOf('1', 'ALPHA'), outgoingOf('2', 'BETA')] });
  it.select(ANN);
  const texts = () =>
    it
      .state()
      .context.drafts.get(ANN)
      ?.map(({ text }) => text.reveal());
  expect([it.context(`outgoing ${ANN}`).outgoing.text.reveal(), texts()]).toEqual([
    'BETA',
    ['BETA', 'ALPHA'],
  ]);
  it.send({ type: 'outgoing.changed', outgoing: outgoingOf('2', 'BETA!') });
  expect([texts(), it.drafts.told().at(-1)]).toMatchObject([
    ['BETA!', 'ALPHA'],
    { type: 'messageDrafts.keep', outgoing: { id: '2' } },
  ]);
  it.send({ type: 'outgoing.changed', outgoing: outgoingOf('2', '') });
  it.send({ type: 'outgoing.changed', outgoing: outgoingOf('1', 'ALPHA') });
  expect(texts()).toEqual(['ALPHA']);
  it.send({ type: 'outgoing.changed', outgoing: outgoingOf('3', 'GAMMA') });
  for (let at = 0; at < 20; at++) it.select(String(at).padStart(64, '0'));
  expect([it.child(`conversation ${ANN}`), it.child(`outgoing ${ANN}`)]).toEqual([
    undefined,
    undefined,
  ]);
  it.select(ANN);
  const { outgoing, others } = it.context(`outgoing ${ANN}`);
  expect([outgoing.text.reveal(), others.map((one: typeof outgoing) => one.text.reveal())]).toEqual(
    ['GAMMA', ['ALPHA']],
  );
});

test('DM-01 DM-05 a sent message shows in its open conversation, and contacts are fetched again', () => {
  const it = startMessages();
  it.find();
  it.answer(counts({}), CONTACTS);
  const { message, text } = said(ANN, 'hello', 7);
  it.send({ type: 'outgoing.sent', peer: ANN, message, text });
  expect([it.child(`conversation ${ANN}`), asked(it, CONTACTS).length]).toEqual([undefined, 1]);
  it.select(ANN);
  it.send({ type: 'outgoing.sent', peer: ANN, message, text });
  expect(it.texts(ANN)).toEqual(['hello']);
});

test('E-36 the storage state of the written text is reported on each change', () => {
  const it = startMessages();
  it.find();
  expect(it.state().context.isKept).toBe(true);
  it.drafts.report({ type: 'messageDrafts.kept', isKept: false });
  expect(it.state().context.isKept).toBe(false);
  it.drafts.report({ type: 'messageDrafts.kept', isKept: true });
  expect(it.state().context.isKept).toBe(true);
});
