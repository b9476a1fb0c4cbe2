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
import { seconds } from '../../events/core/time.ts';
import { messagesMachine } from './messages.machine.ts';

const wrap = trusted({ kind: 1_059 });
const said = (peer: string, text: string, at: number): OpenedMessage => ({
  peer,
  message: { id: text, pubkey: peer, created_at: seconds(at), form: 'nip17', event: wrap },
  text: secretOf(text),
});

function start() {
  const it = startMessages(messagesMachine);
  it.find();
  const bring = (lost: number, ...all: OpenedMessage[]) => {
    const opened = withOpened(it.state().context.opened, all);
    const contacts = privateContacts(opened, ME, { from: seconds(0), peers: new Map() });
    it.send({ type: 'giftWraps.changed', opened, contacts, lost });
  };
  return {
    ...it,
    bring,
    seen: () =>
      it.told.filter(({ type }) => type === 'giftWraps.markSeen').map((one) => one['peer']),
  };
}

test('DM-09 E-22 messages of both forms are sorted together, each in its own conversation', () => {
  const it = start();
  it.bring(0, said(ANN, 'private, before', 3));
  it.select(ANN);
  it.select(BEN);
  it.bring(0, said(BEN, 'of ben', 5), said(ANN, 'private, after', 9));
  it.answerOf(ANN, page(from(ANN, 4)));
  openAll(it);
  it.bring(0, said(ANN, 'private, after', 9));
  expect([it.texts(ANN), it.texts(BEN)]).toEqual([
    ['private, before', 'from b', 'private, after'],
    ['of ben'],
  ]);
});

test('DM-09 a sent message that returns in its own wrap is shown once', () => {
  const it = start();
  it.select(ANN);
  const sent = { ...said(ANN, 'hello', 7).message, pubkey: ME };
  it.send({ type: 'outgoing.sent', peer: ANN, message: sent, text: secretOf('hello') });
  it.bring(0, { peer: ANN, message: sent, text: secretOf('hello') });
  expect(it.texts(ANN)).toEqual(['hello']);
});

test('DM-09 viewed messages are read without a signature, and unreadable ones are logged once', () => {
  const it = start();
  it.answer(counts({}), 'get_directmsg_contacts');
  it.bring(1, said(ANN, 'one', 3));
  expect([it.seen(), it.log.told()]).toEqual([
    [],
    [{ type: 'log.line', text: 'messages.unreadable' }],
  ]);
  it.select(ANN);
  it.bring(1, said(ANN, 'two', 4));
  expect([
    it.seen(),
    it.log.told().length,
    it.pending().filter(({ act }) => act.do === 'sign'),
  ]).toEqual([[ANN, ANN], 1, []]);
  it.send({ type: 'messages.markAll' });
  expect(it.seen().at(-1)).toBeUndefined();
});
