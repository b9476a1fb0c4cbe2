import { expect, test } from 'vitest';
import { fakePort } from '../../../tests/support/machines/fake-port.ts';
import { ANN, ME, startMessages } from '../../../tests/support/messages/messages-world.ts';
import { trusted } from '../../../tests/support/events/trusted.ts';
import { secretOf } from '../../events/account/keys/secret.ts';
import { privateContacts, withOpened } from '../../events/messages/contacts.ts';
import type { OpenedMessage } from '../../events/messages/unwrap.ts';
import { seconds } from '../../events/core/time.ts';
import { conversationMachine, type FileInput, type FileNews } from './conversation.machine.ts';
import { messagesMachine } from './messages.machine.ts';

const ofFile = (id: string): OpenedMessage => ({
  peer: ANN,
  message: {
    id,
    pubkey: ANN,
    created_at: seconds(3),
    form: 'nip17',
    event: trusted({ kind: 1_059 }),
    file: { type: 'image/png', size: 5, sealed: secretOf(`what opens ${id}`) },
  },
  text: secretOf(''),
});

function start() {
  const port = fakePort<{ type: string }, FileInput, FileNews>();
  const conversation = conversationMachine.provide({ actors: { file: port.logic } });
  const it = startMessages(messagesMachine.provide({ actors: { conversation } }));
  it.find();
  it.select(ANN);
  const opened = withOpened(new Map(), [ofFile('one'), ofFile('two')]);
  it.send({
    type: 'giftWraps.changed',
    opened,
    contacts: privateContacts(opened, ME, undefined),
    lost: 0,
  });
  const press = (id: string) =>
    it.child(`conversation ${ANN}`)?.send({ type: 'conversation.file', id });
  const state = () => it.child(`conversation ${ANN}`)?.getSnapshot().value.file;
  return { ...it, port, press, state, file: () => it.context(`conversation ${ANN}`).file };
}

test('DM-09 E-21 a file loads on request, one at a time, and can be retried after an error', () => {
  const it = start();
  expect([it.port.lives.length, it.state()]).toEqual([0, 'none']);
  it.press('one');
  expect([it.port.lives.at(-1)?.input.sealed?.reveal(), it.file()]).toEqual([
    'what opens one',
    { id: 'one', url: undefined },
  ]);
  it.port.report({ type: 'file.opened', url: 'blob:1' });
  expect([it.state(), it.file()]).toEqual([{ open: 'shown' }, { id: 'one', url: 'blob:1' }]);
  it.press('two');
  expect([it.port.lives.length, it.file()]).toEqual([2, { id: 'two', url: undefined }]);
  it.port.report({ type: 'file.failed' });
  expect(it.state()).toBe('failed');
  it.press('two');
  expect([it.port.lives.length, it.state()]).toEqual([3, { open: 'fetching' }]);
});

test('DM-09 a file request to a silent server times out after five minutes', () => {
  const it = start();
  it.press('one');
  it.wait(5 * 60_000 + 1_000);
  expect(it.state()).toBe('failed');
});

test('DM-09 a slow server is waited for until then, and a file that is open stays so', () => {
  const it = start();
  it.press('one');
  it.wait(5 * 60_000 - 1_000);
  expect(it.state()).toEqual({ open: 'fetching' });
  it.port.report({ type: 'file.opened', url: 'blob:1' });
  it.wait(10 * 60_000);
  expect([it.state(), it.file()]).toEqual([{ open: 'shown' }, { id: 'one', url: 'blob:1' }]);
});
